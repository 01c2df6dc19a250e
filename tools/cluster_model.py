#!/usr/bin/env python3
"""Projects how long large games take on 1 to 256 machines, and draws it: docs/cluster-model.svg.

    python3 tools/cluster_model.py            prints a table and writes the plot

The model has three parts, all for one machine of N:
- work: its share of the slots, at the speed at which one machine solves;
- network: the bytes of its messages, at the speed of its link. A move to a slot of another rank costs
  BYTES_PER_MOVE, and with slots dealt out evenly (N - 1) / N of the moves are such;
- passes: every level of every unit ends with an empty message from each rank to each other, and with an
  agreement in log2 N steps.
Work and network are added up, as if nothing overlapped. MEASURED says where the numbers come from.
"""

import math
import os

# Moves per slot, forwards and backwards, and bytes per move that crosses: quixo 4x4, 14 split units on 3
# ranks, 203.3 MiB for 67.9 million moves of 4.10 million slots, two thirds of the moves to other ranks.
MOVES_PER_SLOT = 67.9 / 4.10
BYTES_PER_MOVE = 203.3 * 2**20 / (67.9e6 * 2 / 3)
# Slots per second of one machine: docs/results/performance.md, Quixo 4x5 with 16 threads; and a GPU.
CORES_16 = 876_142_221 / 20.5
GPU = 876_142_221 / 0.84
# Seconds for a message without contents, and for one step of an agreement, over a network of its kind.
EMPTY, STEP = 1e-6, 5e-6

GAMES = {  # slots, passes (two for each level of each large unit)
    "Quixo 5x5": (107e9, 2 * 120 * 180),
    "Nine Men's Morris": (27.8e9, 2 * 100 * 28),
}
MACHINES = [  # name, slots per second, bytes per second of its link, colour
    ("16 cores, InfiniBand 100 Gb/s", CORES_16, 12.5e9, "#1b6ca8"),
    ("16 cores, InfiniBand 400 Gb/s", CORES_16, 50e9, "#5aa9d6"),
    ("GPU, InfiniBand 100 Gb/s", GPU, 12.5e9, "#b5482a"),
    ("GPU, InfiniBand 400 Gb/s", GPU, 50e9, "#e08a5b"),
    ("GPU, NVLink 450 GB/s", GPU, 450e9, "#3a8a4d"),
]
COUNTS = [1, 2, 4, 8, 16, 32, 64, 128, 256]


def parts(game, speed, link, machines):
    slots, passes = GAMES[game]
    share = slots / machines
    work = share / speed
    network = share * MOVES_PER_SLOT * (machines - 1) / machines * BYTES_PER_MOVE / link
    ends = passes * ((machines - 1) * EMPTY + math.ceil(math.log2(machines)) * STEP)
    return work, network, ends


def words(seconds):
    for unit, length in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.1f} {unit}"
    return f"{seconds:.0f} s"


def table():
    for game in GAMES:
        print(f"\n{game}")
        for name, speed, link, _ in MACHINES:
            times = [parts(game, speed, link, n) for n in COUNTS]
            limit = next((n for n, (work, network, ends) in zip(COUNTS, times) if network + ends > work), None)
            said = "never up to 256" if limit is None else f"from {limit} on"
            print(f"  {name:32}", "  ".join(f"{words(sum(t)):>8}" for t in times), f" network is the limit: {said}")


def plot(path):
    width, height, left, top, bottom = 470, 330, 62, 46, 48
    total = len(GAMES) * width + 20
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{total}" height="{height + 118}" '
           'font-family="sans-serif" font-size="12">', '<rect width="100%" height="100%" fill="white"/>']
    low, high = 0, 5  # powers of ten of seconds
    for column, game in enumerate(GAMES):
        x0, x1 = column * width + left, (column + 1) * width - 12
        at_x = lambda n: x0 + math.log2(n) / 8 * (x1 - x0)
        at_y = lambda s: height - bottom - (math.log10(s) - low) / (high - low) * (height - bottom - top)
        out.append(f'<text x="{(x0 + x1) / 2}" y="24" text-anchor="middle" font-size="15">{game}</text>')
        for power in range(low, high + 1):
            y = at_y(10**power)
            out.append(f'<line x1="{x0}" x2="{x1}" y1="{y}" y2="{y}" stroke="#ddd"/>'
                       f'<text x="{x0 - 8}" y="{y + 4}" text-anchor="end">{10**power:,} s</text>')
        for n in COUNTS:
            out.append(f'<text x="{at_x(n)}" y="{height - bottom + 18}" text-anchor="middle">{n}</text>')
        out.append(f'<text x="{(x0 + x1) / 2}" y="{height - bottom + 38}" text-anchor="middle">machines</text>')
        for name, speed, link, colour in MACHINES:
            times = [parts(game, speed, link, n) for n in COUNTS]
            line = " ".join(f"{at_x(n):.1f},{at_y(max(1, sum(t))):.1f}" for n, t in zip(COUNTS, times))
            out.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
            for n, (work, network, ends) in zip(COUNTS, times):
                fill = "white" if network + ends > work else colour
                y = at_y(max(1, work + network + ends))
                out.append(f'<circle cx="{at_x(n):.1f}" cy="{y:.1f}" r="4" fill="{fill}" stroke="{colour}" stroke-width="2"/>')
    for row, (name, _, _, colour) in enumerate(MACHINES):
        x, y = left + (row % 2) * 330, height + 22 + row // 2 * 22
        out.append(f'<circle cx="{x}" cy="{y - 4}" r="4" fill="{colour}"/><text x="{x + 12}" y="{y}">{name}</text>')
    out.append(f'<text x="{left}" y="{height + 98}">hollow: more time on the network than at work</text></svg>')
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n")


if __name__ == "__main__":
    table()
    plot(os.path.join(os.path.dirname(__file__), "..", "docs", "cluster-model.svg"))
