"""Which web page a request comes from, as browsers say it.

A browser adds ``Origin`` to every request that may change something, and newer ones add ``Sec-Fetch-Site``; no page can
set them. A program that is no browser sends neither. A server that serves one machine must check them: every web site
that its user visits can send it forms and plain texts, even if it cannot read the answers.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

CHANGES_NOTHING = ("GET", "HEAD", "OPTIONS")
"""The methods of HTTP that pages of other sites may use."""


def from_another_site(
    host: str, origins: Sequence[str], fetch_sites: Sequence[str], allowed: Collection[str] = ()
) -> bool:
    """Return whether a page of another site sent a request, and none that is ``allowed``.

    ``host`` is the value of ``Host``, which was checked already; ``origins`` and ``fetch_sites`` are all values of
    ``Origin`` and ``Sec-Fetch-Site``. The port counts: a page of another server on this machine is another site.
    """
    if len(origins) > 1 or len(fetch_sites) > 1:
        return True
    if origins and ("*" in allowed or origins[0] in allowed):
        return False
    if fetch_sites and fetch_sites[0] not in ("same-origin", "none"):
        return True
    return any(one.partition("://")[2].lower() != host.lower() for one in origins)
