"""Every genre places what it is given, word for word, and adds nothing that is not its own."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date, datetime, timedelta
from random import Random

import pytest
from pydantic import TypeAdapter

from builder.formats import format_module
from builder.genres import Genre, Scene, genre_ids, genre_module
from builder.schema import (
    Background,
    Block,
    DocumentContent,
    DocumentSpec,
    Entity,
    FileProperties,
    Format,
    Lines,
    Mention,
    MentionForm,
    Statement,
    Surface,
)

SEEDS = range(6)
BLOCKS = TypeAdapter(tuple[Block, ...])
WHEN = datetime(2018, 6, 20, 14, 41)
FORMS: dict[MentionForm, Mention] = {
    "prose": Mention(
        form="prose",
        text="The last skid went up on Line 2 at 11:40 on June 19, 2018, and 7701 was next.",
        surfaces=(Surface(anchor="t", text="11:40"), Surface(anchor="d", text="June 19, 2018")),
        speaker_id="author",
    ),
    "row": Mention(
        form="row",
        columns=("Date", "Ref", "Out", "Remark"),
        row=("6/26/18", "LB 2231", "40", "bays 17 to 20"),
        other_rows=(("6/12/18", "LB 2219", "12", ""), ("6/29/18", "LB 2240", "8", "")),
        surfaces=(Surface(anchor="q", text="40"), Surface(anchor="r", text="LB 2231")),
    ),
    "qa": Mention(
        form="qa",
        text="Q. When did word of it first reach anybody there? A. I scanned it on the Wednesday, "
        "which was July 18, 2018, two days after.",
        surfaces=(Surface(anchor="d", text="July 18, 2018"),),
    ),
    "chat": Mention(
        form="chat",
        text="out of tops at 11:40, bring the 7701 one",
        speaker_id="other",
        surfaces=(Surface(anchor="t", text="11:40"),),
    ),
    "key_value": Mention(
        form="key_value",
        text="Ship weight: 2,964 lb",
        surfaces=(Surface(anchor="w", text="2,964"),),
    ),
}
PIECES = (
    "The horn on number 3 is weak and the drivers say beep. Gerry has the form in his tray.",
    "Hairnets are nearly gone. Two boxes of the blue are ordered, since nobody wants the white.",
    "The cage key has been cut a second time. Second shift signs for it, and calls it an insult.",
    "Plates ship Friday. The printer wants fifteen dollars a month to keep them for us.",
    "The tank was rinsed and left open to dry. A tarp was put over it, kindly, and it sweated.",
)


def person(
    entity_id: str, name: str, job: str = "", voice: str = "", in_dispute: bool = True
) -> Entity:
    return Entity(
        in_dispute=in_dispute,
        entity_id=entity_id,
        kind="person",
        name=name,
        job=job,
        voice=voice,
        employer_id="company",
        email=f"{entity_id}@example.com",
    )


PEOPLE = {
    "author": person("author", "Renata Voss", "plant manager", "numbered, courteous"),
    "reader": person("reader", "Julian Abara", "director", "breezy, hurried"),
    "other": person("other", "Henryk Dziedzic", "line lead", "lowercase, curt"),
    "third": person("third", "Luz Arrieta", "technician", in_dispute=False),
}
COMPANY = Entity(entity_id="company", kind="organization", name="Lakebed Canning LLC")
CLIENT = Entity(entity_id="client", kind="organization", name="Widdershins Switchel Company")


def scene(
    genre_id: str, n_statements: int, n_pieces: int, look: int = 0, form: Format | None = None
) -> Scene:
    genre = genre_module(genre_id).GENRE
    told = [FORMS[genre.forms[i % len(genre.forms)]] for i in range(n_statements)]
    return Scene(
        spec=DocumentSpec(
            document_id="D001",
            role="signal" if told else "noise",
            genre=genre_id,
            format=form or genre.formats[0],
            path="Voss/paper.pdf",
            title="June schedule",
            date=WHEN,
            author_id="author",
            recipient_ids=("reader",),
            statements=tuple(
                Statement(fact_id=f"G{i}", surfaces=m.surfaces, wording=m)
                for i, m in enumerate(told)
            ),
            background=tuple(
                Background(background_id=f"B{i}", kind="business", text=text)
                for i, text in enumerate(PIECES[:n_pieces])
            ),
        ),
        author=PEOPLE["author"],
        company=COMPANY,
        recipients=(PEOPLE["reader"],),
        recipient_company=CLIENT,
        others=(PEOPLE["other"], PEOPLE["third"]),
        look=look,
    )


def block_text(block: Block) -> str:
    values = block.model_dump(exclude={"kind", "style", "fact_ids", "unit", "level", "depth"})
    if isinstance(block, Lines):
        return " ".join(re.sub(r"^\s*(?:\d+:)?\d{0,3} {2,}", "", line) for line in block.lines)
    if "pairs" in values:
        return "\n".join(f"{label}: {value}" for label, value in values["pairs"])
    return "\n".join(_strings(values))


def _strings(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for part in value.values() for text in _strings(part)]
    return [text for part in value for text in _strings(part)] if isinstance(value, tuple) else []


def flat(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def compose(one: Scene, seed: int) -> tuple[Block, ...]:
    return genre_module(one.spec.genre).compose(one, Random(f"test/{seed}"))


def states(block: Block, mention: Mention) -> bool:
    text = flat(block_text(block))
    if mention.form == "row":
        return all(cell in text for cell in mention.row)
    if mention.form == "qa":
        parts = [p.strip() for p in re.split(r"(?:^|\s)[QA]\. ", mention.text) if p.strip()]
        return all(part in text for part in parts)
    return mention.text in text


@pytest.mark.parametrize("genre_id", genre_ids())
def test_genre_declares_what_it_is(genre_id: str) -> None:
    genre = genre_module(genre_id).GENRE
    assert isinstance(genre, Genre)
    assert genre.formats
    assert genre.forms
    assert len(set(genre.names)) >= 4
    assert 0 <= genre.background[0] <= genre.background[1]
    slots = dict.fromkeys(
        ("month", "mon", "day", "year", "yy", "author", "recipient", "subject", "number"), "x"
    )
    for name in genre.names:
        assert re.fullmatch(r"[A-Za-z0-9 \-_.&()]+", name.format(**slots)), name


@pytest.mark.parametrize("genre_id", genre_ids())
@pytest.mark.parametrize("n_statements", [0, 2, 6])
def test_every_statement_stands_word_for_word_in_a_block_that_names_it(
    genre_id: str, n_statements: int
) -> None:
    for seed in SEEDS:
        one = scene(genre_id, n_statements, seed % 6, seed % 8)
        blocks = compose(one, seed)
        BLOCKS.validate_python([b.model_dump() for b in blocks])
        for statement in one.spec.statements:
            assert statement.wording
            stating = [b for b in blocks if statement.fact_id in getattr(b, "fact_ids", ())]
            assert any(states(b, statement.wording) for b in stating), (seed, statement.fact_id)
        named = {f for b in blocks for f in getattr(b, "fact_ids", ())}
        assert named == {s.fact_id for s in one.spec.statements}


@pytest.mark.parametrize("genre_id", genre_ids())
def test_every_background_piece_is_there(genre_id: str) -> None:
    for seed in SEEDS:
        one = scene(genre_id, 1, 4, seed % 8)
        text = flat(" ".join(block_text(b) for b in compose(one, seed)))
        for piece in one.spec.background:
            for sentence in re.split(r"(?<=\.) ", piece.text):
                assert sentence in text, (seed, sentence)


@pytest.mark.parametrize("genre_id", genre_ids())
def test_same_scene_and_seed_give_the_same_blocks(genre_id: str) -> None:
    for seed in SEEDS:
        assert compose(scene(genre_id, 2, 3), seed) == compose(scene(genre_id, 2, 3), seed)


@pytest.mark.parametrize("genre_id", genre_ids())
def test_the_role_changes_nothing(genre_id: str) -> None:
    one = scene(genre_id, 1, 3)
    for role, target in (("merits", None), ("pro_alternative", "H3")):
        spec = DocumentSpec.model_validate(
            {**one.spec.model_dump(), "role": role, "target": target}
        )
        assert compose(one.model_copy(update={"spec": spec}), 1) == compose(one, 1)


def test_frames_seldom_repeat_a_sentence() -> None:
    """No sentence of eight words or more in more than three of a world's papers."""
    rng = Random("papers")
    counts = Counter[str]()
    for number in range(180):
        genre_id = rng.choice(genre_ids())
        company = COMPANY.model_copy(update={"name": f"Company {number % 7} LLC"})
        one = scene(genre_id, 0, 0, rng.randrange(8)).model_copy(update={"company": company})
        text = "\n".join(block_text(b) for b in compose(one, number))
        found = re.split(r"(?<=[.!?;])\s+|\n", text)
        counts.update({s for s in found if len(s.split()) >= 8 and "Spur Road" not in s})
    assert [(s, n) for s, n in counts.items() if n > 3 and not s.startswith("This message")] == []


