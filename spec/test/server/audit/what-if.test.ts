import { pause } from '@forgefold/adapters/clock'
import { anonymous } from '@forgefold/core/access'
import { type OtherDecision, readWhatIf, whatIf } from '@forgefold/core/audit'
import { beginSession } from '@forgefold/core/domains/identity/session'
import { signUp } from '@forgefold/core/domains/identity/user'
import { anonymousActor } from '@forgefold/core/kernel'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

let world: TestInstance
const people: Array<{ readonly id: number; readonly token: string }> = []

const got = <A>(result: E.Either<unknown, A>): A => {
  if (E.isLeft(result)) throw new Error(JSON.stringify(result.left))
  return result.right
}

const ask = async (method: string, path: string, json?: unknown, as = world.root) =>
  world.ask(method, `/api/v4${path}`, { as, json })

const make = async <A = { readonly id: number; readonly iid: number }>(
  path: string,
  json: unknown,
  as = world.root,
) => {
  const made = await ask('POST', path, json, as)
  if (made.status >= 300) throw new Error(`${path}: ${made.status} ${made.text}`)
  return made.json as A
}

const head = (): number => world.forge.read.position() ?? 0

/** What would have been otherwise since a position. */
const under = async (change: string, after: number): Promise<ReadonlyArray<OtherDecision>> =>
  got(
    await whatIf({ events: world.forge.events, pause }, got(readWhatIf(change)), {
      after: after as OtherDecision['event']['position'],
    }),
  )

let number = 0

const projectWith = async (settings: Record<string, unknown> = {}): Promise<number> => {
  const { id } = await make('/projects', { name: `p${++number}`, initialize_with_readme: true, ...settings })
  for (const person of people) await make(`/projects/${id}/members`, { user_id: person.id, access_level: 40 })
  return id
}

const requestIn = async (projectId: number, message?: string): Promise<number> => {
  const branch = `b${++number}`
  const actions = [{ action: 'create', file_path: branch, content: branch }]
  await make(`/projects/${projectId}/repository/commits`, {
    branch,
    start_branch: 'main',
    commit_message: message ?? branch,
    actions,
  })
  const wanted = { source_branch: branch, target_branch: 'main', title: branch }
  return (await make(`/projects/${projectId}/merge_requests`, wanted)).iid
}

beforeAll(async () => {
  world = await openTestInstance({ release: '16.0' })
  for (const name of ['ann', 'bob', 'cyd']) people.push(await world.person(name))
})
afterAll(() => world.close())

describe('another number of approvals', () => {
  it('lists nothing where it is the number that was in effect, and else the merges with fewer', async () => {
    const approvals = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 2 }),
        fc.integer({ min: 0, max: 3 }),
        approvals,
        async (required, other, counts) => {
          const projectId = await projectWith()
          await make(`/projects/${projectId}/approvals`, { approvals_before_merge: required })
          const since = head()
          const merged: Array<number> = []
          for (const count of counts) {
            const iid = await requestIn(projectId)
            const at = `/projects/${projectId}/merge_requests/${iid}`
            for (const person of people.slice(0, count)) await make(`${at}/approve`, {}, person.token)
            if ((await ask('PUT', `${at}/merge`, {})).status === 200) merged.push(count)
          }
          expect(await under(`approvals_required=${required}`, since)).toEqual([])
          const others = await under(`approvals_required=${other}`, since)
          expect(others.map(({ verdict }) => verdict)).toEqual(
            merged.filter((count) => required !== other && count < other).map(() => 'refused'),
          )
        },
      ),
      { numRuns: 4 },
    )
  })
  it('tells what followed from a merge that would have been refused', async () => {
    const projectId = await projectWith()
    const since = head()
    const iid = await requestIn(projectId)
    const { merge_commit_sha: sha } = (await ask('PUT', `/projects/${projectId}/merge_requests/${iid}/merge`, {}))
      .json as {
      readonly merge_commit_sha: string
    }
    const deployed = { environment: 'production', sha, ref: 'main', tag: false, status: 'success' }
    const { id } = await make(`/projects/${projectId}/deployments`, deployed)
    const [merge] = await under('approvals_required=1', since)
    expect(merge?.followed.map(({ stream }) => stream)).toContain(`deployment-${id}`)
  })
})

