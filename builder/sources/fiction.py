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
from builder.fiction.record import named_case, play_of, record_of
from builder.fiction.scenario import case_type_of, scenario_ids
from builder.schema import CASE_TYPES, Case, CaseRecord, CaseType
from builder.sources import SourceOptions

HANDS = "procedural"
SEED_SPAN = 100_000  # plays between one seed of a build and the next


def records(locator: str, options: SourceOptions) -> Iterator[CaseRecord]:
    """`options.worlds` records; ConfigError for an unknown scenario or case type without one."""
    return map(record, cases(locator, options))


def record(case: Case) -> CaseRecord:
    """What a case tells when its play is staged."""
    return record_of(play_of(case.source.locator))


def cases(locator: str, options: SourceOptions) -> Iterator[Case]:
    """The cases of the records, named without staging their plays."""
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
        yield named_case(order[place], seed, options.level)


def _scenarios(locator: str, case_types: tuple[CaseType, ...]) -> dict[CaseType, tuple[str, ...]]:
    chosen = (locator,) if locator else scenario_ids()
    found: dict[CaseType, tuple[str, ...]] = {}
    for scenario_id in chosen:
        case_type = case_type_of(scenario_id)
        if not case_types or case_type in case_types:
            found[case_type] = (*found.get(case_type, ()), scenario_id)
    if lacking := [t for t in case_types if t not in found]:
        raise ConfigError(f"no scenario of case type {', '.join(lacking)}")
    if not found:
        raise ConfigError("there is no scenario")
    return found
