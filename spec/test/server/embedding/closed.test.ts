import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as domains from '@forgefold/core/domains'
import { createForge, type EmbeddedForge } from '@forgefold/server'
import { startForge, type TestForge } from '@forgefold/server/testing'
import { beforeAll, describe, expect, it } from 'vitest'

const CLOSED = 'the forge is closed'
const SOURCES = fileURLToPath(new URL('../../../../core/src/domains/', import.meta.url))

/** The names of what gives a promise: use cases, and queries that wait. */
const promising: ReadonlySet<string> = new Set(
  readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => [
      ...readFileSync(join(SOURCES, path), 'utf8').matchAll(/^export const (\w+): (?:UseCase|AsyncQuery)\b/gm),
    ])
    .map(([, name]) => name ?? ''),
)

/** What a call does: gives a value, rejects, or throws. */
const outcomeOf = async (call: () => unknown): Promise<string> => {
  let given: unknown
  try {
    given = call()
  } catch (error) {
    return `throws ${(error as Error).message}`
  }
  try {
    await given
  } catch (error) {
    const { message, cause } = error as Error
    return `rejects ${cause instanceof Error ? cause.message : message}`
  }
  return 'answers'
}

type Calls = Readonly<Record<string, (input: unknown) => unknown>>

describe('a forge inside a program that is closed', () => {
  let forge: EmbeddedForge
  let asJane: ReturnType<EmbeddedForge['as']>
  beforeAll(async () => {
    forge = await createForge()
    const profile = { username: 'jane', name: 'jane', email: 'jane@example.com' }
    await forge.useCases.user.registerUser({ profile, password: undefined, admin: false, confirmed: true })
    asJane = forge.as('jane')
    await forge.close()
  })

  it('rejects every use case, and throws for every query that answers at once, whoever calls', async () => {
    const found: Array<string> = []
    const expected: Array<string> = []
    for (const useCases of [forge.useCases, asJane.useCases])
      for (const [domain, functions] of Object.entries(domains))
        for (const [name, called] of Object.entries(functions)) {
          if (typeof called !== 'function' || called.length !== 3) continue
          const outcome = await outcomeOf(() => (useCases[domain as keyof typeof domains] as Calls)[name]?.({}))
          found.push(`${domain}.${name} ${outcome}`)
          const isAsync = promising.has(name) || outcome.startsWith('rejects')
          expected.push(`${domain}.${name} ${isAsync ? 'rejects' : 'throws'} ${CLOSED}`)
        }
    expect(found).toEqual(expected)
    expect(found.length).toBeGreaterThan(1000)
  })

  const members: Readonly<
    Record<Exclude<keyof EmbeddedForge, 'useCases' | 'forge'>, readonly [() => unknown, string]>
  > = {
    fetch: [() => forge.fetch('/-/health'), `rejects ${CLOSED}`],
    listen: [() => forge.listen(), `rejects ${CLOSED}`],
    subscribe: [() => forge.subscribe().next(), `rejects ${CLOSED}`],
    as: [() => forge.as('jane'), `throws ${CLOSED}`],
    close: [() => forge.close(), 'answers'],
    [Symbol.asyncDispose]: [() => forge[Symbol.asyncDispose](), 'answers'],
  }
  it.each(Reflect.ownKeys(members).map((name) => [String(name), ...members[name as keyof typeof members]] as const))(
    '%s',
    async (_, call, outcome) => {
      expect(await outcomeOf(call)).toBe(outcome)
    },
  )
  it('throws in the loop over a new feed, and still refuses a feed of nothing', async () => {
    const loop = async () => {
      for await (const _ of forge.subscribe()) return
    }
    await expect(loop()).rejects.toThrow(CLOSED)
    expect(await forge.subscribe().return()).toEqual({ done: true, value: undefined })
    expect(() => forge.subscribe({ types: [] })).toThrow('types is empty')
  })
  it('waits for the use cases in progress', async () => {
    const other = await createForge()
    const profile = { username: 'joe', name: 'joe', email: 'joe@example.com' }
    const registered = other.useCases.user.registerUser({
      profile,
      password: 'Hunter2-and-more',
      admin: false,
      confirmed: true,
    })
    await other.close()
    expect(await registered).toMatchObject({ right: { username: 'joe' } })
  })
})

/** An upload that stands still after its first bytes, and whether its sender was told that it is over. */
const stuckUpload = (): { readonly init: RequestInit; readonly left: Promise<void> } => {
  let leave = (): void => undefined
  const left = new Promise<void>((resolve) => {
    leave = resolve
  })
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(Buffer.from('{')),
    pull: () => new Promise(() => undefined),
    cancel: () => leave(),
  })
  const headers = { 'content-type': 'application/json' }
  return { init: { method: 'POST', headers, body, duplex: 'half' } as RequestInit, left }
}

