import type { ObjectId, TreeEntry } from '@forgefold/core/ports'
import { forEachInTurns, sortedInTurns } from './in-turns.js'
import { decodeText } from './object-text.js'

export const TREE_MODE = '040000'
/** A submodule: the entry names a commit of another repository. */
export const SUBMODULE_MODE = '160000'

/** An entry of a tree object; the name is kept byte by byte (as Latin-1 text), so that any name survives. */
export interface RawEntry {
  readonly mode: string
  readonly rawName: string
  readonly id: ObjectId
}

/** Converts text to the stored form of names, and back. */
export const rawNameOf = (name: string): string => Buffer.from(name, 'utf8').toString('latin1')
export const nameOfRaw = (raw: string): string => decodeText(Buffer.from(raw, 'latin1'))

const kindOfMode = (mode: string): TreeEntry['kind'] =>
  mode === TREE_MODE ? 'tree' : mode === SUBMODULE_MODE ? 'commit' : 'blob'

const KIND_BITS = 0o170000
const [FOLDER, FILE, LINK, FOR_OWNER_TO_RUN] = [0o040000, 0o100000, 0o120000, 0o100]

/**
 * A mode as git takes it. Other ones can be pushed, and a folder written again with one of them (`0`) could be read by nobody.
 */
const canonicalMode = (written: string): string => {
  const mode = Number.parseInt(written, 8)
  const kind = mode & KIND_BITS
  if (kind === FILE) return (mode & FOR_OWNER_TO_RUN) === 0 ? '100644' : '100755'
  if (kind === LINK) return '120000'
  return kind === FOLDER ? TREE_MODE : SUBMODULE_MODE
}

const USUAL = new Map(['100644', '100755', '120000', '160000'].map((mode) => [mode, mode] as const)).set(
  '40000',
  TREE_MODE,
)

const modeOf = (written: string): string => USUAL.get(written) ?? canonicalMode(written)

const entryFrom = (buffer: Buffer, at: number, gap: number, end: number): RawEntry => ({
  mode: modeOf(buffer.toString('latin1', at, gap)),
  rawName: buffer.toString('latin1', gap + 1, end),
  id: buffer.toString('hex', end + 1, end + 21) as ObjectId,
})

/** The entries one by one, so that a search in a tree of a million entries can stop early; at most so many. */
export function* entriesOf(bytes: Uint8Array, limit = Number.POSITIVE_INFINITY): Generator<RawEntry> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  let at = 0
  for (let count = 0; at < buffer.length && count < limit; count++) {
    const gap = buffer.indexOf(0x20, at)
    const end = buffer.indexOf(0, gap)
    yield entryFrom(buffer, at, gap, end)
    at = end + 21
  }
}

/** The entry of a name, found without decoding the others. */
export const entryNamed = (bytes: Uint8Array, rawName: string): RawEntry | undefined => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const wanted = Buffer.from(rawName, 'latin1')
  for (let at = 0; at < buffer.length; ) {
    const gap = buffer.indexOf(0x20, at)
    const end = buffer.indexOf(0, gap)
    if (end - gap - 1 === wanted.length && buffer.compare(wanted, 0, wanted.length, gap + 1, end) === 0)
      return entryFrom(buffer, at, gap, end)
    at = end + 21
  }
  return undefined
}

const sortKey = (entry: RawEntry): string => (entry.mode === TREE_MODE ? `${entry.rawName}/` : entry.rawName)

/** An id as it stands in a tree. */
const ID_BYTES = 20

/** The bytes of a tree object, written into one piece of memory; entries are sorted in git's order. */
export const encodeTree = async (entries: Iterable<RawEntry>): Promise<Uint8Array> => {
  const sorted = await sortedInTurns(entries, sortKey)
  const heads: Array<string> = []
  let length = 0
  await forEachInTurns(sorted, ({ mode, rawName }) => {
    const head = `${mode.replace(/^0+/, '')} ${rawName}\0`
    heads.push(head)
    length += head.length + ID_BYTES
  })
  const bytes = Buffer.alloc(length)
  let at = 0
  await forEachInTurns(sorted, ({ id }, place) => {
    at += bytes.write(heads[place] ?? '', at, 'latin1')
    at += bytes.write(id, at, ID_BYTES, 'hex')
  })
  return bytes
}

/** An entry with its path. */
export const placed = (entry: RawEntry, folder: string): TreeEntry => {
  const name = nameOfRaw(entry.rawName)
  return {
    id: entry.id,
    name,
    path: folder === '' ? name : `${folder}/${name}`,
    mode: entry.mode,
    kind: kindOfMode(entry.mode),
  }
}
