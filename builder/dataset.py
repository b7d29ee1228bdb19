"""A dataset's folder, whole: data files, manifest, card, pages and Croissant.

In: builds, a split's name, the folder of the data files. Out: the manifest. Side effects: writes
below `out` and, beside it, README.md (front matter), cards/ and croissant.json; with `seal`, the
same for the key below that folder. One command at a time holds a folder.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from builder.audited import in_one_line
from builder.croissant import croissant
from builder.errors import ConfigError
from builder.manifest import MANIFEST, Manifest, read_manifest, write_manifest
from builder.pages import pages
from builder.stages.card import first_card, first_card_of_key, with_front_matter, with_table
from builder.stages.pack import pack
from builder.workspace import folder_lock, sweep, write_whole


def write_dataset(
    builds: Sequence[Path],
    split: str,
    out: Path,
    seal: Path | None = None,
    data_version: str = "",
) -> Manifest:
    """Packs builds as a split and writes everything that goes with the data."""
    with folder_lock(out):
        manifest = pack(builds, split, out, seal)
        if data_version:
            manifest = manifest.model_copy(update={"data_version": data_version})
        write_manifest(manifest, out)
        describe(out.resolve().parent, manifest)
    if seal is not None:
        sealed = read_manifest(seal / "data_files")
        sealed = sealed.model_copy(update={"data_version": manifest.data_version})
        write_manifest(sealed, seal / "data_files")
        _write_card(seal, sealed, first_card_of_key(sealed))
    return manifest


def describe_anew(root: Path) -> Manifest:
    """Writes what goes with the data of a packed folder; ConfigError when there is none."""
    out = root / "data_files"
    if not (out / MANIFEST).is_file():
        raise ConfigError(f"no data_files/{MANIFEST} in {str(root)!r}; pack worlds first")
    with folder_lock(out):
        manifest = read_manifest(out)
        if any(name.startswith("worlds/") for name in manifest.files):
            describe(root, manifest)
        else:
            _write_card(root, manifest, first_card_of_key(manifest))
    return manifest


def describe(root: Path, manifest: Manifest) -> None:
    """Writes what is made from the data: front matter and table of the card, pages, Croissant."""
    _write_card(root, manifest, first_card())
    for name, text in pages(root, manifest).items():
        _write(root / name, text)
    _write(root / "croissant.json", croissant(manifest))


def _write_card(root: Path, manifest: Manifest, first: str) -> None:
    readme = root / "README.md"
    text = readme.read_text(encoding="utf-8") if readme.exists() else first
    audits = {split: in_one_line(root, manifest, split) for split in manifest.splits}
    text = with_front_matter(with_table(text, manifest, audits), manifest)
    _write(readme, text)


def _write(path: Path, text: str) -> None:
    """Writes a file whole, and removes what a killed command left of it; the folder is held."""
    sweep(path.parent, path.name)
    write_whole(path, text.encode())
