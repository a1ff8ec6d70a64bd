import type { TestInstance } from '@forgefold/spec/instance'
import { expect } from 'vitest'

interface Listed {
  readonly id: string
}

/** As much of a blame as tests look at. */
export interface BlameAnswer {
  readonly path: string
  readonly related: number
  readonly tried: number
  readonly existence: ReadonlyArray<Listed>
  readonly fields: ReadonlyArray<{
    readonly field: string
    readonly set_by: Listed | null
    readonly events: ReadonlyArray<Listed>
  }>
}

/** Two pages as one, as the reference says that they are joined. */
const joined = (newer: BlameAnswer, older: BlameAnswer): BlameAnswer => ({
  ...newer,
  tried: newer.tried + older.tried,
  existence: [...older.existence, ...newer.existence],
  fields: newer.fields.map((one, at) => {
    const before = older.fields[at]
    expect(before?.field).toBe(one.field)
    return { ...one, set_by: one.set_by ?? before?.set_by ?? null, events: [...(before?.events ?? []), ...one.events] }
  }),
})

/** The blame beside a read, all its pages as one. */
export const wholeBlame = async (world: TestInstance, path: string, first = ''): Promise<BlameAnswer> => {
  let whole: BlameAnswer | undefined
  for (let query: string | undefined = first; query !== undefined; ) {
    const { status, json, text, headers } = await world.ask('GET', `/api/v4${path}/blame`, { as: world.root, query })
    expect([path, status, status === 200 ? '' : text]).toEqual([path, 200, ''])
    whole = whole === undefined ? (json as BlameAnswer) : joined(whole, json as BlameAnswer)
    const next = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
    query = next === undefined ? undefined : new URL(next).search.slice(1)
  }
  if (whole === undefined) throw new Error('no page')
  expect([path, whole.tried]).toEqual([path, whole.related])
  return whole
}