describe('an upload that stands still', () => {
  const paths = ['/oauth/token', '/api/v4/users']
  it.concurrent.each(paths)('to %s is cut by the end of a forge inside a program', async (path) => {
    const forge = await createForge()
    await forge.useCases.user.createFirstAdministrator({ password: undefined, token: 'a-token-of-root' })
    const { init, left } = stuckUpload()
    const headers = { ...init.headers, 'private-token': 'a-token-of-root' }
    const asked = outcomeOf(() => forge.fetch(path, { ...init, headers }))
    await forge.close()
    expect(await asked).toMatch(/^(?:answers|rejects the forge is closed)$/)
    await left
  })
  it('is cut by the end of a forge for tests', async () => {
    const forge = await startForge({ port: false })
    const { init, left } = stuckUpload()
    const asked = outcomeOf(() => forge.as('root').fetch('/api/v4/users', init))
    await forge.close()
    expect(await asked).toBe(`rejects ${CLOSED}`)
    await left
  })
})

describe('a fetch without an address', () => {
  const givens: ReadonlyArray<ReadonlyArray<unknown>> = [[], [undefined], [null], [7], [{}]]
  it.each(givens.map((given) => [JSON.stringify(given), given] as const))(
    'rejects, as that of Node: %s',
    async (_, given) => {
      const embedded = await createForge()
      const forTests = await startForge({ port: false })
      for (const ask of [embedded.fetch, forTests.fetch, forTests.as('root').fetch, fetch])
        await expect((ask as (...given: ReadonlyArray<unknown>) => Promise<unknown>)(...given)).rejects.toThrow(
          TypeError,
        )
      await embedded.close()
      await forTests.close()
    },
  )
})

describe('a forge for tests that is closed', () => {
  let forge: TestForge
  let snapshot: ReturnType<TestForge['snapshot']>
  beforeAll(async () => {
    forge = await startForge({ port: false })
    await forge.fetch('/api/v4/version')
    snapshot = forge.snapshot()
    await forge.close()
  })

  const calls: ReadonlyArray<readonly [string, () => unknown, string]> = [
    ['fetch', () => forge.fetch('/api/v4/version'), `rejects ${CLOSED}`],
    ['fetch of a user', () => forge.as('root').fetch('/api/v4/version'), `rejects ${CLOSED}`],
    ['addUser', () => forge.addUser('ann'), `rejects ${CLOSED}`],
    ['clock.advance', () => forge.clock.advance(1), `rejects ${CLOSED}`],
    ['clock.moveTo', () => forge.clock.moveTo('2030-01-01T00:00:00Z'), `rejects ${CLOSED}`],
    ['events.mark', () => forge.events.mark(), `rejects ${CLOSED}`],
    ['events.since', () => forge.events.since(), `rejects ${CLOSED}`],
    ['settled', () => forge.settled(), `rejects ${CLOSED}`],
    ['expectEvents', () => forge.expectEvents('UserRegistered', 0), `rejects ${CLOSED}`],
    ['faults.stale', () => forge.faults.stale('GET /version'), `rejects ${CLOSED}`],
    ['faults.next', () => forge.faults.next('GET /version', { status: 500 }), `throws ${CLOSED}`],
    ['faults.nth', () => forge.faults.nth('GET /version', 2, { status: 500 }), `throws ${CLOSED}`],
    ['faults.always', () => forge.faults.always('GET /version', { status: 500 }), `throws ${CLOSED}`],
    ['snapshot', () => forge.snapshot(), `throws ${CLOSED}`],
    ['restore', () => forge.restore(snapshot), `rejects ${CLOSED}`],
    ['reset', () => forge.reset(), `rejects ${CLOSED}`],
    ['fork', () => forge.fork(), `rejects ${CLOSED}`],
    ['close', () => forge.close(), 'answers'],
    ['requests', () => forge.requests.matching('GET /version'), 'answers'],
    ['clock.now', () => forge.clock.now(), 'answers'],
  ]
  it.each(calls)('%s', async (_, call, outcome) => {
    expect(await outcomeOf(call)).toBe(outcome)
  })
  it('closes what a restore under way had opened', async () => {
    const other = await startForge({ port: false })
    const restored = other.restore(other.snapshot())
    await Promise.all([expect(restored).rejects.toThrow(CLOSED), other.close()])
  })
})
