#!/usr/bin/env python3
"""Checks a certificate that `hindsight query --proof` printed, without any code of Hindsight's.

    hindsight query tictactoe --proof | tools/check_proof.py - docs/results/table_hashes.csv

Checked is: the list of tables has the published hash (if a file of hashes is given); every byte that is
shown belongs to a table with the hash in the list; every value is what those bytes say; every value
follows from those of the moves. Taken on trust is what the rules say: which moves there are, and in
which slot a position is kept. Needs Python 3.8 and the program zstd, or Python 3.14.
"""
import csv, json, struct, subprocess, sys

# BLAKE3, from its paper (O'Connor, Aumasson, Neves and Wilcox-O'Hearn 2020).
IV = (0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19)
ORDER = (2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8)
MIX = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
       (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))
START, END, PARENT, ROOT = 1, 2, 4, 8

def compress(cv, block, counter, length, flags):
    v = list(cv) + list(IV[:4]) + [counter & 0xFFFFFFFF, counter >> 32, length, flags]
    m = struct.unpack("<16I", block.ljust(64, b"\0"))
    for _ in range(7):
        for i, (a, b, c, d) in enumerate(MIX):
            for word, by, down in ((m[2 * i], 16, 12), (m[2 * i + 1], 8, 7)):
                v[a] = (v[a] + v[b] + word) & 0xFFFFFFFF
                x = v[d] ^ v[a]; v[d] = (x >> by | x << (32 - by)) & 0xFFFFFFFF
                v[c] = (v[c] + v[d]) & 0xFFFFFFFF
                x = v[b] ^ v[c]; v[b] = (x >> down | x << (32 - down)) & 0xFFFFFFFF
        m = [m[place] for place in ORDER]
    return struct.pack("<8I", *(v[i] ^ v[i + 8] for i in range(8)))

def chunk_cv(chunk, counter, root):
    cv, blocks = IV, [chunk[at:at + 64] for at in range(0, len(chunk), 64)] or [b""]
    for i, block in enumerate(blocks):
        flags = START * (i == 0) | (END | root * ROOT) * (i == len(blocks) - 1)
        cv = struct.unpack("<8I", compress(cv, block, counter, len(block), flags))
    return struct.pack("<8I", *cv)

