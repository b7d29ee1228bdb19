"""Fictional cases, staged from scenarios by seed.

In: `fiction` (all scenarios, case types in turn) or `fiction:SCENARIO` (one). Out: as many records
as asked for. The k-th record of a seed is always the same, whatever the number asked for; adopted
sides alternate within a case type, and fall by lot on its scenarios, so that the other worlds of a
scenario do not tell by their balance which side won in this one.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from builder.errors import ConfigError
from builder.fiction.record import record_of
from builder.fiction.scenario import load_scenario, scenario_ids
from builder.fiction.staging import stage
from builder.schema import CASE_TYPES, CaseRecord, CaseType
from builder.sources import SourceOptions

HANDS = "procedural"
SEED_SPAN = 100_000  # plays between one seed of a build and the next


def records(locator: str, options: SourceOptions) -> Iterator[CaseRecord]:
    """`options.worlds` records; ConfigError for an unknown scenario or case type without one."""
    if options.worlds < 0 or options.seed < 0:
        raise ConfigError(f"worlds ({options.worlds}) and seed ({options.seed}) cannot be negative")
    by_type = _scenarios(locator, options.case_types)
    types = sorted(by_type, key=CASE_TYPES.index)
    for index in range(options.worlds):
        case_type = types[index % len(types)]
        turn, scenarios = index // len(types), by_type[case_type]
        round_, place = divmod(turn, len(scenarios))
        order = Random(f"{options.seed}/{case_type}/{round_}").sample(scenarios, len(scenarios))
        # Consecutive within a case type, whose sides and places so alternate.
        seed = options.seed * SEED_SPAN + turn + CASE_TYPES.index(case_type)
        yield record_of(stage(order[place], seed, options.level))


def _scenarios(locator: str, case_types: tuple[CaseType, ...]) -> dict[CaseType, tuple[str, ...]]:
    chosen = (locator,) if locator else scenario_ids()
    found: dict[CaseType, tuple[str, ...]] = {}
    for scenario_id in chosen:
        case_type = load_scenario(scenario_id).case_type
        if not case_types or case_type in case_types:
            found[case_type] = (*found.get(case_type, ()), scenario_id)
    if lacking := [t for t in case_types if t not in found]:
        raise ConfigError(f"no scenario of case type {', '.join(lacking)}")
    if not found:
        raise ConfigError("there is no scenario")
    return found
