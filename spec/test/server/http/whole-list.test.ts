import { inTurns, wholeList } from '@forgefold/server/http'
import { openTestInstance } from '@forgefold/spec/instance'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'

/** Counts what has its turn while something is done. */
const turnsDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let turns = 0
  let isDone = false
  const count = (): void => {
    if (isDone) return
    turns++
    setImmediate(count)
  }
  setImmediate(count)
  await work()
  isDone = true
  return turns
}

function* upTo(count: number, onRead: (n: number) => void = () => undefined): Generator<number> {
  for (let n = 1; n <= count; n++) {
    onRead(n)
    yield n
  }
}

describe('a list without pages', () => {
  it('is told whole and in order', async () => {
    for (const count of [0, 1, 499, 500, 501, 1000, 1234]) {
      const listed = await wholeList(upTo(count), (part) => part.map((n) => ({ n })))
      const ready = E.isRight(listed) ? (listed.right.ready ?? '') : ''
      expect(JSON.parse(ready), String(count)).toEqual([...upTo(count)].map((n) => ({ n })))
    }
  })

  it('leaves others their turns', async () => {
    expect(await turnsDuring(() => wholeList(upTo(20_000), (part) => part))).toBeGreaterThanOrEqual(39)
  })

  it('is refused as soon as it is longer than an answer, and read no further', async () => {
    let read = 0
    const rows = upTo(1_000_000, (n) => {
      read = n
    })
    const listed = await wholeList(rows, (part) => part.map(() => 'x'.repeat(100_000)))
    expect(listed).toEqual(E.left({ kind: 'TooLarge' }))
    expect(read).toBe(500)
  })

  it('is read in parts of which the last may be short', async () => {
    const lengths: Array<number> = []
    for await (const part of inTurns(upTo(1234))) lengths.push(part.length)
    expect(lengths).toEqual([500, 500, 234])
  })
})

it('OAuth applications are told whole, however many', async () => {
  const world = await openTestInstance()
  const names = Array.from({ length: 501 }, (_, n) => `app ${n}`)
  await Promise.all(
    names.map((name) => {
      const json = { name, redirect_uri: 'https://app.example.com/', scopes: 'api' }
      return world.ask('POST', '/api/v4/applications', { as: world.root, json })
    }),
  )
  const { json } = await world.ask('GET', '/api/v4/applications', { as: world.root })
  const listed = json as ReadonlyArray<{ readonly id: number; readonly application_name: string }>
  expect(listed.map(({ application_name }) => application_name).sort()).toEqual(names.sort())
  expect(listed.map(({ id }) => id)).toEqual(listed.map(({ id }) => id).sort((a, b) => a - b))
  await world.close()
}, 60_000)
