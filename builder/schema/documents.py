"""A document on its way: planned (spec), written (content), rendered (file)."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from builder.schema.base import Format, Record, Role, first_repeat
from builder.schema.entities import Entity, Identity
from builder.schema.hypotheses import Fact, Mention, MentionForm, Surface
from builder.schema.record import Finding

BackgroundKind = Literal["dispute", "alternative", "business", "chaff"]


class Background(Record):
    """A paragraph-sized piece of ordinary life that states no fact of the ledger.

    `dispute` pieces share the dispute's parties (noise); `alternative` ones fit the people and time
    of the hypothesis `target`; `business` ones name nobody of the dispute and serve every role;
    `chaff` ones belong to other people's business. `topic` groups pieces that go together. One of
    the form `row` is a table of ordinary rows, with a heading for each column; without rows, a
    table that the genre makes up. A seasonal piece names the `months` (1-12) in which it can be
    written; one about a trade has the company whose life it is as its home, and only the people
    there write it.
    """

    background_id: str
    kind: BackgroundKind
    text: str
    topic: str = ""
    form: MentionForm = "prose"
    target: str | None = None
    speaker_id: str | None = None
    genres: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    months: tuple[int, ...] = ()
    home_id: str | None = None


class Window(Record):
    """The dates between which the dispute happened, both included."""

    start: date
    end: date

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.start > self.end:
            raise ValueError(f"window ends ({self.end}) before it starts ({self.start})")
        return self

    def __contains__(self, day: date) -> bool:
        return self.start <= day <= self.end


class Exhibit(Record):
    """An exhibit of the record: it becomes a merits document that states `fact_ids`."""

    number: str
    title: str
    genre: str
    fact_ids: tuple[str, ...]
    author_id: str | None = None
    when: date | None = None


class Setting(Record):
    """The world around the dispute: what planning and writing need beside the ledger."""

    brief: str
    window: Window
    dispute_terms: tuple[str, ...]
    exhibits: tuple[Exhibit, ...] = ()
    background: tuple[Background, ...] = ()


class Extraction(Record):
    """What an analyst reads out of a case record: findings, entities, ground facts, the setting.

    `identities` are the real names of a real record; they stay out of everything public.
    """

    findings: tuple[Finding, ...]
    entities: tuple[Entity, ...]
    facts: tuple[Fact, ...]
    setting: Setting
    identities: tuple[Identity, ...] = ()

    @model_validator(mode="after")
    def _check(self) -> Self:
        repeat = first_repeat([e.entity_id for e in self.entities])
        if repeat:
            raise ValueError(f"entity {repeat!r} stands twice")
        if not all(fact.kind == "ground" for fact in self.facts):
            raise ValueError(
                "an extraction holds ground facts only; tilt facts come with hypotheses"
            )
        return self


class Statement(Record):
    """That a document states a fact, and the surface form of each anchor it does so with.

    `partial` statements cover some of the fact's anchors only; they prove nothing alone.
    """

    fact_id: str
    surfaces: tuple[Surface, ...]
    partial: bool = False
    wording: Mention | None = None


class DocumentSpec(Record):
    """A document as planned. `series` groups documents that belong together; `target` is the
    alternative that a pro_alternative or alternative_noise document is about."""

    document_id: str
    role: Role
    genre: str
    format: Format
    path: str
    title: str
    date: datetime
    author_id: str
    recipient_ids: tuple[str, ...] = ()
    custodian_id: str | None = None
    series: str = ""
    target: str | None = None
    exhibit: str | None = None
    statements: tuple[Statement, ...] = ()
    background: tuple[Background, ...] = ()

    @model_validator(mode="after")
    def _check(self) -> Self:
        aimed = self.role in ("pro_alternative", "alternative_noise")
        if aimed != (self.target is not None):
            raise ValueError(
                f"document {self.document_id!r}: role {self.role} "
                f"{'needs' if aimed else 'cannot have'} a target hypothesis"
            )
        stating = self.role in ("merits", "signal", "pro_alternative")
        if stating and not self.statements:
            raise ValueError(f"document {self.document_id!r}: role {self.role} states no fact")
        if not stating and any(not s.partial for s in self.statements):
            raise ValueError(f"document {self.document_id!r}: role {self.role} states a fact")
        return self


class DocumentPlan(Record):
    """All documents of one world, in the neutral order of their ids."""

    specs: tuple[DocumentSpec, ...]

    @model_validator(mode="after")
    def _check(self) -> Self:
        for name, values in (
            ("document id", [s.document_id for s in self.specs]),
            ("path", [s.path.casefold() for s in self.specs]),
        ):
            repeat = first_repeat(values)
            if repeat:
                raise ValueError(f"{name} {repeat!r} stands twice in the plan")
        return self


class Heading(Record):
    """A heading; `level` 1 is the title of the document."""

    kind: Literal["heading"] = "heading"
    text: str
    level: int = 1
    fact_ids: tuple[str, ...] = ()


class Paragraph(Record):
    """Running text; a line feed inside it is a hard line break."""

    kind: Literal["paragraph"] = "paragraph"
    text: str
    style: Literal["body", "small", "note", "center"] = "body"
    fact_ids: tuple[str, ...] = ()


class ListBlock(Record):
    """A list; `start` numbers it, None bullets it."""

    kind: Literal["list"] = "list"
    items: tuple[str, ...]
    start: int | None = None
    fact_ids: tuple[str, ...] = ()


class Table(Record):
    """A table of text cells as they are to be read; xlsx makes real dates and numbers of them."""

    kind: Literal["table"] = "table"
    header: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    fact_ids: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _check(self) -> Self:
        widths = {len(row) for row in self.rows} | ({len(self.header)} if self.header else set())
        if len(widths) > 1:
            raise ValueError(f"table rows differ in length: {sorted(widths)}")
        return self


class KeyValues(Record):
    """Labelled fields, as on a form."""

    kind: Literal["key_values"] = "key_values"
    pairs: tuple[tuple[str, str], ...]
    fact_ids: tuple[str, ...] = ()


class Message(Record):
    """An e-mail; `depth` is the number of quote marks before its lines."""

    kind: Literal["message"] = "message"
    sender: str
    recipients: tuple[str, ...]
    copied: tuple[str, ...] = ()
    sent: str
    subject: str = ""
    body: tuple[str, ...]
    attachments: tuple[str, ...] = ()
    depth: int = 0
    fact_ids: tuple[str, ...] = ()


class Signature(Record):
    """A signature block."""

    kind: Literal["signature"] = "signature"
    name: str
    lines: tuple[str, ...] = ()
    closing: str = ""
    fact_ids: tuple[str, ...] = ()


class Lines(Record):
    """Text whose line ends and columns matter: chat exports, transcripts, listings, logs."""

    kind: Literal["lines"] = "lines"
    lines: tuple[str, ...]
    fact_ids: tuple[str, ...] = ()


class Break(Record):
    """A new page, sheet or slide; `title` names the sheet or heads the slide."""

    kind: Literal["break"] = "break"
    unit: Literal["page", "sheet", "slide"] = "page"
    title: str = ""


Block = Annotated[
    Heading | Paragraph | ListBlock | Table | KeyValues | Message | Signature | Lines | Break,
    Field(discriminator="kind"),
]


class DocumentContent(Record):
    """A document as written: typed blocks, in reading order."""

    document_id: str
    title: str
    blocks: tuple[Block, ...]


class Scan(Record):
    """That a PDF is a scan. `seed` draws how worn it is; OCR misreads no word of `kept`, which are
    in lower case."""

    seed: str
    kept: frozenset[str] = frozenset()


class FileProperties(Record):
    """What a file's properties and layout say: a custodian's, never ours.

    `look` selects fonts, margins and letterhead of a company; `created` is the world's clock. Only
    PDFs can be a `scan`.
    """

    title: str
    author: str
    company: str
    created: datetime
    look: int = 0
    scan: Scan | None = None


class TextPart(Record):
    """The text of one page, sheet or slide."""

    unit: Literal["page", "sheet", "slide"]
    number: int
    text: str
    name: str = ""


class ExtractedText(Record):
    """What an agent can read of a file, part by part."""

    parts: tuple[TextPart, ...]

    @property
    def text(self) -> str:
        """All parts, separated by form feeds; a sheet's part begins with its name in brackets."""
        return "\f".join(
            f"[sheet: {part.name}]\n{part.text}" if part.unit == "sheet" else part.text
            for part in self.parts
        )


class RenderedFile(Record):
    """A file of the corpus. `text` is what extraction gave back; `size` is in bytes; `notes` names
    what the format could not hold."""

    document_id: str
    path: str
    format: Format
    date: datetime
    n_pages: int
    size: int
    sha256: str
    text: str
    notes: tuple[str, ...] = ()


class Corpus(Record):
    """The rendered files of one world, in plan order."""

    files: tuple[RenderedFile, ...]
