"""The table of an experiment's scores, on standard output."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dragoman.experiment.run import TrainingResult


def print_scores(outcome: TrainingResult) -> None:
    """Print the table of test sets and metrics."""
    if not outcome.scores:
        return
    from rich.console import Console
    from rich.table import Table

    metrics = list(next(iter(outcome.scores.values())))
    table = Table("test set", *metrics)
    for name, results in outcome.scores.items():
        table.add_row(name, *(_shown(results[metric]) for metric in metrics))
    console = Console(highlight=False)
    console.print(table)
    some = next(iter(outcome.scores.values()))[metrics[0]] if metrics else {}
    if "runs" in some:
        console.print(f"means and standard deviations of {len(some['runs'])} tuning runs")
    for metric in metrics:
        signature = next(iter(outcome.scores.values()))[metric]["signature"]
        console.print(f"{metric}: {signature}", markup=False)


def _shown(result: dict[str, Any]) -> str:
    deviation = f" ± {result['deviation']:.2f}" if "deviation" in result else ""
    return f"{result['score']:.2f}{deviation}"
