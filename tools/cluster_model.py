#!/usr/bin/env python3
"""Projects how long large games take on 1 to 256 machines, and draws it: docs/cluster-model.svg.

    python3 tools/cluster_model.py                    prints a table and writes the plot
    python3 tools/cluster_model.py measure PROGRAM    measures messages first: docs/results/cluster_messages.csv

The model has three parts, all for one machine of N:
- work: its share of the slots, at the speed at which one machine solves;
- network: the bytes of its messages, at the speed of its link. A move to a slot of another rank costs
  BYTES_PER_MOVE, and with slots dealt out evenly (N - 1) / N of the moves are such;
- passes: every level of every unit ends with an empty message from each rank to each other, and with an
  agreement in log2 N steps.
Work and network are added up, as if nothing overlapped.

To measure, PROGRAM solves small games under mpirun, with the least memory with which so many ranks can. How many
bytes are sent does not depend on how many cores these ranks share. Moves per slot and bytes per move of the model
are those of one of these runs; the plot and docs/cluster.md compare the others with what the model says of them.
"""

import csv
import json
import math
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
MESSAGES = os.path.join(ROOT, "docs", "results", "cluster_messages.csv")
MEASURED = [  # game, variant, what it is called, colour
    ("quixo", "4x4", "Quixo 4x4", "#1b6ca8"),
    ("tictactwo", "5x5-3", "Tic-Tac-Two 5x5-3", "#b5482a"),
    ("morris", "nine:4,4", "Nine Men's Morris with 4 men each", "#3a8a4d"),
]
MEASURED_RANKS = [2, 4, 8, 16]
# The run that the model takes its numbers from.
MODEL_OF = ("Quixo 4x4", "4")


def plan(program, game, variant, ranks, memory):
    """What `estimate` plans; None where it does not fit."""
    command = [program, "estimate", game, "--variant", variant, "--ranks", str(ranks),
               "--memory-per-rank", f"{memory // 1000}.{memory % 1000:03}kB", "--format", "json"]
    planned = subprocess.run(command, capture_output=True, text=True)
    return json.loads(planned.stdout) if planned.returncode == 0 else None


def least_memory(program, game, variant, ranks):
    least, most = 0, 1024
    while plan(program, game, variant, ranks, most) is None:
        least, most = most, 2 * most
    for _ in range(5):
        middle = (least + most) // 2
        if plan(program, game, variant, ranks, middle) is None:
            least = middle
        else:
            most = middle
    return most


def measure(program):
    rows = []
    for game, variant, title, _ in MEASURED:
        for ranks in MEASURED_RANKS:
            memory = least_memory(program, game, variant, ranks)
            split = plan(program, game, variant, ranks, memory)["split"]
            # The part of the moves that lead to another rank, were they spread evenly.
            parts = [(unit["slots"], unit["split"]["ranks"]) for unit in split]
            away = sum(slots * (n - 1) / n for slots, n in parts) / sum(slots for slots, _ in parts)
            with tempfile.TemporaryDirectory() as folder:
                command = ["mpirun", "-q", "--oversubscribe", "--allow-run-as-root", "--bind-to", "none",
                           "-n", str(ranks), program, "solve", game, "--variant", variant, "--threads", "1",
                           "--memory", f"{memory // 1000}.{memory % 1000:03}kB", "--data", folder]
                environment = dict(os.environ, HINDSIGHT_SPREAD_SLOTS="1000000000000",
                                   OMPI_MCA_btl_vader_single_copy_mechanism="none",
                                   OMPI_MCA_rtc_hwloc_vmhole="none")
                said = subprocess.run(command, env=environment, capture_output=True, text=True)
            text = said.stdout + said.stderr
            found = re.search(r"([\d.]+) (B|KiB|MiB|GiB) in ([\d,]+) messages?, [\d.]+ bytes for each of "
                              r"([\d.]+) ([kMG]?) ?moves", text)
            if found is None:
                sys.exit(f"{game} {variant} with {ranks} ranks: {text}")
            size, unit, messages, moves, thousand = found.groups()
            rows.append({
                "game": title,
                "ranks": ranks,
                "units": len(split),
                "slots": sum(slots for slots, _ in parts),
                "moves": round(float(moves) * {"": 1, "k": 1e3, "M": 1e6, "G": 1e9}[thousand]),
                "away": f"{away:.4f}",
                "messages": messages.replace(",", ""),
                "bytes": round(float(size) * 1024 ** ["B", "KiB", "MiB", "GiB"].index(unit)),
            })
            print(rows[-1])
    chosen = next(row for row in rows if (row["game"], str(row["ranks"])) == MODEL_OF)
    per_move = chosen["bytes"] / (chosen["moves"] * float(chosen["away"]))
    for row in rows:
        row["model_bytes"] = round(row["moves"] * float(row["away"]) * per_move)
    with open(MESSAGES, "w", encoding="utf-8") as file:
        table = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        table.writeheader()
        table.writerows(rows)


