"""An agent for `topple match`: it takes the lowest block it can and prefers the middle.

Try it: topple match 'program:python3 examples/agents/lowest.py' random --games 100
"""
import json
import sys

for line in sys.stdin:
    position = json.loads(line)
    # levels[i] has three slots from the bottom up, each [x, y, yaw] in metres and radians, or null.
    levels = position["levels"]

    def blocks_left(move):
        return sum(block is not None for block in levels[move[0]]) - 1

    def merit(move):
        level, slot, place = move
        return (blocks_left(move), slot == 1, place == 1, -level)

    # One of the legal moves [level, slot, place], and the line must be flushed.
    print(json.dumps(max(position["moves"], key=merit)), flush=True)
