#!/usr/bin/env python3
"""Compares classes of draws with the shares that Gévay and Danner (2014) print in Tables X and XI.

    compare_classes.py CLASSES.csv morris_draw_ranks.csv TABLE VARIANT

CLASSES.csv is what `hindsight survey --draws` writes (class,heading,positions,canonical), TABLE is X or XI, and
VARIANT is standard, lasker_morris or morabaraba. Prints each printed share beside ours, of boards and of boards up
to symmetry, and which of the two fits in how many rows. Exits with 1 where neither fits in all of them.
"""

import csv
import re
import sys


def read_classes(path):
    with open(path, newline="", encoding="utf-8") as file:
        return [(int(row["class"]), int(row["positions"]), int(row["canonical"]))
                for row in csv.DictReader(file)]


def fits(share, printed, text):
    """Whether a share rounds to what is printed, to as many digits as are printed."""
    digits = len(text.partition(".")[2])
    return abs(share - printed) <= 0.5 * 10 ** -digits + 1e-9


def main():
    classes_path, facts_path, table, variant = sys.argv[1:5]
    classes = read_classes(classes_path)
    totals = [sum(row[column] for row in classes) for column in (1, 2)]
    share_of = {row[0]: [100 * row[column] / totals[column - 1] for column in (1, 2)]
                for row in classes}
    with open(facts_path, newline="", encoding="utf-8") as file:
        facts = [row for row in csv.DictReader(file)
                 if row["table"] == table and row["variant"] == variant]
    named, good = set(), [0, 0]
    print(f"{'class':>8} {'printed':>8} {'boards':>9} {'orbits':>9}")
    for row in facts:
        text = row["percent"]
        if row["subspace_or_difference"] == "other":
            shares = [sum(share[column] for key, share in share_of.items() if key not in named)
                      for column in (0, 1)]
            label = "other"
        elif not re.fullmatch(r"-?\d+", row["rank"]):
            print(f"{row['subspace_or_difference']:>8} {text:>8}: its rank cannot be read")
            continue
        else:
            rank = int(row["rank"])
            named.add(rank)
            shares, label = share_of.get(rank, [0.0, 0.0]), str(rank)
        hits = [fits(share, float(text), text) for share in shares]
        good = [sum(pair) for pair in zip(good, hits)]
        marks = "".join(mark if hit else "-" for mark, hit in zip("bo", hits))
        print(f"{label:>8} {text:>8} {shares[0]:9.4f} {shares[1]:9.4f}  {marks}")
    print(f"boards fit in {good[0]} rows, orbits in {good[1]}, of {len(facts)}")
    sys.exit(0 if max(good) == len(facts) else 1)


if __name__ == "__main__":
    main()
