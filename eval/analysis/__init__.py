"""From logs to frames, tables, figures and a report."""
