import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeMovableClock } from '@forgefold/adapters/clock'
import { makeMemoryEventStore } from '@forgefold/adapters/memory'
import { ACCESS } from '@forgefold/core/access'
import type { Day, Instant } from '@forgefold/core/kernel'
import type { EventStore } from '@forgefold/core/ports'
import { createForge, type ForgeOptions } from '@forgefold/server'
import { startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import * as E from 'fp-ts/lib/Either.js'
import { afterAll, describe, expect, it, vi } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'forgefold-store-away-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const RIGHT = { _tag: 'Right' }

/** A port at which nothing listens. */
const unusedPort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { readonly port: number }
      server.close(() => resolve(port))
    })
  })

const refusalOf = async (options: ForgeOptions): Promise<string> => {
  try {
    await (await createForge(options)).close()
    return 'no refusal'
  } catch (error) {
    return String(error)
  }
}

const at = (connectionString: string): Pick<ForgeOptions, 'eventStore'> => ({ eventStore: { connectionString } })

const someone = (username: string) => ({
  profile: { username, name: username, email: `${username}@example.com` },
  password: undefined,
  admin: false,
  confirmed: true,
})

describe('a forge inside a program whose event store', () => {
  it('cannot be reached is given up in time, by an address without credentials', async () => {
    const port = await unusedPort()
    const waitedFor: Array<string> = []
    const refusal = await refusalOf({
      ...at(`esdb://admin:Hunter2@127.0.0.1:${port}`),
      eventStorePatience: 0.1,
      onUnavailable: (...told) => void waitedFor.push(told.join(' ')),
    })
    expect(refusal).toBe(`Error: the event store did not come within 0.1 s: nothing listens at 127.0.0.1:${port}`)
    expect(waitedFor[0]).toBe(`waiting for the event store: nothing listens at 127.0.0.1:${port} start`)
  })

  it('refuses for good is not waited for', async () => {
    expect(await refusalOf(at('esdb://admin:Hunter2@127.0.0.1:1?tls=false'))).toBe(
      'TypeError: credentials are not sent without TLS: leave them out of the connection string, or tls=false',
    )
    const double = await startEventStoreDbDouble()
    try {
      expect(await refusalOf(at(`esdb://127.0.0.1:${double.port}`))).toBe(
        `Error: 127.0.0.1:${double.port} does not speak TLS: look at tls in the connection string`,
      )
    } finally {
      await double.stop()
    }
  })

  it('disappears in the middle of the start is given up too, and leaves its folder to the next start', async () => {
    const double = await startEventStoreDbDouble()
    double.faults.slowReads(500)
    const options = { ...at(double.connectionString), data: join(folder, 'midway') }
    try {
      const refused = refusalOf({ ...options, eventStorePatience: 0.5 })
      // The probe and the first questions of the start pass, then there is nobody.
      await vi.waitUntil(() => double.calls.length > 1, 60_000)
      await double.crash()
      expect(await refused).toContain(
        `the event store did not come within 0.5 s: nothing listens at 127.0.0.1:${double.port}`,
      )
      double.faults.clear()
      await double.restart()
      const forge = await createForge(options)
      expect(E.isRight(await forge.useCases.user.registerUser(someone('jane')))).toBe(true)
      await forge.close()
    } finally {
      await double.stop()
    }
  })

  it.each(['crash', 'silence'])('disappears by %s between the appends of the start is given up too', async (how) => {
    const double = await startEventStoreDbDouble()
    const options = { ...at(double.connectionString), onDefect: () => undefined }
    try {
      const before = await createForge({ ...options, clock: makeMovableClock('2024-03-01T09:00:00.000Z' as Instant) })
      await before.useCases.user.registerUser(someone('jane'))
      const joe = await before.useCases.user.registerUser(someone('joe'))
      const jane = before.as('jane').useCases
      const app = await jane.project.createProject({ namespaceId: undefined, settings: { name: 'app' } })
      if (E.isLeft(joe) || E.isLeft(app)) return expect.fail('the forge refuses what is valid')
      // A start ends the memberships that have run out, which is an append.
      const expiring = { userId: joe.right.id, level: ACCESS.developer, expiresAt: '2024-03-02' as Day }
      expect(await jane.member.addMember({ source: 'project', ref: app.right.id, ...expiring })).toMatchObject(RIGHT)
      await before.close()
      double.faults.append({ kind: 'neverAnswer', written: false }, 1_000)
      const seen = double.calls.length
      const later = makeMovableClock('2024-03-05T09:00:00.000Z' as Instant)
      const refused = refusalOf({ ...options, clock: later, eventStorePatience: 0.5 })
      await vi.waitUntil(() => double.calls.slice(seen).some(({ call }) => /append/i.test(call)), 60_000)
      if (how === 'crash') await double.crash()
      else double.faults.silent()
      expect(await refused).toContain('the event store did not come within 0.5 s')
    } finally {
      await double.stop()
    }
  })

  it('does not answer while it runs, has a deadline for each use case', async () => {
    const store = makeMemoryEventStore()
    let isSilent = false
    const events: EventStore = {
      ...store,
      append: (...given) => (isSilent ? new Promise(() => undefined) : store.append(...given)),
    }
    const forge = await createForge({ ports: { events }, eventStoreDeadline: 0.2 })
    expect(E.isRight(await forge.useCases.user.registerUser(someone('jane')))).toBe(true)
    isSilent = true
    expect(await forge.useCases.user.registerUser(someone('joe'))).toMatchObject({
      left: { kind: expect.stringMatching(/^(Unavailable|OutcomeUnknown)$/) },
    })
    isSilent = false
    await forge.close()
  })
})