if sys.argv[1:2] == ["measure"]:
    measure(sys.argv[2])
with open(MESSAGES, encoding="utf-8") as messages_file:
    RUNS = list(csv.DictReader(messages_file))
RUN = next(run for run in RUNS if (run["game"], run["ranks"]) == MODEL_OF)
# Moves per slot, forwards and backwards, and bytes per move to a slot of another rank.
MOVES_PER_SLOT = int(RUN["moves"]) / int(RUN["slots"])
BYTES_PER_MOVE = int(RUN["bytes"]) / (int(RUN["moves"]) * float(RUN["away"]))

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


def plot_messages(out, x0, x1, y0, y1):
    """Bytes of messages: what the model says of the measured runs, and what was measured."""
    low, high = 7, 9  # powers of ten of bytes
    at_x = lambda n: x0 + (math.log2(n) - 1) / 3 * (x1 - x0)
    at_y = lambda b: y1 - (math.log10(b) - low) / (high - low) * (y1 - y0)
    out.append(f'<text x="{(x0 + x1) / 2}" y="24" text-anchor="middle" font-size="15">Messages of small games</text>')
    for power in range(low, high + 1):
        y = at_y(10**power)
        out.append(f'<line x1="{x0}" x2="{x1}" y1="{y}" y2="{y}" stroke="#ddd"/>'
                   f'<text x="{x0 - 8}" y="{y + 4}" text-anchor="end">{10**(power - 6):,} MB</text>')
    for n in MEASURED_RANKS:
        out.append(f'<text x="{at_x(n)}" y="{y1 + 18}" text-anchor="middle">{n}</text>')
    out.append(f'<text x="{(x0 + x1) / 2}" y="{y1 + 38}" text-anchor="middle">ranks</text>')
    for _, _, title, colour in MEASURED:
        runs = [run for run in RUNS if run["game"] == title]
        line = " ".join(f'{at_x(int(run["ranks"])):.1f},{at_y(int(run["model_bytes"])):.1f}' for run in runs)
        out.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for run in runs:
            x, y = at_x(int(run["ranks"])), at_y(int(run["bytes"]))
            out.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>')


def plot(path):
    width, height, left, top, bottom = 470, 330, 70, 46, 48
    total = (len(GAMES) + 1) * width + 20
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
    plot_messages(out, len(GAMES) * width + left, (len(GAMES) + 1) * width - 12, top, height - bottom)
    for row, (name, _, _, colour) in enumerate(MACHINES):
        x, y = left + (row % 2) * 330, height + 22 + row // 2 * 22
        out.append(f'<circle cx="{x}" cy="{y - 4}" r="4" fill="{colour}"/><text x="{x + 12}" y="{y}">{name}</text>')
    out.append(f'<text x="{left}" y="{height + 98}">hollow: more time on the network than at work</text>')
    for row, (_, _, title, colour) in enumerate(MEASURED):
        x, y = len(GAMES) * width + left, height + 22 + row * 22
        out.append(f'<circle cx="{x}" cy="{y - 4}" r="4" fill="{colour}"/><text x="{x + 12}" y="{y}">{title}</text>')
    x = len(GAMES) * width + left
    out.append(f'<text x="{x}" y="{height + 98}">lines: the model; dots: measured</text></svg>')
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n")


if __name__ == "__main__":
    table()
    plot(os.path.join(os.path.dirname(__file__), "..", "docs", "cluster-model.svg"))
