"""The attacks a hostile reviewer would run, each a measured gate."""
