"""What every kernel is compiled with, whatever its game: Numba and its cache, sets of bits, random streams."""
