"""A witness as C2SP tlog-witness describes it, and a reader of what it signed (C2SP tlog-cosignature), with the standard library alone.

    witness.py serve             prints its URL and key; POST /log tells it whom to trust, POST /mode how to behave
    witness.py read LOG WITNESS  verifies the note on standard input; prints its size and when it was cosigned
"""
import base64
import hashlib
import json
import re
import secrets
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# Ed25519, RFC 8032 section 5.1, on points (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z.
P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
NEUTRAL = (0, 1, 1, 0)


def add(one, other):
    (x1, y1, z1, t1), (x2, y2, z2, t2) = one, other
    a, b = (y1 - x1) * (y2 - x2) % P, (y1 + x1) * (y2 + x2) % P
    c, d = 2 * t1 * t2 * D % P, 2 * z1 * z2 % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number, point):
    sum_ = NEUTRAL
    for bit in bin(number)[2:]:
        sum_ = add(sum_, sum_)
        if bit == "1":
            sum_ = add(sum_, point)
    return sum_


def encoded(point):
    x, y, z, _ = point
    inverse = pow(z, -1, P)
    return ((y * inverse % P) | ((x * inverse % P & 1) << 255)).to_bytes(32, "little")


def decoded(text):
    number = int.from_bytes(text, "little")
    y, sign = number & (2**255 - 1), number >> 255
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or x * x % P != square or (x == 0 and sign == 1):
        raise ValueError("no point of the curve")
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


BASE = decoded((4 * pow(5, -1, P) % P).to_bytes(32, "little"))


def digest(*parts):
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little") % ORDER


def scalar_of(seed):
    whole = hashlib.sha512(seed).digest()
    low = int.from_bytes(whole[:32], "little")
    return (low & (2**254 - 8)) | 2**254, whole[32:]


def public_key(seed):
    return encoded(times(scalar_of(seed)[0], BASE))


def signature(seed, message):
    scalar, prefix = scalar_of(seed)
    nonce = digest(prefix, message)
    first = encoded(times(nonce, BASE))
    second = (nonce + digest(first, public_key(seed), message) * scalar) % ORDER
    return first + second.to_bytes(32, "little")


def is_signature(key, message, signed):
    second = int.from_bytes(signed[32:], "little")
    if len(signed) != 64 or second >= ORDER:
        return False
    try:
        right = add(decoded(signed[:32]), times(digest(signed[:32], key, message), decoded(key)))
    except ValueError:
        return False
    return encoded(times(second, BASE)) == encoded(right)


# Signed notes. Signature types: 1 is Ed25519, 4 a cosignature with a time.
def key_id(name, kind, key):
    return hashlib.sha256(name.encode() + b"\n" + bytes([kind]) + key).digest()[:4]


def verifier(name, kind, key):
    return f"{name}+{key_id(name, kind, key).hex()}+{base64.b64encode(bytes([kind]) + key).decode()}"


def verifier_in(text):
    name, id_, encoded_key = text.strip().split("+", 2)
    kind, key = (lambda raw: (raw[0], raw[1:]))(base64.b64decode(encoded_key, validate=True))
    if key_id(name, kind, key).hex() != id_ or len(key) != 32:
        raise ValueError("no verifier key")
    return name, kind, key


def text_and_signatures(note):
    text, lines = note.rsplit("\n\n", 1)
    found = re.findall(r"^— (\S+) (\S+)\n", lines, re.M)
    if "".join(f"— {name} {signed}\n" for name, signed in found) != lines:
        raise ValueError("no note")
    return text + "\n", [(name, base64.b64decode(signed, validate=True)) for name, signed in found]


def is_signed(note, log):
    name, kind, key = verifier_in(log)
    text, signatures = text_and_signatures(note)
    wanted = [raw[4:] for who, raw in signatures if who == name and raw[:4] == key_id(name, kind, key)]
    return any(is_signature(key, text.encode(), one) for one in wanted)


def cosigned_message(text, seconds):
    return f"cosignature/v1\ntime {seconds}\n{text}".encode()


def cosigned_at(note, witness):
    name, kind, key = verifier_in(witness)
    text, signatures = text_and_signatures(note)
    for who, raw in signatures:
        if who != name or raw[:4] != key_id(name, kind, key) or len(raw) != 76:
            continue
        seconds = int.from_bytes(raw[4:12], "big")
        if is_signature(key, cosigned_message(text, seconds), raw[12:]):
            return seconds
    return None