MONTHS = (
    "January|February|March|April|May|June|July|August|September|October|November|December|"
    "Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec"
)
DATES = (
    (re.compile(rf"\b({MONTHS}) (\d{{1,2}}), (\d{{4}})\b"), "mdy"),
    (re.compile(rf"\b(\d{{1,2}}) ({MONTHS}) (\d{{4}})\b"), "dmy"),
    (re.compile(r"\b(\d{1,2})/(\d{1,2})/(\d{4}|\d{2})\b"), "mdy"),
    (re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b"), "ymd"),
    (re.compile(rf"\b({MONTHS}) (\d{{1,2}})\b(?!,? \d{{4}})"), "md"),
)


def dates_in(text: str) -> list[date]:
    found = list[date]()
    for pattern, order in DATES:
        for match in pattern.finditer(text):
            part = dict(zip(order, match.groups(), strict=True))
            month = part["m"]
            number = int(month) if month.isdigit() else datetime.strptime(month[:3], "%b").month
            year = int(part.get("y", WHEN.year))
            found.append(date(year + 2000 if year < 100 else year, number, int(part["d"])))
    return found


@pytest.mark.parametrize("genre_id", genre_ids())
def test_dates_of_the_frame_are_near_the_documents_own(genre_id: str) -> None:
    for seed in SEEDS:
        text = flat(" ".join(block_text(b) for b in compose(scene(genre_id, 0, 3, seed % 8), seed)))
        found = dates_in(text)
        assert found, (seed, "no date at all")
        for one in found:
            assert abs(one - WHEN.date()) <= timedelta(days=12), (seed, one)
        assert any(one.year == WHEN.year for one in found)


NAME = re.compile(r"\b[B-PR-Z]\. ?[A-Z][a-z]{2,}\b|\b(?:Mr|Ms|Mrs|Dr)\. [A-Z][a-z]+")


@pytest.mark.parametrize("genre_id", genre_ids())
def test_nobody_from_outside_the_scene_is_named(genre_id: str) -> None:
    lasts = {p.name.split()[-1] for p in PEOPLE.values()}
    for seed in SEEDS:
        for block in compose(scene(genre_id, 0, 0, seed % 8), seed):
            for match in NAME.finditer(block_text(block)):
                known = any(last in match[0] for last in lasts) or match[0].startswith("P.O")
                assert known or match[0] in ("U.S. Code",), (seed, match[0])


@pytest.mark.parametrize("genre_id", genre_ids())
def test_the_frame_draws_nobody_of_the_dispute_in(genre_id: str) -> None:
    for seed in SEEDS:
        text = " ".join(block_text(b) for b in compose(scene(genre_id, 0, 2, seed % 8), seed))
        assert "dziedzic" not in text.casefold(), seed
        assert "Henryk" not in text, seed


@pytest.mark.parametrize("genre_id", genre_ids())
def test_no_word_of_the_builders_own_trade(genre_id: str) -> None:
    words = re.compile(
        r"\b(?:noise|chaff|merits|pro_alternative|hypothes[ie]s|tilt|G0|B0|D001)\b", re.I
    )
    for seed in SEEDS:
        text = " ".join(block_text(b) for b in compose(scene(genre_id, 1, 2, seed % 8), seed))
        assert not words.search(text), seed


@pytest.mark.parametrize("genre_id", genre_ids())
def test_a_scene_of_one_person_is_enough(genre_id: str) -> None:
    for seed in SEEDS:
        one = scene(genre_id, 2, 2, seed % 8).model_copy(
            update={"recipients": (), "others": (), "recipient_company": None}
        )
        assert compose(one, seed)


def assert_comes_back(genre_id: str, form: Format, seed: int) -> None:
    one = scene(genre_id, 3, 3, look=seed % 8, form=form)
    blocks = compose(one, seed)
    content = DocumentContent(document_id="D001", title=one.spec.title, blocks=blocks)
    properties = FileProperties(
        title="x", author="Renata Voss", company=COMPANY.name, created=WHEN, look=one.look
    )
    module = format_module(form)
    text = flat(module.extract(module.render(content, properties).data).text)
    for statement in one.spec.statements:
        for surface in statement.surfaces:
            assert surface.text in text, (form, surface.text)


@pytest.mark.parametrize("genre_id", genre_ids())
def test_renders_and_comes_back(genre_id: str) -> None:
    assert_comes_back(genre_id, genre_module(genre_id).GENRE.formats[0], 1)


@pytest.mark.slow
@pytest.mark.parametrize("genre_id", genre_ids())
def test_renders_in_every_format_and_comes_back(genre_id: str) -> None:
    for form in genre_module(genre_id).GENRE.formats:
        for seed in range(4):
            assert_comes_back(genre_id, form, seed)
