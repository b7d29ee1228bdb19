"""The ledger of facts and the hypothesis DAG that stands on it."""

from __future__ import annotations

from datetime import date
from typing import Literal, Self

from pydantic import model_validator

from builder.schema.base import Record, Side, first_repeat

AnchorKind = Literal[
    "date", "time", "money", "quantity", "person", "organization", "identifier", "place", "term"
]
MentionForm = Literal["prose", "row", "qa", "chat", "key_value"]
FactKind = Literal["ground", "tilt"]
HypothesisRole = Literal["adopted", "rejected", "alternative"]
Relation = Literal["supports", "refutes"]


class Anchor(Record):
    """A checkable value inside a fact: normalized, plus the surface forms it may take."""

    kind: AnchorKind
    value: str
    surfaces: tuple[str, ...]


class Surface(Record):
    """How one mention or document words one anchor (`anchor` is its normalized value)."""

    anchor: str
    text: str


class Claim(Record):
    """A slot of the ledger and its value: no slot may ever hold two."""

    subject: str
    attribute: str
    value: str
    at: str = ""

    @property
    def slot(self) -> tuple[str, str, str]:
        """What may have one value only."""
        return (self.subject, self.attribute, self.at)


class Mention(Record):
    """One way in which people would state a fact.

    `text` is prose, a chat line or a `Q. ... A. ...` exchange. A `row` carries its table: the
    columns, the row that states the fact, and the ordinary rows around it; `until` is the last day
    that any of them shows.
    """

    form: MentionForm
    text: str = ""
    columns: tuple[str, ...] = ()
    row: tuple[str, ...] = ()
    other_rows: tuple[tuple[str, ...], ...] = ()
    until: date | None = None
    surfaces: tuple[Surface, ...]
    speaker_id: str | None = None
    genres: tuple[str, ...] = ()


class Fact(Record):
    """A proposition of the ledger. Ground facts are findings; a tilt fact makes one alternative
    (`tilts`) look likelier, contradicts nothing and has an `innocent` reading."""

    fact_id: str
    kind: FactKind
    text: str
    anchors: tuple[Anchor, ...]
    claims: tuple[Claim, ...] = ()
    tilts: str | None = None
    innocent: str = ""
    entity_ids: tuple[str, ...] = ()
    finding_ids: tuple[str, ...] = ()
    when: date | None = None
    mentions: tuple[Mention, ...] = ()

    @model_validator(mode="after")
    def _check(self) -> Self:
        if (self.kind == "tilt") != (self.tilts is not None):
            raise ValueError(
                f"fact {self.fact_id!r}: a tilt fact, and only it, names what it tilts"
            )
        if not self.anchors:
            raise ValueError(f"fact {self.fact_id!r} has no anchor, so no document can be checked")
        return self


class Hypothesis(Record):
    """A full account of what happened. `side` is the party whose account it is, if any."""

    hypothesis_id: str
    statement: str
    role: HypothesisRole
    side: Side | None = None


class Inference(Record):
    """A conclusion that needs all its premises: facts or other inferences."""

    inference_id: str
    text: str
    premises: tuple[str, ...]


class Edge(Record):
    """An inference, or a fact, that supports or refutes a hypothesis."""

    source: str
    hypothesis_id: str
    relation: Relation


