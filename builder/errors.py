"""The error tree.

BuilderError
+-- ConfigError            wrong use: said before any work
+-- AuthorError            a provider failed after its retries: stop, resume later
+-- CrawlPaused            an archive's calls are used up, or it fails: stop, resume later
+-- WorldError             this world cannot be built: recorded with its reason, go on
|   +-- SourceUnusable     the record lacks what a world needs
|   +-- ExtractionFailed   the analyst's reading does not hold
|   +-- InvalidDag         hypotheses, facts and inferences do not hang together
|   +-- UnplaceableFact    no document can carry a fact
|   +-- DocumentRejected   a document failed every try
|   +-- RoleNotProven      a rendered file does not pass its role's check
|   +-- IdentityLeak       a real identity is left in a file
+-- FormatError            a file cannot be rendered or read
+-- PackError              worlds cannot be packed or published
"""

from __future__ import annotations


class BuilderError(Exception):
    """The base of every error that the builder raises on purpose."""


class ConfigError(BuilderError):
    """Wrong use; the message names the thing and the way out."""


class AuthorError(BuilderError):
    """A hand could not answer after all retries; nothing accepted is lost."""


class CrawlPaused(BuilderError):
    """An archive lets nobody call for a while, or fails; every answer so far is kept."""


class WorldError(BuilderError):
    """One world cannot be built; the build goes on without it."""


class SourceUnusable(WorldError):
    """The case record lacks what a world needs."""


class ExtractionFailed(WorldError):
    """The analyst's reading of the record does not hold."""


class InvalidDag(WorldError):
    """Hypotheses, facts and inferences do not hang together."""


class UnplaceableFact(WorldError):
    """No document can carry a fact."""


class DocumentRejected(WorldError):
    """A document failed its review on every try."""


class RoleNotProven(WorldError):
    """A rendered file does not pass its role's check."""


class IdentityLeak(WorldError):
    """A real identity is left in a file, its name or its properties."""


class FormatError(BuilderError):
    """A file cannot be rendered, or cannot be read as what it claims to be."""


class PackError(BuilderError):
    """Worlds cannot be packed or published."""


def in_short(exc: Exception) -> str:
    """An error on one line; of a validation error the first fault, with where it stands."""
    from pydantic import ValidationError  # here, so that wrong use is answered without it

    if not isinstance(exc, ValidationError):
        return " ".join(f"{type(exc).__name__}: {exc}".split())
    first = exc.errors(include_url=False, include_input=False)[0]
    where = ".".join(map(str, first["loc"]))
    return " ".join(f"{where}: {first['msg']}".removeprefix(": ").split())
