#!/usr/bin/env node
import { createHash, createPublicKey, verify } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'

/*
 * Verifies an export of a history without Forgefold: this file needs Node alone, trusts the export for nothing, and is meant to be read.
 *
 * usage: forgefold-verify EXPORT [KEY]
 *
 * EXPORT is what `forgefold audit export` or `forgefold audit prove` wrote; `-` reads it from standard input.
 * KEY is the verifier key of the instance as you hold it, or a file with it. Without one the key of the export is taken, which shows that
 * the export is whole in itself, not whose it is.
 *
 * Exit code 0: verified; 1: not verified; 2: not understood.
 *
 * The formats: docs/reference/history-proofs.md. Trees: RFC 9162. Notes and checkpoints: C2SP signed-note and tlog-checkpoint.
 */

interface VerifierKey {
  readonly text: string
  readonly name: string
  readonly id: Buffer
  readonly key: Buffer
}

interface Checkpoint {
  readonly size: number
  readonly root: Buffer
}

class NotVerified extends Error {}

const sha256 = (...parts: ReadonlyArray<Uint8Array | string>): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

const LEAF = Buffer.of(0)
const NODE = Buffer.of(1)
const ED25519 = Buffer.of(1)
/** The DER prefix of a public Ed25519 key (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

const fail = (message: string): never => {
  throw new NotVerified(message)
}

/** `<name>+<id>+<key>`; the id is derived from name and key. */
const readKey = (text: string): VerifierKey => {
  const [name = '', id = '', ...rest] = text.trim().split('+')
  const bytes = Buffer.from(rest.join('+'), 'base64')
  const made = sha256(`${name}\n`, bytes).subarray(0, 4)
  if (bytes.length !== 33 || bytes[0] !== ED25519[0] || made.toString('hex') !== id)
    return fail('the key is no verifier key of an Ed25519 key')
  return { text: text.trim(), name, id: made, key: bytes.subarray(1) }
}

/** The text of a note ends before the empty line; its signatures follow. */
const signedText = (note: string, { name, id, key }: VerifierKey): string => {
  const end = note.lastIndexOf('\n\n')
  const text = note.slice(0, end + 1)
  const publicKey = createPublicKey({ key: Buffer.concat([SPKI, key]), format: 'der', type: 'spki' })
  for (const line of note.slice(end + 2).split('\n')) {
    const [dash, signer, encoded = ''] = line.split(' ')
    const bytes = Buffer.from(encoded, 'base64')
    if (dash !== '—' || signer !== name || !bytes.subarray(0, 4).equals(id)) continue
    if (verify(null, Buffer.from(text), publicKey, bytes.subarray(4))) return text
  }
  return fail(`the checkpoint is not signed by ${name}`)
}

/** Origin, size and root, one per line. */
const readCheckpoint = (note: string, key: VerifierKey): Checkpoint => {
  const [origin, size = '', root = ''] = signedText(note, key).split('\n')
  if (origin !== key.name || !/^\d+$/.test(size)) fail('the checkpoint is of another history')
  return { size: Number(size), root: Buffer.from(root, 'base64') }
}

/** The root that follows from a leaf and its proof (RFC 9162 §2.1.3.2). */
const rootBy = (leaf: Buffer, index: number, size: number, proof: ReadonlyArray<Buffer>): Buffer => {
  let [node, last, hash] = [BigInt(index), BigInt(size - 1), leaf]
  for (const sibling of proof) {
    if (last === 0n) fail(`the proof of event ${index} is too long`)
    if (node % 2n === 1n || node === last) {
      hash = sha256(NODE, sibling, hash)
      while (node % 2n === 0n && node !== 0n) [node, last] = [node / 2n, last / 2n]
    } else hash = sha256(NODE, hash, sibling)
    ;[node, last] = [node / 2n, last / 2n]
  }
  return last === 0n ? hash : fail(`the proof of event ${index} is too short`)
}

/** The tree over the entries so far, as the roots of its largest complete subtrees, left to right. */
class GrowingTree {
  size = 0
  readonly #roots: Array<Buffer> = []

