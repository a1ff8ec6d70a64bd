"""Verifies the proofs of an export of a history with the standard library alone; signatures are left to others."""
import base64
import hashlib
import json
import sys


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def leaf_hash(entry):
    return sha256(b"\x00", entry.encode("utf-8"))


def root_of(leaves):
    if len(leaves) == 0:
        return sha256()
    if len(leaves) == 1:
        return leaves[0]
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    return sha256(b"\x01", root_of(leaves[:split]), root_of(leaves[split:]))


def root_by(leaf, index, size, proof):
    node, last = index, size - 1
    for sibling in proof:
        if last == 0:
            return None
        if node % 2 == 1 or node == last:
            leaf = sha256(b"\x01", sibling, leaf)
            while node % 2 == 0 and node != 0:
                node, last = node // 2, last // 2
        else:
            leaf = sha256(b"\x01", leaf, sibling)
        node, last = node // 2, last // 2
    return leaf if last == 0 else None


def main():
    head, *lines = [json.loads(line) for line in sys.stdin.read().splitlines() if line]
    _, size, root = head["checkpoint"].split("\n")[:3]
    size, root = int(size), base64.b64decode(root)
    if head["complete"]:
        leaves = [leaf_hash(line["entry"]) for line in lines]
        good = [line["index"] for line in lines] == list(range(size)) and root_of(leaves) == root
        print("verified" if good else "not verified", len(lines))
        return
    for line in lines:
        proof = [base64.b64decode(one) for one in line["proof"]]
        found = root_by(leaf_hash(line["entry"]), line["index"], size, proof)
        print("verified" if found == root else "not verified", line["index"])


main()
