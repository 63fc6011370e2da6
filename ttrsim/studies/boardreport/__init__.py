"""One report on a board: what a designer should know first, with everything that it rests on."""
