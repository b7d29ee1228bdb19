"""What models will cost and have cost, as tables of text and as a file.

In: settings and a build folder. Out: lines to print. Side effects: `<out>/costs.json`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from builder.authors._estimate import Expected
from builder.authors._spend import Cost
from builder.config import ModelTerms


def estimate_text(expected: Sequence[Expected], terms: ModelTerms) -> str:
    """Calls, tokens and price by stage and model."""
    if not expected:
        return "no model is asked: all hands are procedural, handwritten or recorded"
    lines = ["stage        calls    input tokens  output tokens  USD        model"]
    prices = [one.usd(terms) for one in expected]
    for one, price in zip(expected, prices, strict=True):
        lines.append(
            f"{one.stage:<12} {one.calls:>5} {one.input_tokens:>15,} {one.output_tokens:>14,}  "
            f"{_usd(price):<10} {one.model}"
        )
    calls = sum(one.calls for one in expected)
    lines.append(f"in all {calls} calls, {_usd(total(prices))} USD (an estimate; nobody was asked)")
    return "\n".join(lines)


def costs_text(costs: Sequence[Cost]) -> str:
    """One line: what was spent in all."""
    calls, usd = sum(cost.calls for cost in costs), total([cost.usd for cost in costs])
    tokens = sum(cost.input_tokens + cost.output_tokens for cost in costs)
    open_calls = sum(cost.uncertain for cost in costs)
    more = f"; {open_calls} of them counted at their most" if open_calls else ""
    return f"{calls} calls, {tokens:,} tokens, {_usd(usd)} USD{more}; by case in costs.json"


def costs_json(costs: Sequence[Cost]) -> bytes:
    """The costs by case, stage and model; an unknown price is null."""
    value = {
        "usd": total([cost.usd for cost in costs]),
        "calls": sum(cost.calls for cost in costs),
        "costs": [cost.model_dump() for cost in costs],
    }
    return (json.dumps(value, indent=2) + "\n").encode()


def total(prices: Sequence[float | None]) -> float | None:
    """The sum, unknown when a part of it is."""
    known = [price for price in prices if price is not None]
    return round(sum(known), 6) if len(known) == len(prices) else None


def _usd(price: float | None) -> str:
    return "unknown" if price is None else f"{price:.4f}"