class HypothesisDag(Record):
    """Facts, inferences, the four hypotheses, and the edges between them.

    Checked on construction: ids resolve and are unique; the graph is acyclic; one adopted, one
    rejected, two alternatives; tilt facts tilt alternatives and never stand in an inference; the
    adopted account has a supporting inference with two or more premises; every other account is
    refuted along two paths of which neither contains the other; no ledger slot holds two values.
    """

    hypotheses: tuple[Hypothesis, ...]
    facts: tuple[Fact, ...]
    inferences: tuple[Inference, ...]
    edges: tuple[Edge, ...]

    @property
    def adopted(self) -> Hypothesis:
        """The court's account."""
        return next(h for h in self.hypotheses if h.role == "adopted")

    @property
    def rejected(self) -> Hypothesis:
        """The losing party's account."""
        return next(h for h in self.hypotheses if h.role == "rejected")

    @property
    def alternatives(self) -> tuple[Hypothesis, ...]:
        """The two accounts of neither party."""
        return tuple(h for h in self.hypotheses if h.role == "alternative")

    def fact(self, fact_id: str) -> Fact:
        """A fact by id; KeyError when there is none."""
        for fact in self.facts:
            if fact.fact_id == fact_id:
                return fact
        raise KeyError(fact_id)

    def grounds(self, node_id: str) -> frozenset[str]:
        """The facts that a fact or inference finally rests on."""
        premises = {i.inference_id: i.premises for i in self.inferences}

        def under(node: str) -> frozenset[str]:
            below = premises.get(node)
            return frozenset({node}) if below is None else frozenset().union(*map(under, below))

        return under(node_id)

    def paths(self, hypothesis_id: str, relation: Relation) -> tuple[frozenset[str], ...]:
        """The fact sets of each edge of `relation` into a hypothesis, in edge order."""
        return tuple(
            self.grounds(edge.source)
            for edge in self.edges
            if edge.hypothesis_id == hypothesis_id and edge.relation == relation
        )

    @model_validator(mode="after")
    def _check(self) -> Self:
        self._check_ids()
        self._check_acyclic()
        self._check_accounts()
        self._check_ledger()
        return self

    def _check_ids(self) -> None:
        ids = [f.fact_id for f in self.facts] + [i.inference_id for i in self.inferences]
        accounts = [h.hypothesis_id for h in self.hypotheses]
        if repeat := first_repeat(ids + accounts):
            raise ValueError(f"id {repeat!r} stands twice in the DAG")
        ground = {f.fact_id for f in self.facts if f.kind == "ground"}
        usable = ground | {i.inference_id for i in self.inferences}
        for inference in self.inferences:
            for premise in inference.premises:
                if premise not in usable:
                    raise ValueError(
                        f"inference {inference.inference_id!r}: premise {premise!r} is "
                        "no ground fact and no inference"
                    )
        for edge in self.edges:
            if edge.source not in usable or edge.hypothesis_id not in accounts:
                raise ValueError(f"edge {edge.source!r} -> {edge.hypothesis_id!r} points nowhere")

    def _check_acyclic(self) -> None:
        premises = {i.inference_id: i.premises for i in self.inferences}
        done: set[str] = set()

        def visit(node: str, above: tuple[str, ...]) -> None:
            if node in above:
                raise ValueError(f"inferences run in a circle: {' -> '.join((*above, node))}")
            if node in done:
                return
            for premise in premises.get(node, ()):
                visit(premise, (*above, node))
            done.add(node)

        for inference_id in premises:
            visit(inference_id, ())

    def _check_accounts(self) -> None:
        roles = sorted(h.role for h in self.hypotheses)
        if roles != ["adopted", "alternative", "alternative", "rejected"]:
            raise ValueError(f"need one adopted, one rejected, two alternatives; got {roles}")
        alternatives = {h.hypothesis_id for h in self.alternatives}
        for fact in self.facts:
            if fact.kind == "tilt" and fact.tilts not in alternatives:
                raise ValueError(f"tilt fact {fact.fact_id!r} tilts {fact.tilts!r}, no alternative")
        if not any(len(path) > 1 for path in self.paths(self.adopted.hypothesis_id, "supports")):
            raise ValueError("the adopted account has no support that joins two facts")
        for hypothesis in self.hypotheses:
            paths = self.paths(hypothesis.hypothesis_id, "refutes")
            if hypothesis.role == "adopted":
                if paths:
                    raise ValueError(f"the adopted account {hypothesis.hypothesis_id!r} is refuted")
            elif not any(not a <= b and not b <= a for a in paths for b in paths):
                raise ValueError(
                    f"{hypothesis.hypothesis_id!r} is not refuted along two independent paths"
                )

    def _check_ledger(self) -> None:
        values: dict[tuple[str, str, str], tuple[str, str]] = {}
        for fact in self.facts:
            for claim in fact.claims:
                earlier = values.setdefault(claim.slot, (claim.value, fact.fact_id))
                if earlier[0] != claim.value:
                    raise ValueError(
                        f"ledger slot {claim.slot} holds {earlier[0]!r} (fact "
                        f"{earlier[1]!r}) and {claim.value!r} (fact {fact.fact_id!r})"
                    )
