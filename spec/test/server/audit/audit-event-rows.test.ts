import { pause } from '@forgefold/adapters/clock'
import { systemCaller } from '@forgefold/core/app'
import {
  type AuditEvent,
  type AuditEventFilter,
  type AuditEventSource,
  auditEventAt,
  auditEventOf,
  auditEventsBefore,
  auditEventsIn,
  eachEvent,
} from '@forgefold/core/audit'
import { beginSession, enterAdminMode } from '@forgefold/core/domains/identity/session'
import type { StoredEvent, StreamName } from '@forgefold/core/kernel'
import type { EventStore } from '@forgefold/core/ports'
import { converse, recorded } from '@forgefold/spec/conversation'
import { eventually, openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as E from 'fp-ts/lib/Either.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let world: TestInstance
let told: ReadonlyArray<AuditEvent>
let projectId: number

const rightOf = <A>(found: E.Either<unknown, A>): A => {
  if (E.isLeft(found)) throw new Error(JSON.stringify(found.left))
  return found.right
}

/** A store may read the fields of an event only when they are asked for, so they are compared by name. */
const whole = ({ event, ...rest }: AuditEvent) => {
  const { stream, revision, position, id, type, version, data, metadata } = event
  return { ...rest, event: { stream, revision, position, id, type, version, data, metadata } }
}

const make = async (path: string, json: unknown, as = world.root): Promise<{ readonly id: number }> => {
  const answered = await world.ask('POST', `/api/v4${path}`, { as, json })
  expect(answered.status, answered.text).toBe(201)
  return answered.json as { readonly id: number }
}

const ask = async (path: string): Promise<unknown> =>
  (await world.ask('GET', `/api/v4${path}`, { as: world.root })).json

/** What no first event of a stream is told of, but a later one: an approval, the end of a pipeline, the admin mode of a session. */
const happenLater = async (): Promise<void> => {
  const approver = await world.person('approver')
  projectId = (await make('/projects', { name: 'gated', initialize_with_readme: true })).id
  await make(`/projects/${projectId}/members`, { user_id: approver.id, access_level: 40 })
  const project = `/projects/${projectId}`
  const levels = { deploy_access_levels: [{ access_level: 30 }], required_approval_count: 1 }
  await make(`${project}/protected_environments`, { name: 'production', ...levels })
  const branches = await ask(`${project}/repository/branches`)
  const [{ name: branch } = { name: '' }] = branches as ReadonlyArray<{ readonly name: string }>
  const content = 'deploy:\n  script: [echo]\n  environment: production\n'
  const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content }]
  await make(`${project}/repository/commits`, { branch, commit_message: 'x', actions })
  const blocked = await eventually('a deployment that waits for approvals', async () => {
    const [one] = (await ask(`${project}/deployments`)) as ReadonlyArray<{ id: number; status: string }>
    return one?.status === 'blocked' ? one.id : undefined
  })
  await make(`${project}/deployments/${blocked}/approval`, { status: 'approved' }, approver.token)
  for (const { id } of (await ask(`${project}/pipelines`)) as ReadonlyArray<{ readonly id: number }>)
    await world.ask('DELETE', `/api/v4${project}/pipelines/${id}`, { as: world.root })
  const { forge } = world
  const session = { userId: 1, twoFactor: false, lifetime: 60 }
  const { secret } = rightOf(await beginSession(forge, systemCaller(forge, 'test'), session))
  rightOf(await enterAdminMode(forge, systemCaller(forge, 'test'), { secret, lifetime: 60 }))
}

/** Every audit event of the history, newest first, from the events alone. */
const walked = async (): Promise<ReadonlyArray<AuditEvent>> => {
  const streams = new Map<StreamName, Array<StoredEvent>>()
  const found: Array<AuditEvent> = []
  await eachEvent({ events: world.forge.events, pause }, {}, (event) => {
    const earlier = streams.get(event.stream) ?? []
    const one = auditEventOf(event, earlier)
    if (one !== undefined) found.unshift(one)
    streams.set(event.stream, [...earlier, event])
    return undefined
  })
  return found
}

