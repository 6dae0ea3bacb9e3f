"""Who wins, with all cards known: proofs, winning lines, par and the move that lost.

Importing this package loads no compiled code; its modules do. Only workers and shells import
them, never a web process.
"""
