"""A scripted model that plays all hands for one fictional record, with the scenario's own words.

In: a play and its record. Out: for each task the JSON that a good model would answer. It reads what
it is asked out of the prompt, as a model must.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from builder.authors._replay_file import FixedValue, Place, ReplayFile
from builder.authors.replay import stage_file, words_at
from builder.fiction.accounts import false_answers, ground_names, tilt_names
from builder.fiction.record import finding_id, play_of
from builder.fiction.staging import Play
from builder.fiction.templates import realize
from builder.schema import CaseRecord
from builder.sources import SourceOptions, source_module

MARK = re.compile(r"^- `([^`]+)`", re.M)


class Player:
    """Answers the tasks of one play."""

    def __init__(self, play: Play, record: CaseRecord) -> None:
        self.play, self.record = play, record
        self.text = "\n".join(filing.text for filing in self.record.filings)
        self.true = self.play.scenario.every_account[self.play.casting.adopted].answers

    @classmethod
    def of_fiction(cls, scenario_id: str, seed: int) -> Player:
        """The player of the first world that a build of this scenario and seed makes."""
        options = SourceOptions(worlds=1, seed=seed)
        (record,) = source_module("fiction").records(scenario_id, options)
        return cls(play_of(record.source.locator), record)

    def __call__(self, task: str, prompt: str, turn: int) -> str:
        """The answer to a prompt; `turn` 2 and more are repairs and get the same."""
        answer: Callable[[str], Any] = getattr(self, f"_{task}")
        return json.dumps(answer(prompt))

    def _findings(self, prompt: str) -> Any:
        return {"findings": [f for f in self._known() if f["quote"] in prompt]}

    def _known(self) -> list[dict[str, str]]:
        return [
            {
                "filing": f.passage.filing_id,
                "quote": self.record.passage_text(f.passage),
                "says": self.record.passage_text(f.passage),
                "status": f.status,
            }
            for f in self.record.findings
        ]

    def _entities(self, prompt: str) -> Any:
        scenario, names = self.play.scenario, self._names

        return {
            "organizations": [
                {"slot": s, "names": names(s), "trade": o.trade, "case_role": o.case_role,
                 "nicks": o.nicks}
                for s, o in scenario.organizations.items()
            ],
            "people": [
                {"slot": s, "names": names(s), "employer": p.employer, "job": p.job,
                 "voice": p.voice, "case_role": p.case_role}
                for s, p in scenario.people.items()
            ],
            "things": [
                {"slot": s, "kind": t.kind, "names": self._thing_names(s), "invented": t.name,
                 "aliases": t.aliases}
                for s, t in scenario.things.items()
            ],
            "others": self._others(),
        }  # fmt: skip

    def _names(self, slot: str) -> list[str]:
        return [n for n in [self.play.binding.slots[slot].forms[""]] if n in self.text]

    def _thing_names(self, slot: str) -> list[str]:
        return []  # the things of a fictional record may keep their names

    def _others(self) -> list[dict[str, Any]]:
        return []

    def _facts_of(self, link: str) -> list[str]:
        joins = self.play.scenario.links[link].answers[self.true[link]].joins
        return [p for join in joins for p in join.premises]

    def _numbers(self, fact: str) -> list[int]:
        """The findings, by number, that a fact of the scenario stands in."""
        text = realize(
            self.play.scenario.facts[fact].text.strip(), self.play.binding, Random(0)
        ).text
        staged = next(f for f in self.play.facts if f.text == text)
        ids = [f.finding_id for f in self.record.findings]
        wanted = finding_id(staged.fact_id)
        return [ids.index(wanted) + 1] if wanted in ids else [1]

    def _questions(self, prompt: str) -> Any:
        links = self.play.scenario.links
        return {
            "questions": [
                {
                    "slot": slot,
                    "question": links[slot].question,
                    "held": links[slot].answers[answer].clause,
                    "findings": sorted({n for f in self._facts_of(slot) for n in self._numbers(f)}),
                }
                for slot, answer in self.true.items()
            ]
        }

    def _ledger(self, prompt: str) -> Any:
        scenario = self.play.scenario
        return {
            "values": [self._value(slot) for slot in scenario.values],
            "facts": [
                {**self._fact(name), "findings": self._numbers(name)}
                for name in ground_names(scenario, self.play.casting.adopted)
            ],
            "proofs": [
                {"question": link, "text": join.text, "premises": join.premises}
                for link, answer in self.true.items()
                for join in scenario.links[link].answers[answer].joins
            ],
        }

    def _value(self, slot: str) -> dict[str, Any]:
        part, value = self.play.scenario.values[slot], self.play.binding.slots[slot].value
        field = {"date": "day", "time": "at", "money": "amount", "quantity": "amount"}
        key = field.get(part.kind, "text")
        shown = float(value) if key == "amount" else value
        return {"slot": slot, "kind": part.kind, key: shown, "unit": part.unit}

    def _fact(self, name: str) -> dict[str, Any]:
        part = self.play.scenario.facts[name]
        genre = part.exhibit if re.fullmatch(r"[a-z_]+", part.exhibit) else ""
        return {
            "slot": name,
            "text": part.text.strip(),
            "anchors": part.anchors,
            "when": part.when,
            "claims": [claim.model_dump() for claim in part.claims],
            "exhibit": genre,
            "innocent": part.innocent or "It means nothing.",
        }

    def _parties(self, prompt: str) -> Any:
        casting, accounts = self.play.casting, self.play.scenario.every_account
        return {
            "adopted": accounts[casting.adopted].side,
            "departures": [self._departure(a) for a in self._false(casting.rejected)],
        }

    def _false(self, account: str) -> tuple[str, ...]:
        return false_answers(self.play.scenario, self.play.casting.adopted, account)

    def _departure(self, answer: str) -> dict[str, Any]:
        link, _, name = answer.partition(".")
        clause = self.play.scenario.links[link].answers[name].clause
        return {"question": link, "answer": name, "says": clause}

    def _alternatives(self, prompt: str) -> Any:
        scenario, casting = self.play.scenario, self.play.casting
        tilts = tilt_names(scenario, casting)
        alternatives: list[Any] = []
        for account in casting.alternatives:
            departures: list[Any] = []
            for answer in self._false(account):
                link, _, name = answer.partition(".")
                own = scenario.links[link].answers[name].tilts
                departures.append({
                    **self._departure(answer),
                    "reasoning": "It fits what one sees first.",
                    "refuted_by": self._facts_of(link),
                    "tilts": [self._fact(t) for t in tilts[account] if t in own],
                })  # fmt: skip
            alternatives.append({"departures": departures})
        return {"alternatives": alternatives, "values": []}

    def _statements(self, prompt: str) -> Any:
        scenario, casting = self.play.scenario, self.play.casting
        false = {a for account in casting.others for a in self._false(account)}
        disputed = {answer.partition(".")[0] for answer in false}
        statement = scenario.statement.strip()
        for link, answer in self.true.items():
            if link not in disputed:
                clause = scenario.links[link].answers[answer].clause.strip()
                statement = statement.replace(f"{{{link}}}", clause)
        clauses = [
            {"question": link, "answer": name,
             "clause": scenario.links[link].answers[answer].clause.strip()}
            for link in disputed
            for name, answer in [
                ("held", self.true[link]),
                *((a.partition(".")[2], a.partition(".")[2]) for a in sorted(false)
                  if a.startswith(f"{link}.")),
            ]
        ]  # fmt: skip
        return {
            "title": scenario.title,
            "brief": scenario.brief.strip(),
            "statement": statement,
            "clauses": clauses,
            "dispute_terms": scenario.dispute_terms,
        }

    def _wordings(self, prompt: str) -> Any:
        asked = MARK.findall(prompt.partition("## Facts")[2].partition("## Slots")[0])
        return {
            "wordings": [
                {"fact": slot, **mention.model_dump()}
                for slot in asked
                for mention in self.play.scenario.facts[slot].mentions
            ]
        }

    def _background(self, prompt: str) -> Any:
        pieces = self.play.scenario.background
        found = re.search(r"part (\d) of (\d)", prompt)
        kind = "dispute" if found else "alternative"
        own = [p for p in pieces if p.kind == kind and p.speaker and "{" in p.text]
        if found:
            part, parts = int(found[1]), int(found[2])
            own = [p for i, p in enumerate(own) if i % parts == part - 1]
        else:
            about = (re.search(r"around one view of the dispute \((.*)\): 25", prompt) or ["", ""])[
                1
            ]
            own = [p for p in own if p.target and self._says(p.target) == about]
        values = set(self.play.scenario.values)
        own = [p for p in own if not values & set(re.findall(r"\{(\w+)", p.text))]
        return {
            "pieces": [
                p.model_dump(include={"topic", "text", "form", "speaker", "genres"}) for p in own
            ]
        }

    def _says(self, target: str) -> str:
        return str(self._departure(target)["says"])

    def _titles(self, prompt: str) -> Any:
        words = ("Supplies", "Rota", "Keys", "Parking", "Coffee machine", "Lockers", "Printer")
        return {
            "titles": [
                {"document_id": d, "title": f"{words[i % len(words)]}, again", "series": ""}
                for i, d in enumerate(MARK.findall(prompt))
            ]
        }

    def _document(self, prompt: str) -> Any:
        title = (re.search(r"Title: (.*)\. Date:", prompt) or ["", ""])[1]
        date = (re.search(r"Date: \w+, (.*) \(write", prompt) or ["", ""])[1]
        must = prompt.partition("## What it must state")[2].partition("\n## ")[0]
        about = prompt.partition("## What else it is about")[2].partition("\n## ")[0]
        named = re.search(r"names at least one of these: ([^,;]*)", prompt)
        inside = re.search(r"a full date from (\S+) to", prompt)
        texts = [f"{date}"]
        for point in re.split(r"^- ", must, flags=re.M)[1:]:
            words, _, surfaces = point.partition("(words that must stand:")
            texts.append(words.strip() + " " + ", ".join(re.findall(r'"([^"]*)"', surfaces)))
        texts += [t.strip() for t in re.split(r"^- ", about, flags=re.M)[1:]]
        if named:
            texts.append(f"Copy to {named[1]}.")
        if inside:
            texts.append(f"Filed {inside[1]}.")
        return {
            "blocks": [
                {"kind": "heading", "text": title},
                *({"kind": "paragraph", "text": text} for text in texts),
            ]
        }

    def _judge(self, prompt: str) -> Any:
        return {"grade": "pass", "reasons": []}


class ReplayPlayer(Player):
    """Answers for a genuine record, out of a file of recorded answers."""

    def __init__(self, file: ReplayFile, record: CaseRecord) -> None:
        super().__init__(stage_file(file, record), record)
        self.file = file
        self.places = list(dict.fromkeys(p for f in file.facts.values() for p in f.found))

    def _known(self) -> list[dict[str, str]]:
        quotes = [(p.filing, words_at(self.record, p)) for p in self.places]
        return [{"filing": filing, "quote": quote, "says": quote} for filing, quote in quotes]

    def _findings(self, prompt: str) -> Any:
        papers = " ".join(prompt.split())
        return {"findings": [f for f in self._known() if f["quote"] in papers]}

    def _numbers(self, fact: str) -> list[int]:
        return [self.places.index(p) + 1 for p in self.file.facts[fact].found]

    def _named(self, places: Iterable[Place]) -> list[str]:
        return list(dict.fromkeys(words_at(self.record, p) for p in places))

    def _names(self, slot: str) -> list[str]:
        return self._named({**self.file.organizations, **self.file.people}[slot].named)

    def _thing_names(self, slot: str) -> list[str]:
        return self._named(self.file.things[slot].named)

    def _others(self) -> list[dict[str, Any]]:
        return [
            {"names": [words_at(self.record, h.at)], "kind": h.kind, "instead": h.surrogate}
            for h in self.file.hidden
        ]

    def _value(self, slot: str) -> dict[str, Any]:
        value = self.file.values[slot]
        if isinstance(value, FixedValue):
            return {"slot": slot, **value.model_dump(mode="json")}
        return super()._value(slot)