  add(leaf: Buffer): void {
    let root = leaf
    for (let count = this.size; count % 2 === 1; count = (count - 1) / 2)
      root = sha256(NODE, this.#roots.pop() as Buffer, root)
    this.#roots.push(root)
    this.size++
  }

  get root(): Buffer {
    const last = this.#roots.at(-1)
    return last === undefined
      ? sha256()
      : this.#roots.slice(0, -1).reduceRight((right, left) => sha256(NODE, left, right), last)
  }
}

type Line = Readonly<Record<string, unknown>>

const parsed = (line: string, at: number): Line => {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value === 'object' && value !== null) return value as Line
  } catch {
    // Reported below.
  }
  return fail(`line ${at} is no JSON object`)
}

/** Verifies one line after another. */
class Verifier {
  readonly #wantedKey: VerifierKey | undefined
  #key: VerifierKey | undefined
  #checkpoint: Checkpoint | undefined
  readonly #tree = new GrowingTree()
  #isComplete = true
  #proved = 0

  constructor(key: VerifierKey | undefined) {
    this.#wantedKey = key
  }

  head({ format, version, complete, key, checkpoint }: Line): void {
    if (format !== 'forgefold-history' || version !== 1) fail('this is no export of a history')
    this.#isComplete = complete !== false
    this.#key = this.#wantedKey ?? readKey(String(key))
    this.#checkpoint = readCheckpoint(String(checkpoint), this.#key)
  }

  entry({ index, entry, proof }: Line): void {
    const { size, root } = this.#checkpoint as Checkpoint
    if (typeof index !== 'number' || !Number.isSafeInteger(index) || index < 0 || typeof entry !== 'string')
      throw new NotVerified('an entry has no index, or no text')
    const leaf = sha256(LEAF, entry)
    if (index >= size) fail(`event ${index} is not in the checkpoint, which is over ${size}`)
    if (!this.#isComplete) {
      if (!Array.isArray(proof)) throw new NotVerified(`event ${index} comes without a proof`)
      const path = proof.map((hash) => Buffer.from(String(hash), 'base64'))
      if (!rootBy(leaf, index, size, path).equals(root)) fail(`event ${index} is not what its proof proves`)
      this.#proved++
      return
    }
    if (index !== this.#tree.size) fail(`event ${this.#tree.size} is missing: event ${index} stands in its place`)
    this.#tree.add(leaf)
  }

  end(): string {
    const { size, root } = this.#checkpoint ?? fail('the export is empty')
    const { name } = this.#key as VerifierKey
    if (this.#isComplete && this.#tree.size < size)
      fail(`event ${this.#tree.size} is missing: the export ends there, the checkpoint is over ${size}`)
    if (this.#isComplete && !this.#tree.root.equals(root))
      fail('the events are not those that the checkpoint was signed over')
    const what = this.#isComplete
      ? `all ${size} events`
      : `${this.#proved} ${this.#proved === 1 ? 'event' : 'events'} of ${size}`
    const note = this.#wantedKey === undefined ? '; the key came with the export: compare it with the one you hold' : ''
    return `verified: ${what}, signed by ${name}${note}`
  }
}

async function* linesOf(file: string): AsyncGenerator<string> {
  if (file !== '-') return yield* (await open(file)).readLines()
  let rest = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  yield rest
}

const run = async (file: string | undefined, given: string | undefined): Promise<number> => {
  if (file === undefined || (file !== '-' && !existsSync(file))) {
    if (file !== undefined) console.error(`forgefold-verify: there is no file ${file}`)
    console.error('usage: forgefold-verify EXPORT [KEY]')
    return 2
  }
  try {
    const text = given !== undefined && existsSync(given) ? readFileSync(given, 'utf8') : given
    const verifier = new Verifier(text === undefined ? undefined : readKey(text))
    let at = 0
    for await (const line of linesOf(file)) {
      at++
      if (at === 1) verifier.head(parsed(line, at))
      else if (line !== '') verifier.entry(parsed(line, at))
    }
    console.log(verifier.end())
    return 0
  } catch (error) {
    if (!(error instanceof NotVerified)) throw error
    console.log(`NOT VERIFIED: ${error.message}`)
    return 1
  }
}

const [file, key, ...rest] = process.argv.slice(2)
process.exitCode = await run(rest.length === 0 ? file : undefined, key)
