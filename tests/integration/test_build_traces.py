"""What a corpus says of its making: nothing, in no byte, member, stream, property, name or mtime.

Looks with other means than the certificate does: every file is taken apart here anew.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pypdfium2
import pytest

from builder.schema import ROLES, World
from builder.show import read_world
from investigation_worlds import materialize, table
from tests.build_factories import SMALL, run

LIBRARIES = re.compile(
    rb"report\s?lab|python-(?:docx|pptx)|docx ?template|steve canny|openpyxl|xlsx ?writer|pdfium"
    rb"|pypdf|pikepdf|lxml|jinja|fonttools|investigation.?worlds|libre ?office|\bpython\b"
    rb"|anonymous|unspecified|untitled",
    re.I,
)
ROLE_NAMES = re.compile(rb"pro[_ -]?alternative|alternative[_ -]?noise", re.I)
ROLE_WORDS = re.compile(r"\b(?:" + "|".join(ROLES) + r"|hypothes[ie]s|adopted|rejected)\b", re.I)
PATHS = re.compile(rb"/(?:home|root|tmp|work|usr|var|Users)/\w|site-packages|pytest-of", re.I)
STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.S)
PROPERTIES = ("docProps/core.xml", "docProps/app.xml", "docProps/custom.xml")


def parts(data: bytes, file_format: str) -> Iterator[tuple[str, bytes]]:
    """The bytes of a file, of its members, and of its streams and text made plain."""
    yield "bytes", data
    if file_format == "pdf":
        for number, stream in enumerate(STREAM.findall(data)):
            try:
                yield f"stream {number}", zlib.decompress(stream)
            except zlib.error:
                continue  # not deflated: its bytes are among those of the file
        with pypdfium2.PdfDocument(data) as pdf:
            for number, page in enumerate(pdf):
                yield f"page {number}", page.get_textpage().get_text_bounded().encode()
            yield "properties", repr(pdf.get_metadata_dict()).encode()
    elif file_format != "txt":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            yield "comment", archive.comment
            for info in archive.infolist():
                yield info.filename, archive.read(info)
                yield f"{info.filename} (extra)", info.extra + info.comment


def forms_of(day: date) -> re.Pattern[bytes]:
    """A day in every common form."""
    month, short = day.strftime("%B"), day.strftime("%b")
    forms = [
        day.strftime("%Y-%m-%d"),
        day.strftime("%Y%m%d"),
        day.strftime("%m/%d/%Y"),
        day.strftime("%d.%m.%Y"),
        f"{day.month}/{day.day}/{day.year}",
        f"{day.month}/{day.day}/{day:%y}",
        f"{month} {day.day}, {day.year}",
        f"{day.day} {month} {day.year}",
        f"{short} {day.day}, {day.year}",
        f"{day.day} {short} {day.year}",
    ]
    joined = "|".join(re.escape(form) for form in forms)
    return re.compile(rf"(?<!\d)(?:{joined})(?!\d)".encode(), re.I)


def property_text(data: bytes, file_format: str) -> tuple[str, list[str]]:
    """The properties of a file, and the dates among them as `YYYYMMDDHHMMSS`."""
    if file_format == "pdf":
        with pypdfium2.PdfDocument(data) as pdf:
            held = pdf.get_metadata_dict()
        dates = [re.sub(r"\D", "", held[k])[:14] for k in ("CreationDate", "ModDate")]
        return " ".join(held.values()), dates
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = [name for name in PROPERTIES if name in archive.namelist()]
        text = " ".join(archive.read(name).decode() for name in names)
    stamps = re.findall(r">(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)Z<", text)
    return text, [re.sub(r"\D", "", stamp) for stamp in stamps]


def faults(world: World, folder: Path) -> list[str]:
    """One line for each trace of the making of a world in its materialized files."""
    dag, today = world.answer_key.dag, forms_of(datetime.now(UTC).date())
    longer = {node for node in (f.fact_id for f in dag.facts) if len(node) > 4}
    ids = [re.compile(rb"\b" + re.escape(node.encode()) + rb"\b") for node in sorted(longer)]
    looked_for = {
        "library": LIBRARIES,
        "role": ROLE_NAMES,
        "path": PATHS,
        "today": today,
        **{f"fact id {number}": pattern for number, pattern in enumerate(ids)},
    }
    accounts = [
        " ".join(sentence.split()).casefold()
        for hypothesis in dag.hypotheses
        for sentence in re.split(r"(?<=\.) ", hypothesis.statement)
    ]
    found: list[str] = []
    for document in world.case_file.documents:
        where, data = document.path, (folder / document.path).read_bytes()
        for name, part in parts(data, document.format):
            found += [
                f"{where} ({name}): {what} {hit.group()!r}"
                for what, pattern in looked_for.items()
                if (hit := pattern.search(part))
            ]
        text = " ".join(document.text.split()).casefold()
        found += [f"{where}: quotes {account!r}" for account in accounts if account in text]
        shown = where
        if document.format != "txt":
            properties, dates = property_text(data, document.format)
            shown += " " + properties
            if set(dates) != {f"{document.date:%Y%m%d%H%M%S}"}:
                found.append(f"{where}: property dates {dates}, document {document.date}")
        found += [f"{where}: {word!r} in name or properties" for word in ROLE_WORDS.findall(shown)]
        mtime = datetime.fromtimestamp((folder / where).stat().st_mtime, UTC)
        if mtime != document.date.replace(tzinfo=UTC):
            found.append(f"{where}: mtime {mtime}, document {document.date}")
    return found


def test_one_world_says_nothing_of_its_making(
    packed: Path, world_folder: Path, tmp_path: Path
) -> None:
    world = read_world(world_folder)
    written = materialize(world.case_file.world_id, tmp_path, "validation", root=packed)
    assert len(written) == len(world.case_file.documents)
    assert faults(world, tmp_path) == []


def test_the_search_finds_what_it_looks_for(world_folder: Path, tmp_path: Path) -> None:
    world = read_world(world_folder)
    document = next(d for d in world.case_file.documents if d.format == "txt")
    only = world.case_file.model_copy(update={"documents": (document,)})
    planted = f"ReportLab pro_alternative /tmp/x {datetime.now(UTC):%B} {datetime.now(UTC).day}, "
    path = tmp_path / document.path
    path.parent.mkdir(parents=True)
    path.write_text(f"{planted}{datetime.now(UTC).year}")
    assert len(faults(world.model_copy(update={"case_file": only}), tmp_path)) == 5


@pytest.mark.slow
@pytest.mark.parametrize("source", ["handwritten", "fiction"])
def test_all_worlds_say_nothing_of_their_making(
    all_handwritten: Path, tmp_path: Path, source: str
) -> None:
    root = all_handwritten
    if source == "fiction":
        root = tmp_path / "root"
        run("build", "--source", "fiction", "--seed", "5", *SMALL, "--out", root / "build")
        run("pack", root / "build", "--split", "validation", "--out", root / "data_files")
    found: list[str] = []
    for world_id in table("worlds", "validation", columns=["world_id"], root=root)[0].to_pylist():
        materialize(world_id, tmp_path / world_id, "validation", root=root)
        world = read_world(root / "build" / "worlds" / world_id)
        found += [f"{world_id}: {fault}" for fault in faults(world, tmp_path / world_id)]
    assert found == []
