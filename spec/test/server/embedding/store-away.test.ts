import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeMemoryEventStore } from '@forgefold/adapters/memory'
import type { EventStore } from '@forgefold/core/ports'
import { createForge, type ForgeOptions } from '@forgefold/server'
import { startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import * as E from 'fp-ts/lib/Either.js'
import { afterAll, describe, expect, it, vi } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'forgefold-store-away-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

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
