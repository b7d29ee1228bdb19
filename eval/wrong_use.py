"""Wrong use of the evaluation: one line on stderr and exit code 2, no traceback."""

from __future__ import annotations

import click


class WrongUse(click.ClickException):
    """A parameter, policy, harness, dataset or sandbox that does not exist or cannot work here.

    Inspect's command line is click's, which shows the message and ends with this code.
    """

    exit_code = 2
