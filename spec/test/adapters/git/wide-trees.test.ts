import { setImmediate as nextTurn } from 'node:timers/promises'
import { editTree, encodeTree, entriesOf, type RawEntry } from '@forgefold/adapters/git-objects'
import type { FileAction, ObjectId } from '@forgefold/core/ports'
import { expect, it } from 'vitest'

const COUNT = 100_000
const blob = 'a'.repeat(40) as ObjectId
const tree = 'b'.repeat(40) as ObjectId

const entries = Array.from({ length: COUNT }, (_, place): RawEntry => {
  return { mode: '100644', rawName: `f${String(place).padStart(6, '0')}`, id: blob }
})

it('reads a folder of very many files in turns, so that others have theirs, and writes each of them again', async () => {
  const bytes = encodeTree(entries)
  const written: Array<Uint8Array> = []
  const store = {
    read: async () => ({ kind: 'tree' as const, bytes }),
    write: async (kind: string, content: Uint8Array) => {
      if (kind === 'tree') written.push(content)
      return blob
    },
  }
  const action: FileAction = { action: 'create', path: 'g', content: 'x' }
  let turns = 0
  let over = false
  const others = (async () => {
    for (; !over; turns++) await nextTurn()
  })()
  const edited = await editTree(store, tree, [action])
  over = true
  await others
  expect(edited.kind).toBe('Written')
  const names = [...entriesOf(written[0] ?? new Uint8Array())].map((entry) => entry.rawName)
  expect(names).toEqual([...entries.map((entry) => entry.rawName), 'g'])
  expect(turns).toBeGreaterThan(COUNT / 2000 / 2)
})
