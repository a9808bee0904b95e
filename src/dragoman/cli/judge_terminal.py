"""Judging from the terminal: a pair at a time, one key and Enter."""

from __future__ import annotations

from collections.abc import Callable

from dragoman.judge.campaign import Campaign, Question

KEYS = {"1": "left", "2": "right", "=": "equal", "0": "equal"}
PROMPT = "better: 1, 2, or = for equal (q stops): "


def judge_in_terminal(
    campaign: Campaign,
    annotator: str,
    ask: Callable[[str], str] = input,
    tell: Callable[[str], None] = print,
) -> bool:
    """Asks until all pairs are judged (True) or the annotator stops (False)."""
    while (question := campaign.question(annotator)) is not None:
        tell(_shown(question))
        try:
            key = ask(PROMPT).strip()
        except EOFError:
            return False
        if key == "q":
            return False
        if key in KEYS:
            campaign.answer(annotator, question.sentence, KEYS[key])
    return True


def _shown(question: Question) -> str:
    lines = [f"\n[{question.done + 1} of {question.total}]"]
    if question.source is not None:
        lines.append(f"source     {question.source}")
    lines += [f"reference  {question.reference}", f"1          {question.left}"]
    lines.append(f"2          {question.right}")
    return "\n".join(lines)
