"""The rules of the games: pure functions on frozen values.

No input or output, no clock, no randomness of its own, no globals that change: time and
random numbers are arguments. Only the shell entry point (``__main__``) reads or prints.
"""