/** A history that counts the events it gives. */
const counting = (events: EventStore) => {
  const given = { events: 0 }
  const store: EventStore = {
    ...events,
    readStream: async (...asked) => {
      const read = await events.readStream(...asked)
      if (read.kind === 'Read') given.events += read.events.length
      return read
    },
    readAll: async (...asked) => {
      const read = await events.readAll(...asked)
      if (read.kind === 'Read') given.events += read.events.length
      return read
    },
  }
  return { given, source: { events: store, read: world.forge.read } satisfies AuditEventSource }
}

beforeAll(async () => {
  world = await openTestInstance()
  await converse(recorded(world))
  await happenLater()
  told = await walked()
})
afterAll(() => world.close())

describe('audit events from where the read model says that they stand', () => {
  it('are those that a walk through the whole history tells, with their owners', async () => {
    for (const type of ['ApprovalGiven', 'PipelineDeleted', 'AdminModeEntered', 'MemberAdded', 'SettingsChanged'])
      expect(told.map(({ event }) => event.type)).toContain(type)
    const page = rightOf(await auditEventsIn(world.forge, {}, { page: 1, perPage: told.length + 1 }))
    expect(page.total).toBe(told.length)
    expect(page.rows.map(whole)).toEqual(told.map(whole))
  })
  it('are narrowed by their entity and by moments as the walk narrows them', async () => {
    const entities = new Map(told.map(({ entity }) => [`${entity.type} ${entity.id}`, entity]))
    expect(entities.size).toBeGreaterThan(5)
    for (const { type, id } of entities.values()) {
      const filter: AuditEventFilter = { entityType: type, entityId: id }
      const { rows } = rightOf(await auditEventsBefore(world.forge, filter, undefined, told.length))
      expect(rows.map(whole)).toEqual(told.filter(({ entity }) => entity.type === type && entity.id === id).map(whole))
    }
    const moments = [...new Set(told.map(({ event }) => event.metadata.at))]
    for (const moment of moments) {
      const since = rightOf(await auditEventsBefore(world.forge, { createdAfter: moment }, undefined, told.length))
      expect(since.rows.map(whole)).toEqual(told.filter(({ event }) => event.metadata.at >= moment).map(whole))
      const until = rightOf(await auditEventsBefore(world.forge, { createdBefore: moment }, undefined, told.length))
      expect(until.rows.map(whole)).toEqual(told.filter(({ event }) => event.metadata.at <= moment).map(whole))
    }
  })
  it('are found one by one, at their positions only', async () => {
    const at = new Map(told.map((one) => [one.event.position as number, one]))
    const last = told[0]?.event.position ?? 0
    for (let position = 0; position <= last; position++) {
      const [found, expected] = [rightOf(await auditEventAt(world.forge, position)), at.get(position)]
      expect(found && whole(found)).toEqual(expected && whole(expected))
    }
  })
  it('cost as many events as they tell, whatever else has happened', async () => {
    const cost = async (page: number): Promise<number> => {
      const { given, source } = counting(world.forge.events)
      const filter = { entityType: 'Project', entityId: projectId }
      rightOf(await auditEventsIn(source, filter, { page, perPage: 3 }))
      rightOf(await auditEventsBefore(source, filter, undefined, 3))
      return given.events
    }
    const before = [await cost(1), await cost(2)]
    for (const events of before) expect(events).toBeLessThanOrEqual(2 * 3 * 3)
    const other = (await make('/projects', { name: 'other' })).id
    for (let count = 0; count < 100; count++)
      await world.ask('PUT', `/api/v4/projects/${other}`, { as: world.root, json: { description: `${count}` } })
    expect([await cost(1), await cost(2)]).toEqual(before)
  })
})
