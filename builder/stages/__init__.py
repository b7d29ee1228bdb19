"""One file, one function, one hand-over: the steps between a case record and a published world."""
