import { type Document, type Documents, fieldsOf } from '@forgefold/core/audit'
import { notAllowed, type StoredEvent } from '@forgefold/core/kernel'
import { makeDocuments } from '@forgefold/server/audit'
import type { TestInstance } from '@forgefold/spec/instance'
import * as E from 'fp-ts/lib/Either.js'
import { expect } from 'vitest'
import type { BlameAnswer } from './whole-blame.js'

type Blame = Pick<BlameAnswer, 'path' | 'existence' | 'fields'>

const ROOT = {
  kind: 'user',
  userId: 1,
  admin: true,
  external: false,
  credential: { kind: 'personal_access_token', id: '1', scopes: ['api'] },
} as const

const INTERNAL = /^(?:counter|lease|reactor|reservation)-/

/** The fields whose values are other ones, or are gone. */
const changed = (from: Document, to: Document | undefined): ReadonlySet<string> => {
  const after = to === undefined ? new Map<string, unknown>() : fieldsOf(to)
  const others = [...fieldsOf(from)].filter(
    ([field, value]) => !after.has(field) || JSON.stringify(after.get(field)) !== JSON.stringify(value),
  )
  return new Set(others.map(([field]) => field))
}

/** Everything that an instance has written down. */
export const historyOf = async (world: TestInstance): Promise<ReadonlyArray<StoredEvent>> => {
  const read = await world.forge.events.readAll({ limit: 100_000 })
  if (read.kind !== 'Read') throw new Error(read.reason)
  return read.events
}

/** Builds documents of other histories than that of this instance. */
export const documentsOf = (world: TestInstance): Documents =>
  makeDocuments({
    base: world.forge,
    principal: ROOT,
    over: world.forgefold.over,
    acquire: async () => E.left(notAllowed),
    current: async () => E.left(notAllowed),
  })

/** So many events in a row are left out behind the same beginning. */
const SAME_BEGINNING = 32

/** Leaves out one event after the other, those that `isTried` names, and expects just the values that are said to hang on it to be others. */
export const expectJustBlamed = async (
  world: TestInstance,
  blames: ReadonlyArray<Blame>,
  events: ReadonlyArray<StoredEvent>,
  isTried: (event: StoredEvent, at: number) => boolean = () => true,
): Promise<void> => {
  const { ofEvents } = documentsOf(world)
  const paths = blames.map(({ path }) => path)
  const whole = await ofEvents(events, 0, paths)
  expect(paths.filter((_, at) => whole[at] === undefined)).toEqual([])
  for (const [at, event] of events.entries()) {
    if (INTERNAL.test(event.stream) || !isTried(event, at)) continue
    const without = await ofEvents(events.toSpliced(at, 1), at - (at % SAME_BEGINNING), paths)
    for (const [index, { path, existence, fields }] of blames.entries()) {
      const differ = changed(whole[index] as Document, without[index])
      const isNeeded = existence.some(({ id }) => id === event.id)
      const blamed = fields.filter((one) => isNeeded || one.events.some(({ id }) => id === event.id))
      const expected = fields.map(({ field }) => field).filter((field) => differ.has(field))
      const where = `${path} without ${event.type} of ${event.stream}`
      expect.soft([where, blamed.map(({ field }) => field)]).toEqual([where, expected])
    }
  }
}
