"""The command line of the builder: parses, runs one command, and turns errors into exit codes.

Exit codes: 0 success, 1 a failed build or gate, 2 wrong use. One clear line on stderr says why.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
import threading
from collections.abc import Sequence
from typing import NoReturn

from builder.commands import commands
from builder.errors import BuilderError, ConfigError, SourceUnusable

DESCRIPTION = (
    "Builds legal investigation worlds and proves them. The way of a world: build, show, audit, "
    "pack, push. Genuine cases: find, record, cohort-report. People: review."
)
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    options = parser().parse_args(arguments)
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(message)s")
    try:
        code = options.run(options)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # Who reads has seen enough (`| head`); the interpreter's own last flush must not fail.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (ConfigError, SourceUnusable) as exc:
        _say(str(exc))
        return 2
    except BuilderError as exc:
        _say(str(exc))
        return 1
    except OSError as exc:
        _say(f"{exc.strerror or exc}: {exc.filename!r}" if exc.filename else str(exc))
        return 1
    except KeyboardInterrupt:
        print("stopped; the same command goes on from here", file=sys.stderr)
        return INTERRUPTED


def parser() -> argparse.ArgumentParser:
    """Every command with its options, each with a description."""
    made = _Parser(prog="python -m builder", description=DESCRIPTION)
    named = made.add_subparsers(required=True, metavar="command", title="commands")
    for name, command in commands().items():
        summary = command.SUMMARY
        one = named.add_parser(
            name, help=summary, description=f"{summary[0].upper()}{summary[1:]}."
        )
        command.add_arguments(one)
        one.set_defaults(run=command.run)
    return made


class _Parser(argparse.ArgumentParser):
    """Says what is wrong on one line, without the usage before it."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"error: {message}; see {self.prog} --help\n")


def _say(reason: str) -> None:
    print("error:", " ".join(reason.split()), file=sys.stderr)


if __name__ == "__main__":
    code = main()
    if code == INTERRUPTED and any(not t.daemon for t in threading.enumerate()[1:]):
        # They wait for a provider, and what is stored is whole: nobody need wait for them.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)
