import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { converse } from '@forgefold/spec/conversation'
import { startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import { type Answered, openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

interface Kept {
  readonly path: string
  readonly query: string
  readonly position: string
  readonly status: number
  readonly text: string
}

const positionOf = (answer: Answered): string => answer.headers.get('forgefold-position') ?? ''

/** How many answers are compared on each store: in memory moments are made fastest. */
const RUNS = { memory: 60, sqlite: 12, eventstoredb: 12 } as const
type Store = keyof typeof RUNS

interface Opened {
  readonly instance: TestInstance
  readonly close: () => Promise<void>
}

const open = async (store: Store): Promise<Opened> => {
  if (store === 'memory') {
    const instance = await openTestInstance({ more: { data: undefined, eventStore: 'memory' } })
    return { instance, close: instance.close }
  }
  const data = await mkdtemp(join(tmpdir(), 'forgefold-past-'))
  const double = store === 'sqlite' ? undefined : await startEventStoreDbDouble()
  const eventStore = double === undefined ? 'sqlite' : { connectionString: double.connectionString }
  // Copies come often, so that moments begin with them.
  const instance = await openTestInstance({ more: { data, eventStore, past: { copyEvery: 100, copies: 3 } } })
  const close = async () => {
    await instance.close()
    await double?.stop()
    await rm(data, { recursive: true, force: true })
  }
  return { instance, close }
}

/** What is answered at one position: where background work changed something meanwhile it is asked again. */
const settled = async ({ ask, root }: TestInstance, path: string, query: string): Promise<Kept | undefined> => {
  for (let tries = 0; tries < 5; tries++) {
    const first = await ask('GET', path, { as: root, query })
    const second = await ask('GET', path, { as: root, query })
    const position = positionOf(first)
    if (position === positionOf(second) && first.text === second.text)
      return { path, query, position, status: first.status, text: first.text }
  }
  return undefined
}

/** Questions that each write is followed by, besides those of the conversation itself. */
const AFTER_EACH = 2

/** Goes through a long exchange that touches every kind of thing, and keeps what is answered on the way. */
const answersOnTheWay = async (instance: TestInstance): Promise<ReadonlyArray<Kept>> => {
  const kept: Array<Kept> = []
  const known: Array<readonly [path: string, query: string]> = []
  let turn = 0
  const keep = async (path: string, query: string): Promise<void> => {
    const one = await settled(instance, path, query)
    if (one !== undefined) kept.push(one)
  }
  await converse({
    exchanges: [],
    say: async (method, path, asked = {}) => {
      const answer = await instance.ask(method, path, { as: instance.root, ...asked })
      const query = asked.query ?? ''
      if (method === 'GET' && path.startsWith('/api/')) {
        known.push([path, query])
        await keep(path, query)
        return answer
      }
      for (let more = 0; more < AFTER_EACH && known.length > 0; more++) {
        turn += 7
        const [again, words] = known[turn % known.length] as readonly [string, string]
        await keep(again, words)
      }
      return answer
    },
  })
  return kept
}

/** The exchange ends with a user who is erased: no moment brings the name back. */
const ERASED = /"bob"/

describe.each(['memory', 'sqlite', 'eventstoredb'] as const)('an instance on %s', (store) => {
  it('answers in the same bytes as of the positions at which it answered', async () => {
    const { instance, close } = await open(store)
    try {
      const kept = await answersOnTheWay(instance)
      expect(kept.length).toBeGreaterThan(100)
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...kept), async ({ path, query, position, status, text }) => {
          const past = await instance.ask('GET', path, {
            as: instance.root,
            query,
            headers: { 'Forgefold-As-Of': position },
          })
          if (ERASED.test(text)) expect(past.text).not.toMatch(ERASED)
          else expect([path, query, position, past.status, past.text]).toEqual([path, query, position, status, text])
        }),
        { numRuns: RUNS[store] },
      )
    } finally {
      await close()
    }
  }, 300_000)
})
