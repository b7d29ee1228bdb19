"""Whether a template that a model wrote can be filled, and holds nothing of the real case.

In: texts in the template language, the reading, a trial binding. Out: faults in words. No side
effects.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from random import Random

from builder.authors import _answers as answers
from builder.authors._assembly import Reading, binding_of, clause_binding, needed_clauses
from builder.authors._quotes import shared_run
from builder.errors import ConfigError
from builder.fiction.templates import Binding, realize, slot_names
from builder.matching.text import normalize, spans

LENGTH_SPREAD = 0.15  # as certified
_YEAR = re.compile(r"(?<![\d#-])(?:19|20)\d\d(?!\d)")
_BRACES = re.compile(r"\{[^{}]*\}")
_SENTENCE = re.compile(r"[.!?](?:\s|$)")
_SHORT = 3


def text_faults(
    where: str, texts: Sequence[str], reading: Reading, binding: Binding, public: bool = True
) -> list[str]:
    """Why texts cannot stand in a world. `public` ones may share no long run with the record."""
    faults: list[str] = []
    real = real_names(reading)
    for text in texts:
        try:
            realize(text, binding, Random(0))
        except ConfigError as exc:
            faults.append(f"{where}: {exc}")
            continue
        bare = _BRACES.sub(" ", text)
        faults += [f"{where} holds the real name {n!r}" for n in names_in(bare, real)]
        faults += [
            f"{where} holds the year {year}; write dates as slots" for year in _YEAR.findall(bare)
        ]
    if public and reading.record.source.kind not in ("fiction", "handwritten"):
        run = shared_run(reading.record, texts)
        faults += [f"{where} copies the record: {run!r}"] if run else []
    return faults


def real_names(reading: Reading) -> frozenset[str]:
    """Every name that the record uses of anybody."""
    entities, caption = reading.entities, reading.record.caption
    groups = (entities.organizations, entities.people, entities.things, entities.others)
    names = {name for group in groups for one in group for name in one.names}
    names |= {*caption.plaintiffs, *caption.defendants, caption.docket_number}
    names |= {n.split()[-1] for p in entities.people for n in p.names if len(n.split()) > 1}
    return frozenset(n for n in names if len(n) > _SHORT and n[:1].isupper())


def names_in(text: str, names: Iterable[str]) -> list[str]:
    """Which names stand in a text as whole words."""
    plain = normalize(text)
    return sorted(name for name in names if spans(plain, normalize(name)))


def template_faults(
    where: str, fact: answers.LedgerFact, trial: Reading, binding: Binding
) -> list[str]:
    """Why a fact's text and claims cannot be filled, or do not name its anchors."""
    unknown = [a for a in fact.anchors if a not in binding.slots]
    if unknown:
        return [f"{where}: anchors {unknown} are no slots"]
    claims = [part for c in fact.claims for part in (c.subject, c.attribute, c.value, c.at)]
    faults = text_faults(where, [fact.text, fact.innocent, *claims], trial, binding, public=False)
    if faults:
        return faults
    if re.search(r"\{(?:pick|int|money|clock|bystander)\b", fact.text):
        faults.append(f"{where}: the text of a fact may leave nothing to chance")
    return faults


def statements_faults(answer: answers.Statements, reading: Reading) -> list[str]:
    """Clauses that are missing, accounts that can be told apart by their length or sentences."""
    trial = reading.with_(statements=answer)
    given = {(c.question, c.answer): c.clause for c in answer.clauses}
    wanted = needed_clauses(reading)
    faults = [f"no clause for {q}.{a}" for q, a in wanted if not given.get((q, a), "").strip()]
    used = [name for name, _ in slot_names(answer.statement)]
    faults += [
        f"the statement must hold {{{q}}} once" for q in reading.disputed() if used.count(q) != 1
    ]
    if not answer.dispute_terms:
        faults.append("name the terms of the dispute")
    binding = binding_of(reading)
    texts = [answer.title, answer.brief, *answer.dispute_terms, *given.values()]
    faults += text_faults("statements", texts, reading, binding)
    if faults:
        return sorted(faults)
    try:
        told = [realize(answer.statement, b, Random(0)).text for b in clause_binding(trial)]
    except ConfigError as exc:
        return [f"statement: {exc}"]
    words = [len(text.split()) for text in told]
    if max(words) / min(words) - 1 > LENGTH_SPREAD:
        faults.append(f"the four accounts have {words} words; make their clauses of like length")
    if len({len(_SENTENCE.findall(text)) for text in told}) > 1:
        faults.append("the four accounts differ in sentences; a clause may not end a sentence")
    return faults
