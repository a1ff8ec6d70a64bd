import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadParkedEvents, writeReactorEvent } from '@forgefold/core/app'
import { todoReactor } from '@forgefold/core/domains/conversation/todo'
import { erasedUsers } from '@forgefold/core/domains/identity/user'
import type { EventStore } from '@forgefold/core/ports'
import { createForgefold } from '@forgefold/server'
import { runCommandLine } from '@forgefold/server/cli'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { type Browser, openWorld, type World } from '../oauth/world.js'

type Ports = Pick<World['instance']['forge'], 'events' | 'clock' | 'ids'>

/** Parks the first event of the history for a reactor, which does not care about it and so handles it when it is replayed. */
const parkFor = async (reactor: string, { events, clock, ids }: Ports): Promise<void> => {
  const read = await events.readAll({ limit: 1 })
  const first = read.kind === 'Read' ? read.events[0] : undefined
  if (first === undefined) throw new Error('there is no event')
  const { id, stream, revision, type } = first
  const data = { id, stream, revision, type, reason: 'TypeError', at: clock.now() }
  const written = await writeReactorEvent({ store: events, clock, ids }, reactor, () => ({ type: 'EventParked', data }))
  expect(E.isRight(written)).toBe(true)
}

const parked = async (events: EventStore, reactor: string): Promise<number> => {
  const found = await loadParkedEvents(events, reactor)
  return E.isRight(found) ? found.right.events.length : -1
}

const said = async (args: ReadonlyArray<string>): Promise<{ readonly code: number; readonly text: string }> => {
  const lines: Array<string> = []
  const code = await runCommandLine(args, {
    say: (line: string) => void lines.push(line),
    tell: (line: string) => void lines.push(line),
    progress: () => undefined,
    asked: new Promise<void>(() => undefined),
    environment: {},
  } as unknown as Parameters<typeof runCommandLine>[1])
  return { code, text: lines.join('\n') }
}

describe('events that a reactor has parked', () => {
  it('are shown to administrators alone, counted in the metrics, and replayed on request', async () => {
    const world = await openWorld()
    const { forge, root, ask } = world.instance
    try {
      await parkFor(todoReactor.name, forge)
      await parkFor(erasedUsers.name, forge)
      const metrics = await ask('GET', '/-/metrics')
      expect(metrics.text).toContain(`forgefold_reactor_parked_events{reactor="${todoReactor.name}"} 1`)
      const ann = await world.browser().signIn('ann')
      await ann.open('/admin/reactors')
      expect(ann.status).toBe(404)
      await ask('PUT', `/api/v4/users/${world.userId}`, { as: root, json: { admin: true } })
      const admin: Browser = await ann.open('/admin/reactors')
      expect(admin.status).toBe(200)
      expect(admin.text()).toContain(todoReactor.name)
      expect(admin.text()).toContain('TypeError')
      // The reactors of this instance started before anything was parked: they look when they are asked to.
      await admin.send('/admin/reactors/retry', {}, `value="${todoReactor.name}"`)
      expect(admin.text()).toContain('1 events are replayed')
    } finally {
      await world.instance.close()
    }
  })

  it('are listed by doctor and reactors, and replayed by the next server after reactors retry', async () => {
    const data = await mkdtemp(join(tmpdir(), 'forgefold-parked-'))
    const options = {
      data,
      instance: { externalUrl: 'http://forge.test', tier: 'ultimate', release: '15.3' },
      eventStore: 'sqlite',
    } as unknown as Parameters<typeof createForgefold>[0]
    try {
      const first = await createForgefold(options)
      const { registerUser } = await import('@forgefold/core/domains/identity/user')
      const { systemCaller } = await import('@forgefold/core/app')
      const profile = { username: 'ann', name: 'Ann', email: 'ann@example.com' }
      await registerUser(first.forge, systemCaller(first.forge, 'test'), {
        profile,
        password: undefined,
        confirmed: true,
      })
      await parkFor(todoReactor.name, first.forge)
      await first.close()
      expect((await said(['doctor', '--data', data])).text).toContain(`events wait for a replay: ${todoReactor.name} 1`)
      const listed = await said(['reactors', '--data', data])
      expect(listed.text).toMatch(new RegExp(`^${todoReactor.name} .*TypeError`))
      const retried = await said(['reactors', 'retry', '--data', data])
      expect(retried).toMatchObject({ code: 0, text: expect.stringContaining('1 parked events are to be replayed') })
      const second = await createForgefold(options)
      await expect.poll(() => parked(second.forge.events, todoReactor.name)).toBe(0)
      await second.close()
      expect((await said(['reactors', 'retry', '--data', data])).text).toContain('Nothing is parked.')
      expect((await said(['doctor', '--data', data])).text).not.toContain('replay')
    } finally {
      await rm(data, { recursive: true, force: true })
    }
  })

  it('are replayed at once where a server runs', async () => {
    const world = await openWorld()
    const { forge } = world.instance
    try {
      await parkFor(todoReactor.name, forge)
      const { requestRetry } = await import('@forgefold/core/app')
      await requestRetry({ ...forge, store: forge.events }, todoReactor.name)
      await expect.poll(() => parked(forge.events, todoReactor.name)).toBe(0)
    } finally {
      await world.instance.close()
    }
  })
})