describe('merge checks', () => {
  it.each([true, false])('of pipelines list nothing where they were as they are: %s', async (required) => {
    const projectId = await projectWith({ only_allow_merge_if_pipeline_succeeds: required })
    const since = head()
    const iid = await requestIn(projectId)
    const at = `/projects/${projectId}/merge_requests/${iid}`
    const { sha } = (await ask('GET', at)).json as { readonly sha: string }
    if (required) await make(`/projects/${projectId}/statuses/${sha}`, { state: 'success' })
    expect((await ask('PUT', `${at}/merge`, {})).status).toBe(200)
    expect(await under(`only_allow_merge_if_pipeline_succeeds=${required}`, since)).toEqual([])
    expect(await under(`only_allow_merge_if_pipeline_succeeds=${!required}`, since)).toHaveLength(required ? 0 : 1)
  })
  it('of skipped pipelines list the merge of one, where a pipeline was asked for', async () => {
    const projectId = await projectWith({
      only_allow_merge_if_pipeline_succeeds: true,
      allow_merge_on_skipped_pipeline: true,
    })
    const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content: 'test:\n  script: [echo]\n' }]
    const commit = { branch: 'main', commit_message: 'ci [skip ci]', actions }
    await make(`/projects/${projectId}/repository/commits`, commit)
    const since = head()
    const iid = await requestIn(projectId, 'work [skip ci]')
    const at = `/projects/${projectId}/merge_requests/${iid}`
    await vi.waitFor(async () => {
      expect((await ask('GET', at)).json).toMatchObject({ head_pipeline: { status: 'skipped' } })
    }, 60_000)
    expect((await ask('PUT', `${at}/merge`, {})).status).toBe(200)
    expect(await under('allow_merge_on_skipped_pipeline=true', since)).toEqual([])
    expect(await under('allow_merge_on_skipped_pipeline=false', since)).toMatchObject([
      { verdict: 'refused', event: { type: 'MergeRequestMerged' } },
    ])
  })
  it('of threads list the merge that left one open', async () => {
    const projectId = await projectWith()
    const since = head()
    const iid = await requestIn(projectId)
    const at = `/projects/${projectId}/merge_requests/${iid}`
    await make(`${at}/discussions`, { body: 'Why?' })
    expect((await ask('PUT', `${at}/merge`, {})).status).toBe(200)
    expect(await under('only_allow_merge_if_all_discussions_are_resolved=true', since)).toHaveLength(1)
    expect(await under('only_allow_merge_if_all_discussions_are_resolved=false', since)).toEqual([])
  })
})

describe('who may approve', () => {
  it.each([true, false])(
    'lists approvals by those who committed, as far as they are on record: %s',
    async (committed) => {
      const projectId = await projectWith()
      const keepFromApproving = (kept: boolean) =>
        make(`/projects/${projectId}/approvals`, { merge_requests_disable_committers_approval: kept })
      await keepFromApproving(true)
      const [committer, other] = people
      const branch = `b${++number}`
      const actions = [{ action: 'create', file_path: branch, content: branch }]
      const commit = { branch, start_branch: 'main', commit_message: branch, actions }
      await make(`/projects/${projectId}/repository/commits`, commit, committer?.token)
      const since = head()
      const wanted = { source_branch: branch, target_branch: 'main', title: branch }
      const { iid } = await make(`/projects/${projectId}/merge_requests`, wanted)
      await keepFromApproving(false)
      const approver = committed ? committer : other
      await make(`/projects/${projectId}/merge_requests/${iid}/approve`, {}, approver?.token)
      expect(await under('merge_requests_disable_committers_approval=false', since)).toEqual([])
      const others = await under('merge_requests_disable_committers_approval=true', since)
      expect(others).toMatchObject(committed ? [{ verdict: 'refused', event: { type: 'Approved' } }] : [])
    },
  )
})

