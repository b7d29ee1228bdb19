"""The investigator's four tools."""
