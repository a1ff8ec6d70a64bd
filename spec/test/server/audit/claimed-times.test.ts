import type { Instant, StoredEvent } from '@forgefold/core/kernel'
import { apiRoutes } from '@forgefold/spec/api-routes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type World } from '../api/review/merge-requests/world.js'

const CLAIMED = '2020-02-03T04:05:06.000Z'
const HOUR = 3_600_000

type Json = Readonly<Record<string, unknown>>

/** What an owner writes with a time of their own; `told` is where it is read, with the mark that was written. */
interface Claim {
  readonly path: string
  readonly body: Json
  readonly told: string
}

let world: World
let sha: string
const threads: Record<string, string> = {}
const MARK = 'long ago'

const WRITES: Readonly<Record<string, () => Claim>> = {
  'POST /projects/:id/repository/commits/:sha/discussions': () => {
    const path = `/repository/commits/${sha}/discussions`
    return { path, body: { body: MARK }, told: path }
  },
  'POST /projects/:id/repository/commits/:sha/discussions/:discussion_id/notes': () => {
    const path = `/repository/commits/${sha}/discussions/${threads[`repository/commits/${sha}`]}`
    return { path: `${path}/notes`, body: { body: MARK }, told: path }
  },
  'POST /projects/:id/issues': () => ({ path: '/issues', body: { title: MARK }, told: '/issues' }),
  'PUT /projects/:id/issues/:issue_iid': () => {
    const change = { title: MARK, add_labels: 'old', assignee_ids: [world.dev.id], state_event: 'close' }
    return { path: '/issues/1', body: change, told: '/issues/1' }
  },
  ...Object.fromEntries(
    ['issues', 'merge_requests'].flatMap((kind) => {
      const [route, here] = [`POST /projects/:id/${kind}/:noteable_iid`, `/${kind}/1`]
      const say = (path: string): Claim => ({ path: `${here}${path}`, body: { body: MARK }, told: `${here}/notes` })
      return [
        [`${route}/notes`, () => say('/notes')],
        [`${route}/discussions`, () => say('/discussions')],
        [`${route}/discussions/:discussion_id/notes`, () => say(`/discussions/${threads[`${kind}/1`]}/notes`)],
      ]
    }),
  ),
}

const routes = apiRoutes.flatMap(({ method, path, params }) =>
  method === 'GET'
    ? []
    : ['created_at', 'updated_at'].flatMap((name) => (name in params ? [[`${method} ${path}`, name]] : [])),
)

const readAt = (path: string, moment: string) =>
  world.instance.ask('GET', `/api/v4/projects/${world.projectId}${path}`, {
    as: world.instance.root,
    headers: { 'Forgefold-As-Of': moment },
  })

beforeAll(async () => {
  world = await openMergeWorld()
  sha = await world.commit('one', { 'one.txt': 'x\n' }, 'main')
  await world.at(world.dev, 'POST', '/issues', { title: 'one' })
  await world.open('one')
  for (const thing of ['issues/1', 'merge_requests/1', `repository/commits/${sha}`]) {
    const begun = await world.at(world.dev, 'POST', `/${thing}/discussions`, { body: 'A thread' })
    threads[thing] = (begun.json as { readonly id: string }).id
  }
})
afterAll(() => world.close())

describe('a time that is claimed', () => {
  it('can be told of no write that is not tried here', () => {
    expect(routes.map(([route]) => route).sort()).toEqual(Object.keys(WRITES).sort())
  })

  it.each(routes)('%s: %s is told, and recorded when it was said', async (route, name) => {
    const { clock, forge } = world.instance
    const before = clock.now()
    clock.advance(HOUR)
    const { path, body, told } = (WRITES[route as string] as () => Claim)()
    const from = forge.read.position()
    const answer = await world.at(world.owner, route?.split(' ')[0] as string, path, {
      ...body,
      [name as string]: CLAIMED,
    })
    expect(answer.status, answer.text).toBeLessThan(300)
    expect(answer.text).toContain(`"${name}":"${CLAIMED}"`)
    const read = await forge.events.readAll({ ...(from === undefined ? {} : { after: from }), limit: 1000 })
    // What reactors make of earlier requests may be written meanwhile.
    const own = ({ metadata }: StoredEvent) =>
      metadata.actor === `user:${world.owner.id}` && metadata.causationId === undefined
    const recorded = read.kind === 'Read' ? read.events.filter(own).map(({ metadata }) => metadata.at) : []
    expect(recorded.length).toBeGreaterThan(0)
    expect(new Set<Instant>(recorded)).toEqual(new Set([clock.now()]))
    const count = async (moment: string): Promise<number> => (await readAt(told, moment)).text.split(MARK).length
    expect(await count(before)).toBeLessThan(await count(clock.now()))
  })
})

it('of a change dates all that it changed, in payloads and in the activity too', async () => {
  const made = (await world.at(world.owner, 'POST', '/issues', { title: 'two', created_at: '2019-01-01T00:00:00Z' }))
    .json
  const { iid } = made as { readonly iid: number }
  const change = { title: 'second', state_event: 'close', updated_at: CLAIMED, labels: 'then' }
  const changed = await world.at(world.owner, 'PUT', `/issues/${iid}`, change)
  expect(changed.json).toMatchObject({
    updated_at: CLAIMED,
    closed_at: CLAIMED,
    created_at: '2019-01-01T00:00:00.000Z',
  })
  for (const kind of ['label', 'state']) {
    const events = await world.at(world.owner, 'GET', `/issues/${iid}/resource_${kind}_events`)
    expect(events.json).toMatchObject([{ created_at: CLAIMED }])
  }
})