def checkpoint_in(text):
    origin, size, root, *_ = text.split("\n")
    if not re.fullmatch(r"0|[1-9][0-9]*", size):
        raise ValueError("no checkpoint")
    return origin, int(size), base64.b64decode(root, validate=True)


# Consistency, RFC 6962 section 2.1.2: SUBPROOF(m, D[n], b) read from its end gives both heads.
def node(left, right):
    return hashlib.sha256(b"\x01" + left + right).digest()


def heads(older, newer, is_whole, known, proof):
    if older == newer:
        head = known if is_whole else proof.pop()
        return head, head
    split = 1 << (newer - 1).bit_length() - 1
    beside = proof.pop()
    if older <= split:
        old, new = heads(older, split, is_whole, known, proof)
        return old, node(new, beside)
    old, new = heads(older - split, newer - split, False, known, proof)
    return node(beside, old), node(beside, new)


def is_consistent(older, old_root, newer, new_root, proof):
    if older == 0 or older == newer:
        return proof == []
    left = list(proof)
    try:
        return heads(older, newer, True, old_root, left) == (old_root, new_root) and left == []
    except IndexError:
        return False


class Witness:
    NAME = "witness.example/python"

    def __init__(self):
        self.seed = secrets.token_bytes(32)
        self.key = public_key(self.seed)
        self.mode, self.log, self.answers = "honest", None, []
        self.size, self.root = 0, hashlib.sha256(b"").digest()

    def line(self, text, seed, seconds):
        raw = key_id(self.NAME, 4, self.key) + seconds.to_bytes(8, "big")
        return f"— {self.NAME} {base64.b64encode(raw + signature(seed, cosigned_message(text, seconds))).decode()}\n"

    def answer(self, body):
        header, found, note = body.partition("\n\n")
        old, *lines = header.split("\n")
        try:
            older = int(re.fullmatch(r"old (0|[1-9][0-9]*)", old).group(1))
            proof = [base64.b64decode(line, validate=True) for line in lines]
            text, _ = text_and_signatures(note)
            origin, size, root = checkpoint_in(text)
        except (AttributeError, ValueError):
            return 400, ""
        if not found or len(proof) > 63 or any(len(one) != 32 for one in proof):
            return 400, ""
        if self.log is None or origin != verifier_in(self.log)[0]:
            return 404, ""
        if not is_signed(note, self.log) or self.mode == "refusing":
            return 403, ""
        if older > size:
            return 400, ""
        if older != self.size or (older == size and root != self.root):
            return 409, f"{self.size}\n"
        if not is_consistent(older, self.root, size, root, proof):
            return 422, ""
        self.size, self.root = size, root
        now = int(time.time())
        stranger = f"— witness.example/stranger {base64.b64encode(secrets.token_bytes(76)).decode()}\n"
        if self.mode == "forging":
            return 200, stranger + self.line(text, secrets.token_bytes(32), now)
        if self.mode == "of another text":
            return 200, self.line(text.replace(origin, origin + "x"), self.seed, now)
        return 200, stranger + self.line(text, self.seed, now)


def serve():
    witness = Witness()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def say(self, status, body):
            self.send_response(status)
            self.send_header("Content-Type", "text/x.tlog.size" if status == 409 else "text/plain; charset=utf-8")
            self.send_header("Content-Length", str(len(body.encode())))
            self.end_headers()
            self.wfile.write(body.encode())

        def do_GET(self):
            self.say(200, json.dumps({"answers": witness.answers, "size": witness.size}))

        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            if self.path in ("/log", "/mode"):
                setattr(witness, self.path[1:], body)
                return self.say(200, "")
            if self.path != "/add-checkpoint":
                return self.say(404, "")
            if witness.mode == "silent":
                time.sleep(5)
                self.close_connection = True
                return None
            status, answer = witness.answer(body)
            witness.answers.append(status)
            return self.say(status, answer)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    url = f"http://127.0.0.1:{server.server_address[1]}"
    print(json.dumps({"url": url, "key": verifier(Witness.NAME, 4, witness.key)}), flush=True)
    server.serve_forever()


def read(log, witness):
    note = sys.stdin.read()
    if not is_signed(note, log):
        sys.exit("the log did not sign this")
    print(json.dumps({"size": checkpoint_in(text_and_signatures(note)[0])[1], "at": cosigned_at(note, witness)}))


if __name__ == "__main__":
    serve() if sys.argv[1:2] == ["serve"] else read(*sys.argv[2:4])