describe('rules over branches and environments', () => {
  it('list merges of lower roles', async () => {
    const projectId = await projectWith()
    const since = head()
    const iid = await requestIn(projectId)
    const merge = `/projects/${projectId}/merge_requests/${iid}/merge`
    expect((await ask('PUT', merge, {}, people[0]?.token)).status).toBe(200)
    expect(await under('merge_access_level=40', since)).toEqual([])
    expect(await under('merge_access_level=30', since)).toEqual([])
    const higher = await under('merge_access_level=60', since)
    expect(higher).toMatchObject([{ verdict: 'refused', event: { type: 'MergeRequestMerged' } }])
    expect(await under('merge_access_level=0', since)).toHaveLength(1)
    expect(await under('other:merge_access_level=60', since)).toEqual([])
  })
  it('list pushes and merges of lower roles', async () => {
    const projectId = await projectWith()
    const since = head()
    const actions = [{ action: 'create', file_path: `f${++number}`, content: 'x' }]
    const commit = { branch: 'main', commit_message: 'x', actions }
    await make(`/projects/${projectId}/repository/commits`, commit, people[0]?.token)
    expect(await under('push_access_level=40', since)).toEqual([])
    expect(await under('push_access_level=60', since)).toMatchObject([{ verdict: 'refused' }])
    expect(await under('other:push_access_level=60', since)).toEqual([])
    expect(await under('push_access_level=0', since)).toHaveLength(1)
  })
  it('list deployments that fewer approved, and those that waited for nothing', async () => {
    const projectId = await projectWith()
    const protection = { name: 'production', deploy_access_levels: [{ access_level: 40 }], required_approval_count: 1 }
    await make(`/projects/${projectId}/protected_environments`, protection)
    const since = head()
    const content = 'deploy:\n  script: [echo]\n  environment: production\n'
    const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content }]
    const commit = { branch: 'main', commit_message: 'x', actions }
    await make(`/projects/${projectId}/repository/commits`, commit, people[1]?.token)
    const id = await vi.waitFor(async () => {
      const held = (await ask('GET', `/projects/${projectId}/deployments`)).json as ReadonlyArray<{
        readonly id: number
        readonly status: string
      }>
      expect(held).toMatchObject([{ status: 'blocked' }])
      return held[0]?.id
    }, 60_000)
    expect(await under('production:required_approvals=1', since)).toEqual([])
    const others = await under('production:required_approvals=0', since)
    expect(others).toMatchObject([{ verdict: 'allowed', event: { type: 'DeploymentBlocked' } }])
    await make(`/projects/${projectId}/deployments/${id}/approval`, { status: 'approved' }, people[0]?.token)
    expect(await under('production:required_approvals=1', since)).toEqual([])
    const more = await under('production:required_approvals=2', since)
    expect(more).toMatchObject([{ verdict: 'refused', event: { type: 'DeploymentUnblocked' } }])
    expect(await under('staging:required_approvals=2', since)).toEqual([])
  })
  it.each([true, false])('list approvals by whoever started the deployment, unless it was another: %s', async (own) => {
    const projectId = await projectWith()
    await make(`/projects/${projectId}/protected_environments`, {
      name: 'production',
      deploy_access_levels: [{ access_level: 40 }],
      required_approval_count: 1,
    })
    await ask('PUT', `/projects/${projectId}`, { allow_pipeline_trigger_approve_deployment: true })
    const content = 'deploy:\n  script: [echo]\n  environment: production\n'
    const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content }]
    const since = head()
    const [starter, other] = people
    await make(
      `/projects/${projectId}/repository/commits`,
      { branch: 'main', commit_message: 'x', actions },
      starter?.token,
    )
    const id = await vi.waitFor(async () => {
      const held = (await ask('GET', `/projects/${projectId}/deployments`)).json as ReadonlyArray<{
        readonly id: number
      }>
      expect(held).toMatchObject([{ status: 'blocked' }])
      return held[0]?.id
    }, 60_000)
    const approver = own ? starter : other
    await make(`/projects/${projectId}/deployments/${id}/approval`, { status: 'approved' }, approver?.token)
    expect(await under('allow_pipeline_trigger_approve_deployment=true', since)).toEqual([])
    const others = await under('allow_pipeline_trigger_approve_deployment=false', since)
    expect(others.map(({ event }) => event.type)).toEqual(own ? ['ApprovalGiven'] : [])
    if (own) expect(others[0]?.followed.map(({ type }) => type)).toContain('DeploymentUnblocked')
  })
})

