"""File formats: blocks in, bytes out; bytes in, text out. One file per format.

A format module defines

    def render(content: DocumentContent, properties: FileProperties) -> Rendering
    def extract(data: bytes) -> ExtractedText

`render` raises FormatError for what it cannot hold only when nothing sensible is left; otherwise it
leaves the character out and says so in `Rendering.notes`, naming character, code point and block.
The same arguments give the same bytes. `extract` raises FormatError for bytes of another kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, cast

from builder.plugins import plugin, plugin_ids
from builder.schema import DocumentContent, ExtractedText, FileProperties, Format


@dataclass(frozen=True)
class Rendering:
    """The bytes of a file, and a note for each thing that the format could not hold."""

    data: bytes
    notes: tuple[str, ...] = ()


class FormatModule(Protocol):
    """What each file of this folder provides."""

    def render(self, content: DocumentContent, properties: FileProperties) -> Rendering: ...
    def extract(self, data: bytes) -> ExtractedText: ...


def format_ids() -> tuple[str, ...]:
    """The ids of all formats, sorted."""
    return plugin_ids("builder.formats")


def format_module(format_id: Format | str) -> FormatModule:
    """The module of one format; ConfigError names those that exist."""
    return cast(FormatModule, plugin("builder.formats", format_id))
