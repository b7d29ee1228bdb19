"""The analyst whose answers were recorded: `replay:FILE` reads them from one YAML file.

In: a real record and the file. Out: extraction and DAG under invented names, with findings that
point into the record. Raises ExtractionFailed that names a place outside the record. The case's
salted dice draw the names, none of whose words stands in the record, and move the dates. There is
no recorded writer or judge: the procedural ones serve.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from random import Random

from builder.authors._replay_file import Place, ReplayFile, load_replay, scenario_of
from builder.errors import ConfigError, ExtractionFailed
from builder.fiction.cast import words_of
from builder.fiction.staging import Play, common_words, stage_scenario
from builder.fiction.templates import realize
from builder.matching.shift import salted, shift_days
from builder.schema import (
    CaseRecord,
    EntityKind,
    Extraction,
    Fact,
    Finding,
    HypothesisDag,
    Identity,
    Passage,
    Window,
)


@dataclass(frozen=True)
class ReplayAnalyst:
    """Answers for the one case that its file is about."""

    path: Path
    name: str = "replay"

    def extract(self, record: CaseRecord) -> Extraction:
        """Entities, ground facts and setting as recorded, with the findings they rest on."""
        return extraction_of(self._file(record), record)

    def hypothesize(self, record: CaseRecord, extraction: Extraction) -> HypothesisDag:
        """The four accounts as recorded; ground facts as extracted."""
        return dag_of(self._file(record), record, extraction)

    def _file(self, record: CaseRecord) -> ReplayFile:
        file = load_replay(self.path)
        if file.case != record.case_id:
            raise ExtractionFailed(
                f"{self.path.name!r} answers for case {file.case!r}, not for {record.case_id!r}"
            )
        for place in file.places:
            words_at(record, place)
        for place in file.names:
            _name_at(record, place)
        return file


def extraction_of(file: ReplayFile, record: CaseRecord) -> Extraction:
    """What a file of recorded answers says of its record, under invented names."""
    play = stage_file(file, record)
    findings, finding_ids = _findings(file, record)
    start, end = (day + timedelta(days=shift_days(record)) for day in file.window)
    return Extraction(
        findings=findings,
        entities=play.entities,
        facts=tuple(_founded(fact, play, finding_ids) for fact in play.facts),
        setting=play.setting.model_copy(update={"window": Window(start=start, end=end)}),
        identities=tuple(_identities(file, record, play)),
    )


def dag_of(file: ReplayFile, record: CaseRecord, extraction: Extraction) -> HypothesisDag:
    """The accounts of a file of recorded answers; ground facts as extracted."""
    dag = stage_file(file, record).dag
    ground = {fact.fact_id: fact for fact in extraction.facts}
    return dag.model_copy(
        update={"facts": tuple(ground.get(fact.fact_id, fact) for fact in dag.facts)}
    )


def words_at(record: CaseRecord, place: Place) -> str:
    """The words of a place on one line; ExtractionFailed when it lies outside the record."""
    try:
        words = " ".join(record.passage_text(place.passage).split())
    except KeyError as exc:
        raise ExtractionFailed(f"case {record.case_id!r} has no {exc}") from exc
    page = next(
        p
        for f in record.filings
        if f.filing_id == place.filing
        for p in f.pages
        if p.number == place.page
    )
    if not 0 <= place.start < place.end <= len(page.text) or not words:
        raise ExtractionFailed(
            f"{place.filing} page {place.page} has {len(page.text)} characters; "
            f"{place.start}-{place.end} is no passage of it"
        )
    return words


def _name_at(record: CaseRecord, place: Place) -> str:
    """The name at a place; ExtractionFailed when what stands there is cut or no name."""
    words = words_at(record, place)
    page = next(
        p.text
        for f in record.filings
        if f.filing_id == place.filing
        for p in f.pages
        if p.number == place.page
    )
    around = page[max(place.start - 1, 0) : place.start] + page[place.end : place.end + 1]
    if not words[0].isupper() or any(c.isalnum() for c in around):
        raise ExtractionFailed(
            f"{place.filing} page {place.page}, {place.start}-{place.end} is no whole name"
        )
    return words


def stage_file(file: ReplayFile, record: CaseRecord) -> Play:
    """The play that a file stands for; no name of it holds a word of the record."""
    scenario = scenario_of(file, shift_days(record))
    taken = common_words(scenario).union(*(words_of(f.text) for f in record.filings))
    seed = salted(record, "cast").getrandbits(64)
    return stage_scenario("replay", scenario, seed, taken, file.casting)


def _identities(file: ReplayFile, record: CaseRecord, play: Play) -> Iterator[Identity]:
    cast = {**file.organizations, **file.people, **file.things}
    kinds: dict[str, EntityKind] = {e.entity_id: e.kind for e in play.entities}
    for slot_id, part in cast.items():
        slot = play.binding.slots[slot_id]
        names = tuple(dict.fromkeys(_name_at(record, place) for place in part.named))
        if names and slot.entity_id:
            yield Identity(names=names, surrogate=slot.forms[""], kind=kinds[slot.entity_id])
    for hidden in file.hidden:
        yield Identity(
            names=(_name_at(record, hidden.at),), surrogate=hidden.surrogate, kind=hidden.kind
        )


def _findings(
    file: ReplayFile, record: CaseRecord
) -> tuple[tuple[Finding, ...], dict[str, tuple[str, ...]]]:
    """The record's findings and those that only the file points to; finding ids by fact text."""
    findings = list(record.findings)
    ids: dict[str, tuple[str, ...]] = {}
    for name, fact in file.facts.items():
        found: list[str] = []
        for place in fact.found:
            known = next((f for f in findings if _overlaps(f.passage, place.passage)), None)
            if known is None:
                known = Finding(finding_id=f"replay-{len(findings) + 1}", passage=place.passage)
                findings.append(known)
            found.append(known.finding_id)
        ids[name] = tuple(dict.fromkeys(found))
    return tuple(findings), ids


def _overlaps(one: Passage, other: Passage) -> bool:
    return (one.filing_id, one.page) == (other.filing_id, other.page) and (
        one.start < other.end and other.start < one.end
    )


def _founded(fact: Fact, play: Play, finding_ids: dict[str, tuple[str, ...]]) -> Fact:
    """A fact with the findings of the recorded fact it was staged from, told by its text."""
    for name, part in play.scenario.facts.items():
        if realize(part.text.strip(), play.binding, Random(0)).text == fact.text:
            return fact.model_copy(update={"finding_ids": finding_ids[name]})
    raise ExtractionFailed(
        f"fact {fact.fact_id!r}: its text makes a choice, so that it cannot be "
        "traced to where the court found it"
    )


def analyst(argument: str) -> ReplayAnalyst:
    """The analyst of a file of recorded answers; ConfigError when none is given."""
    if not argument:
        raise ConfigError("a real record needs an analyst: --analyst replay:FILE or a model")
    load_replay(Path(argument))
    return ReplayAnalyst(Path(argument))