describe('settings of the instance', () => {
  it('list who registered at their own request, with what they did', async () => {
    const since = head()
    await ask('PUT', '/application/settings', { signup_enabled: true })
    await world.person(`made${++number}`)
    const id = world.forge.ids.commandId()
    const context = { id, at: world.forge.clock.now(), actor: anonymousActor, correlationId: id }
    const username = `guest${++number}`
    const registration = { username, name: 'Guest', email: `${username}@example.com`, password: 'Correct-horse-9' }
    const { user } = got(await signUp(world.forge, { principal: anonymous, context }, registration))
    await ask('POST', `/users/${user.id}/block`, {})
    expect(await under('signup_enabled=true', since)).toEqual([])
    const [refused, ...more] = await under('signup_enabled=false', since)
    expect(more).toEqual([])
    expect(refused).toMatchObject({ verdict: 'refused', event: { stream: `user-${user.id}` } })
    expect(refused?.followed.map(({ type }) => type)).toContain('UserBlocked')
  })
  it('list tokens that would live too long, with what was done with them', async () => {
    const since = head()
    const made = await make<{ readonly id: number; readonly token: string }>(
      `/users/${people[0]?.id}/personal_access_tokens`,
      { name: 'long', scopes: ['api'] },
    )
    await make('/projects', { name: `made-by-token` }, made.token)
    expect(await under('max_personal_access_token_lifetime=0', since)).toEqual([])
    const [token] = await under('max_personal_access_token_lifetime=30', since)
    expect(token).toMatchObject({ verdict: 'refused', event: { type: 'TokenCreated' } })
    expect(token?.followed.map(({ type }) => type)).toContain('ProjectCreated')
  })
  it.each([true, false])('list who signed in without a second factor, with what they did: %s', async (twoFactor) => {
    const userId = people[2]?.id ?? 0
    const since = head()
    const id = world.forge.ids.commandId()
    const context = { id, at: world.forge.clock.now(), actor: anonymousActor, correlationId: id }
    got(await beginSession(world.forge, { principal: anonymous, context }, { userId, twoFactor, lifetime: 3600 }))
    expect(await under('require_two_factor_authentication=false', since)).toEqual([])
    const others = await under('require_two_factor_authentication=true', since)
    expect(others).toMatchObject(twoFactor ? [] : [{ verdict: 'refused', event: { type: 'SessionBegun' } }])
  })
  it.each([1, 3, 4])('list the notes and pipelines above a limit of %i a minute', async (limit) => {
    const projectId = await projectWith()
    const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content: 'test:\n  script: [echo]\n' }]
    const commit = { branch: 'main', commit_message: 'ci [skip ci]', actions }
    await make(`/projects/${projectId}/repository/commits`, commit)
    const { iid } = await make(`/projects/${projectId}/issues`, { title: 'talk' })
    world.clock.advance(120_000)
    const since = head()
    for (let at = 0; at < 3; at++) {
      await make(`/projects/${projectId}/issues/${iid}/notes`, { body: `${at}` }, people[0]?.token)
      await make(`/projects/${projectId}/pipeline`, { ref: 'main' }, people[1]?.token)
    }
    const above = Math.max(0, 3 - limit)
    expect(await under(`notes_create_limit=${limit}`, since)).toHaveLength(above)
    const pipelines = await under(`pipeline_limit_per_project_user_sha=${limit}`, since)
    expect(pipelines.map(({ event }) => event.type)).toEqual(Array(above).fill('PipelineCreated'))
    // No release served here has a setting for notes.
    expect(await under('notes_create_limit=0', since)).toEqual([])
    const { pipeline_limit_per_project_user_sha: inEffect } = world.forge.settings.current()
    expect(await under(`pipeline_limit_per_project_user_sha=${inEffect}`, since)).toEqual([])
  })
  it.each([1, 2, 5])('list what came above a limit of %i a minute', async (limit) => {
    const projectId = await projectWith()
    const since = head()
    world.clock.advance(120_000)
    for (let at = 0; at < 4; at++) await make(`/projects/${projectId}/issues`, { title: `${at}` })
    expect(await under(`issues_create_limit=${limit}`, since)).toHaveLength(Math.max(0, 4 - limit))
    const { issues_create_limit: inEffect } = (await ask('GET', '/application/settings')).json as Record<string, number>
    expect(await under(`issues_create_limit=${inEffect}`, since)).toEqual([])
  })
})

it('refuses what no rule is, what it does not take, and what is not on record', () => {
  for (const wrong of [
    '',
    'nothing=1',
    'approvals_required=',
    'approvals_required=many',
    'merge_requests_author_approval=1',
  ])
    expect(E.isLeft(readWhatIf(wrong))).toBe(true)
  expect(readWhatIf('minimum_password_length=20')).toMatchObject({
    left: { reason: expect.stringContaining('hashes') },
  })
})
