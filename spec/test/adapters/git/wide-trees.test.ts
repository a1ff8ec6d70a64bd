import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  editTree,
  encodeTree,
  entriesOf,
  type RawEntry,
  shownKey,
  sortedInTurns,
} from '@forgefold/adapters/git-objects'
import type { FileAction, ObjectId } from '@forgefold/core/ports'
import { expect, it } from 'vitest'

const COUNT = 100_000
const blob = 'a'.repeat(40) as ObjectId
const tree = 'b'.repeat(40) as ObjectId

const entries = Array.from({ length: COUNT }, (_, place): RawEntry => {
  return { mode: '100644', rawName: `f${String(place).padStart(6, '0')}`, id: blob }
})

/** How often others had their turn while the work was done. */
const turnsDuring = async <A>(work: () => Promise<A>): Promise<readonly [turns: number, result: A]> => {
  let turns = 0
  let over = false
  const others = (async () => {
    for (; !over; turns++) await nextTurn()
  })()
  const result = await work()
  over = true
  await others
  return [turns, result]
}

it('reads a folder of very many files in turns, so that others have theirs, and writes each of them again', async () => {
  const bytes = await encodeTree(entries)
  const written: Array<Uint8Array> = []
  const store = {
    read: async () => ({ kind: 'tree' as const, bytes }),
    write: async (kind: string, content: Uint8Array) => {
      if (kind === 'tree') written.push(content)
      return blob
    },
  }
  const action: FileAction = { action: 'create', path: 'g', content: 'x' }
  const [turns, edited] = await turnsDuring(() => editTree(store, tree, [action]))
  expect(edited.kind).toBe('Written')
  const names = [...entriesOf(written[0] ?? new Uint8Array())].map((entry) => entry.rawName)
  expect(names).toEqual([...entries.map((entry) => entry.rawName), 'g'])
  expect(turns).toBeGreaterThan(COUNT / 2000 / 2)
})

it.each([
  ['100664', '100644'],
  ['100600', '100644'],
  ['100775', '100755'],
  ['120777', '120000'],
  ['40755', '040000'],
  ['0040000', '040000'],
  ['0', '160000'],
  ['777777', '160000'],
])('takes the mode %s of an entry for %s, as git does, and writes it like that', async (written, taken) => {
  const bytes = Buffer.concat([Buffer.from(`${written} name\0`), Buffer.alloc(20, 1)])
  const read = [...entriesOf(bytes)]
  expect(read).toEqual([{ mode: taken, rawName: 'name', id: '01'.repeat(20) }])
  expect(Buffer.from(await encodeTree(read)).toString('latin1')).toMatch(new RegExp(`^${Number(taken)} name`))
})

it('writes a folder of very many files in turns, in the order of git', async () => {
  const [turns, bytes] = await turnsDuring(() => encodeTree(entries.toReversed()))
  expect(Buffer.from(bytes).equals(Buffer.from(await encodeTree(entries)))).toBe(true)
  expect([...entriesOf(bytes)]).toEqual(entries)
  // To sort them, to tell their length, and to write them.
  expect(turns).toBeGreaterThan(3 * (COUNT / 2000 / 2))
})

it('sorts very many in turns, and keeps those with the same key as they were', async () => {
  const keys = Array.from({ length: COUNT }, (_, place) => ({ key: String((place * 7919) % 1009), place }))
  const [turns, sorted] = await turnsDuring(() => sortedInTurns(keys, ({ key }) => key))
  expect(sorted).toEqual(keys.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)))
  expect(turns).toBeGreaterThan(COUNT / 2000)
})

const PARTS = ['a', 'b', 'a.txt', 'a-', 'B', '\u{10ffff}', '\uffee', 'é', '\u0001', '!']

/** Level by level, as the order is told. */
const levelByLevel = (a: string, b: string): number => {
  const left = a.split('/')
  const right = b.split('/')
  for (let depth = 0; ; depth++) {
    const kinds = Number(depth === left.length - 1) - Number(depth === right.length - 1)
    if (kinds !== 0) return kinds
    const order = Buffer.compare(Buffer.from(left[depth] ?? ''), Buffer.from(right[depth] ?? ''))
    if (order !== 0 || depth === left.length - 1) return order
  }
}

it('shows folders before files at each level, then by bytes', async () => {
  const folders = PARTS.flatMap((part) => PARTS.map((other) => `${part}/${other}`))
  const paths = [
    ...PARTS.map((part) => `${part}x`),
    ...folders,
    ...PARTS.flatMap((part) => folders.map((path) => `${path}x/${part}`)),
  ]
  expect(await sortedInTurns(paths, shownKey)).toEqual(paths.toSorted(levelByLevel))
})
