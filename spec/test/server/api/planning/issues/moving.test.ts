import { moveIssue } from '@forgefold/core/domains/planning/issue'
import { unavailable } from '@forgefold/core/kernel'
import { eventually, openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as E from 'fp-ts/lib/Either.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Json = Readonly<Record<string, unknown>>

let world: TestInstance
let reporter: { readonly id: number; readonly token: string }

const ask = (method: string, path: string, json?: unknown, as: string | undefined = world.root) => {
  const [plain = '', query = ''] = path.split('?')
  return world.ask(method, `/api/v4${plain}`, { as, query, json })
}

const made = async (path: string, json: unknown, as?: string): Promise<Json & { id: number; iid: number }> =>
  (await ask('POST', path, json, as)).json as never

const said = async (path: string): Promise<ReadonlyArray<unknown>> =>
  ((await ask('GET', `${path}/notes?sort=asc&order_by=created_at`)).json as ReadonlyArray<Json>).map(
    ({ body, system }) => [body, system],
  )

beforeAll(async () => {
  world = await openTestInstance({ tier: 'premium' })
  reporter = await world.person('reporter')
  await made('/projects', { name: 'here' })
  await made('/projects', { name: 'there' })
  for (const project of [1, 2]) {
    await made(`/projects/${project}/members`, { user_id: reporter.id, access_level: 20 })
    await made(`/projects/${project}/labels`, { name: 'bug', color: '#ff0000' })
    await made(`/projects/${project}/milestones`, { title: 'first' })
  }
  await made('/projects/1/labels', { name: 'only here', color: '#ff0000' })
})
afterAll(() => world.close())

describe('an issue that is moved', () => {
  let old: { readonly id: number; readonly iid: number }

  beforeAll(async () => {
    old = await made(
      '/projects/1/issues',
      {
        title: 'Wanders',
        description: 'see #1, not `#1`\nsee #1',
        labels: 'bug,only here',
        milestone_id: 1,
        assignee_ids: [reporter.id],
        due_date: '2030-01-02',
        weight: 3,
      },
      reporter.token,
    )
    await made(`/projects/1/issues/${old.iid}/notes`, { body: 'as in #1' }, reporter.token)
  })

  it('goes on in the other project with what belongs to it', async () => {
    const moved = await ask('POST', `/projects/1/issues/${old.iid}/move`, { to_project_id: 2 })
    expect([moved.status, moved.json]).toMatchObject([
      201,
      {
        project_id: 2,
        iid: 1,
        title: 'Wanders',
        description: 'see #1, not `#1`\nsee root/here#1',
        labels: ['bug'],
        milestone: { title: 'first', project_id: 2 },
        assignees: [{ username: 'reporter' }],
        author: { username: 'reporter' },
        due_date: '2030-01-02',
        weight: 3,
        state: 'opened',
        moved_to_id: null,
        user_notes_count: 1,
      },
    ])
    expect((await ask('GET', `/projects/1/issues/${old.iid}`)).json).toMatchObject({
      state: 'closed',
      moved_to_id: (moved.json as Json)['id'],
    })
    expect(await said('/projects/2/issues/1')).toEqual(
      expect.arrayContaining([
        ['as in root/here#1', false],
        [`moved from here#${old.iid}`, true],
      ]),
    )
    expect(await said(`/projects/1/issues/${old.iid}`)).toContainEqual(['moved to there#1', true])
  })

  it('is moved once, and only by who runs the issues of both projects', async () => {
    const again = await ask('POST', `/projects/1/issues/${old.iid}/move`, { to_project_id: 2 })
    expect([again.status, again.json]).toEqual([
      400,
      { message: '400 Bad request - Cannot move issue due to insufficient permissions!' },
    ])
    const other = await made('/projects/1/issues', { title: 'Stays' })
    await made('/projects', { name: 'hidden' })
    await made('/projects', { name: 'open', visibility: 'public' })
    const move = async (to_project_id: number) =>
      (await ask('POST', `/projects/1/issues/${other.iid}/move`, { to_project_id }, reporter.token)).status
    expect(await move(3)).toBe(404)
    expect(await move(4)).toBe(400)
    const toItself = await ask('POST', `/projects/1/issues/${other.iid}/move`, { to_project_id: 1 })
    expect(toItself.json).toEqual({
      message: '400 Bad request - Cannot move issue to project it originates from!',
    })
    expect((await ask('GET', `/projects/1/issues/${other.iid}`)).json).toMatchObject({ state: 'opened' })
  })
})

describe('an issue that several people move at once', () => {
  const titled = async (project: number, title: string) =>
    (await ask('GET', `/projects/${project}/issues?search=${title}`)).json as ReadonlyArray<Json>

  it('goes on in one place, whoever was first, with each note once', async () => {
    const rounds = ['Rush', 'Hurry', 'Haste']
    for (const title of rounds) {
      const { iid } = await made('/projects/1/issues', { title })
      const thread = await made(`/projects/1/issues/${iid}/discussions`, { body: 'one' })
      await made(`/projects/1/issues/${iid}/discussions/${thread.id}/notes`, { body: 'two' })
      const { id: third } = await made('/projects', { name: title })
      const moves = [2, third, 2, third].map((to_project_id) =>
        ask('POST', `/projects/1/issues/${iid}/move`, { to_project_id }),
      )
      const answers = await Promise.all(moves)
      const places = await Promise.all([2, third].map((project) => titled(project, title)))
      const [copy, ...others] = places.flat()
      expect([others, (await titled(1, title))[0]]).toMatchObject([[], { moved_to_id: copy?.['id'], state: 'closed' }])
      expect(copy).toMatchObject({ user_notes_count: 2 })
      const done = answers.filter(({ status }) => status === 201)
      expect(done.length).toBeGreaterThan(0)
      for (const { json } of done) expect(json).toMatchObject({ id: copy?.['id'] })
      for (const { status } of answers) expect([201, 400]).toContain(status)
    }
  })

  /** Begins to move an issue to project 2 and comes no further than the notes. */
  const breakOff = async (iid: number): Promise<void> => {
    const { issueNotes } = world.forge
    const copy: typeof issueNotes.copy = async (...given) => {
      await issueNotes.copy(...given)
      return E.left(unavailable('broken off'))
    }
    const credential = { kind: 'personal_access_token', id: '1', scopes: ['api'] } as const
    const principal = { kind: 'user', userId: 1, admin: true, external: false, credential } as const
    const caller = { principal, context: world.context() }
    const input = { issue: { project: 1, iid }, toProjectId: 2 }
    expect(await moveIssue({ ...world.forge, issueNotes: { copy } }, caller, input)).toMatchObject(
      E.left({ kind: 'Unavailable' }),
    )
  }

  it('goes on by itself where a move was broken off', async () => {
    const old = await made('/projects/1/issues', { title: 'Broken' })
    for (const body of ['one', 'two']) await made(`/projects/1/issues/${old.iid}/notes`, { body })
    await breakOff(old.iid)
    const [copy] = await titled(2, 'Broken')
    await eventually('the end of the move', async () => {
      const { state, moved_to_id } = (await ask('GET', `/projects/1/issues/${old.iid}`)).json as Json
      return state === 'closed' && moved_to_id === copy?.['id'] ? true : undefined
    })
    const again = await ask('POST', `/projects/1/issues/${old.iid}/move`, { to_project_id: 2 })
    expect([again.status, (await titled(2, 'Broken')).length]).toEqual([400, 1])
    const people = (await said(`/projects/2/issues/${copy?.['iid']}`)) as ReadonlyArray<readonly [string, boolean]>
    expect(people.filter(([, system]) => !system).map(([body]) => body)).toEqual(['one', 'two'])
  })
})

describe('an issue that is cloned', () => {
  it('stays open beside the new one, which is of who asked and has notes where they are wanted', async () => {
    const old = await made('/projects/1/issues', { title: 'Twice', labels: 'bug' }, reporter.token)
    const thread = await made(`/projects/1/issues/${old.iid}/discussions`, { body: 'begun' })
    await made(`/projects/1/issues/${old.iid}/discussions/${thread.id}/notes`, { body: 'answered' })
    const bare = await made(`/projects/1/issues/${old.iid}/clone`, { to_project_id: 1 })
    expect(bare).toMatchObject({ title: 'Twice', labels: ['bug'], author: { username: 'root' }, user_notes_count: 0 })
    const full = await made(`/projects/1/issues/${old.iid}/clone`, { to_project_id: 2, with_notes: true })
    const talk = (await ask('GET', `/projects/2/issues/${full.iid}/discussions`)).json as ReadonlyArray<Json>
    expect(talk[0]).toMatchObject({ individual_note: false, notes: [{ body: 'begun' }, { body: 'answered' }] })
    expect((await ask('GET', `/projects/1/issues/${old.iid}`)).json).toMatchObject({
      state: 'opened',
      moved_to_id: null,
    })
    expect(await said(`/projects/1/issues/${old.iid}`)).toContainEqual([`cloned to #${bare.iid}`, true])
    expect(await said(`/projects/1/issues/${bare.iid}`)).toEqual([[`cloned from #${old.iid}`, true]])
  })
})

describe('issues in order', () => {
  it('stand where they were put', async () => {
    const { id: project } = await made('/projects', { name: 'ordered' })
    const ids: Array<number> = []
    for (const title of ['a', 'b', 'c']) ids.push((await made(`/projects/${project}/issues`, { title })).id)
    const [a, b] = ids
    const order = async () => {
      const listed = await ask('GET', `/projects/${project}/issues?order_by=relative_position&sort=asc`)
      return (listed.json as ReadonlyArray<Json>).map(({ title }) => title)
    }
    const put = async (iid: number, json: unknown) =>
      (await ask('PUT', `/projects/${project}/issues/${iid}/reorder`, json)).status
    expect(await order()).toEqual(['a', 'b', 'c'])
    expect(await put(3, { move_after_id: a, move_before_id: b })).toBe(200)
    expect(await order()).toEqual(['a', 'c', 'b'])
    expect(await put(2, { move_before_id: a })).toBe(200)
    expect(await order()).toEqual(['b', 'a', 'c'])
    expect(await put(2, { move_after_id: a })).toBe(200)
    expect(await order()).toEqual(['a', 'b', 'c'])
    expect(await put(1, {})).toBe(422)
    expect(await put(1, { move_after_id: 4711 })).toBe(422)
    await made(`/projects/${project}/issues`, { title: 'd' })
    expect(await order()).toEqual(['a', 'b', 'c', 'd'])
  })
})
