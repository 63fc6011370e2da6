"""The game itself, compiled by Numba. It knows NumPy and Numba and nothing above it."""