def left(length):  # bytes of the left subtree
    return 1024 << (((length - 1) // 1024).bit_length() - 1)

def tree_cv(node, at, length, root, shown):
    """The chaining value of a tree of evidence; notes the bytes that it shows, by their offset."""
    if isinstance(node, str):
        assert not root, "nothing of the table is shown"
        return bytes.fromhex(node)
    if isinstance(node, dict):
        shown[at] = bytes.fromhex(node["chunk"])
        assert len(shown[at]) == length <= 1024, "a chunk has the wrong length"
        return chunk_cv(shown[at], at // 1024, root)
    half = left(length)
    cvs = tree_cv(node[0], at, half, False, shown) + tree_cv(node[1], at + half, length - half, False, shown)
    return compress(IV, cvs, 0, 64, PARENT | root * ROOT)

def blake3(data):
    whole = lambda at, n: {"chunk": data[at:at + n].hex()} if n <= 1024 else [whole(at, left(n)), whole(at + left(n), n - left(n))]
    return tree_cv(whole(0, len(data)), 0, len(data), True, {}).hex()

def unzstd(frame):
    try:
        from compression.zstd import decompress
        return decompress(frame)
    except ImportError:
        return subprocess.run(["zstd", "-dcq"], input=frame, stdout=subprocess.PIPE, check=True).stdout

class Table:
    """A table of which some bytes are shown: docs/table-format.md says what they mean."""
    def __init__(self, proof, entry, evidence):
        self.shown, self.blocks = {}, {}
        hash = tree_cv(evidence, 0, entry["bytes"], True, self.shown).hex()
        assert hash == entry["blake3"], f"{entry['file']} has another hash"
        header = self.bytes(0, 8 + struct.unpack_from("<I", self.bytes(0, 8), 4)[0])
        assert header[8:18] == b"HINDTIER\1\0", "no table of format version 1"
        self.width, self.block_bytes, self.slots = struct.unpack_from("<BxIQ", header, 18)
        names = [proof["game"], proof["variant"], entry["name"]]
        told = b"".join(struct.pack("<H", len(name.encode())) + name.encode() for name in names)
        assert header[32:48].hex() == proof["rules"] and header[48:-4] == told, "a table of something else"
        end = entry["bytes"]
        at, count, codes = struct.unpack("<QQI", self.bytes(end - 36, 20))
        footer = self.bytes(at + 8, 2 * codes + 8 * count)
        self.dictionary = struct.unpack_from(f"<{codes}H", footer)
        self.lengths = struct.unpack_from(f"<{2 * count}I", footer, 2 * codes)[::2]
        self.first = len(header)

    def bytes(self, at, length):
        chunks = range(at // 1024 * 1024, at + length, 1024)
        return b"".join(self.shown[chunk] for chunk in chunks)[at % 1024:][:length]

    def value(self, slot):
        assert slot < self.slots, "no such slot"
        bit = slot * self.width
        block, within = divmod(bit, 8 * self.block_bytes)
        if block not in self.blocks:
            frame = self.bytes(self.first + sum(self.lengths[:block]), self.lengths[block])
            self.blocks[block] = unzstd(frame)
        word = int.from_bytes(self.blocks[block][within // 8:][:2], "little")
        code = self.dictionary[word >> within % 8 & (1 << self.width) - 1]
        value = ("win", "tie", "draw", "lose")[code >> 14]
        return value, None if value == "draw" else code & 0x3FFF

def worth(value, remoteness):  # to the opponent, who has just moved there: the larger the better
    return {"win": (0, remoteness), "draw": (1, 0), "tie": (2, -(remoteness or 0)), "lose": (3, -(remoteness or 0))}[value]

def check(proof, hashes):
    assert proof["version"] == 1, "a certificate of another version"
    listed = [{field: entry[field] for field in ("name", "file", "slots", "bytes", "blake3")} for entry in proof["tables"]]
    assert blake3(json.dumps(listed, ensure_ascii=False).encode()) == proof["hash"], "another list of tables"
    if hashes:
        rows = [row for row in csv.DictReader(open(hashes)) if (row["game"], row["variant"]) == (proof["game"], proof["variant"])]
        assert rows and rows[0]["blake3"] == proof["hash"], "the list of tables is not the published one"
    entries = {entry["name"]: entry for entry in proof["tables"]}
    tables = {name: Table(proof, entries[name], evidence) for name, evidence in proof["evidence"].items()}
    moves = 0
    for known in proof["positions"]:
        told, where = (known["value"], known["remoteness"]), known["position"]
        assert tables[known["tier"]].value(known["slot"]) == told, f"the table has another value for {where}"
        if known["over"]:
            assert told[1] == 0 and not known.get("moves"), f"the end at {where} takes no moves"
        elif "moves" in known:
            after = [proof["positions"][place] for place in known["moves"].values()]
            value, remoteness = max(((p["value"], p["remoteness"]) for p in after), key=lambda p: worth(*p))
            derived = {"win": "lose", "lose": "win"}.get(value, value), None if value == "draw" else remoteness + 1
            assert derived == told, f"{where} is {told}, and its moves make it {derived}"
            moves += len(after)
    first = proof["positions"][0]
    print(f"{proof['game']} {proof['variant']} {first['position']}: {first['value']}, remoteness {first['remoteness']}; "
          f"{len(proof['positions'])} values and {moves} moves checked" + (" against the published hash" if hashes else ""))

if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: check_proof.py CERTIFICATE|- [HASHES.csv]")
    try:
        check(json.load(sys.stdin if sys.argv[1] == "-" else open(sys.argv[1])), sys.argv[2] if len(sys.argv) > 2 else None)
    except (AssertionError, KeyError, IndexError, ValueError, struct.error) as error:
        sys.exit(f"the certificate is wrong: {error}")
