import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStage, type Stage } from './stage.js'

type Name = 'guest' | 'reporter' | 'dev' | 'other' | 'maint' | 'outsider'
type Place = 'blocked' | 'free' | 'unprotected' | 'missing' | 'ruled'

interface Case {
  readonly what: string
  readonly as: Name
  readonly on: Place
  readonly body: Readonly<Record<string, string>>
  readonly status: number
  readonly answer: Readonly<Record<string, unknown>>
}

const message = (text: string) => ({ message: text })
const refusal = (what: string, as: Name, on: Place, status: number, answer: Case['answer'], body = {}): Case => ({
  what,
  as,
  on,
  body: { status: 'approved', ...body },
  status,
  answer,
})

const everywhere: ReadonlyArray<Case> = [
  refusal(
    'an unknown status',
    'maint',
    'blocked',
    400,
    { error: 'status does not have a valid value' },
    { status: 'x' },
  ),
  refusal('an outsider', 'outsider', 'blocked', 404, message('404 Project Not Found')),
  refusal('an unknown deployment', 'maint', 'missing', 404, message('404 Not found')),
]

const later = (self: string): ReadonlyArray<Case> => [
  ...everywhere,
  refusal('a guest', 'guest', 'blocked', 403, message('403 Forbidden')),
  refusal('nothing to wait for', 'maint', 'free', 400, message('This deployment is not waiting for approvals.')),
  refusal('no protection', 'maint', 'unprotected', 400, message('This deployment is not waiting for approvals.')),
  refusal('the creator', 'dev', 'blocked', 400, message(self)),
  refusal(
    'a reporter',
    'reporter',
    'blocked',
    400,
    message("You don't have permission to approve this deployment. Contact the project or group owner for help."),
  ),
  refusal(
    'nobody of the rules',
    'other',
    'ruled',
    400,
    message("You don't have permission to approve this deployment. Contact the project or group owner for help."),
  ),
  refusal(
    'a name that is no rule of the caller',
    'maint',
    'ruled',
    400,
    message(
      'There are no approval rules for the given `represent_as` parameter. Use a valid User/Group/Role name instead.',
    ),
    { represented_as: 'reporter' },
  ),
]

const EARLY: ReadonlyArray<Case> = [
  ...everywhere,
  refusal(
    'a guest',
    'guest',
    'blocked',
    400,
    message('You do not have permission to approve or reject this deployment'),
  ),
  refusal('nothing to wait for', 'maint', 'free', 400, message('This deployment job is not waiting for approvals')),
  refusal('no protection', 'maint', 'unprotected', 400, message('This environment is not protected')),
  refusal('the creator', 'dev', 'blocked', 400, message('The same user can not approve')),
  refusal(
    'a reporter',
    'reporter',
    'blocked',
    400,
    message('You do not have permission to approve or reject this deployment'),
  ),
]

const SELF = 'You cannot approve your own deployment.'
const TABLE: ReadonlyArray<readonly [string, ReadonlyArray<Case>]> = [
  ['14.8', EARLY],
  ['14.10', later(SELF)],
  ['15.3', later(SELF)],
  ['15.8', later(`${SELF} This configuration can be adjusted in the protected environment settings.`)],
]

const hasRules = (release: string): boolean => release !== '14.8'

describe("the project's setting for approvals of one's own deployments", () => {
  const shownSetting = { allow_pipeline_trigger_approve_deployment: true }
  const setting = { ...shownSetting, description: 'a project' }

  it.each([
    ['15.7', {}, 400],
    ['15.8', shownSetting, 201],
    ['16.0', shownSetting, 201],
  ])('at %s', async (release, shown, status) => {
    const stage = await openStage({ release })
    const { must, call, tokens, projectId } = stage
    const at = `/projects/${projectId}`
    await must('POST', `${at}/protected_environments`, tokens.maint, {
      ...{ name: 'gate', deploy_access_levels: [{ access_level: 30 }], required_approval_count: 1 },
    })
    const { id } = await stage.blocked('one', 'gate')
    const approve = () => call('POST', `${at}/deployments/${id}/approval`, tokens.dev, { status: 'approved' })
    expect((await approve()).status).toBe(400)
    expect((await call('PUT', at, tokens.dev, setting)).status).toBe(403)
    const project = await must('PUT', at, tokens.maint, setting)
    expect(project).toMatchObject(shown)
    expect('allow_pipeline_trigger_approve_deployment' in project).toBe(Object.keys(shown).length > 0)
    expect((await approve()).status).toBe(status)
    await stage.instance.close()
  })

  it('is of the paid tiers', async () => {
    const stage = await openStage({ release: '15.8', tier: 'free' })
    const project = await stage.must('PUT', `/projects/${stage.projectId}`, stage.tokens.maint, setting)
    expect('allow_pipeline_trigger_approve_deployment' in project).toBe(false)
    await stage.instance.close()
  })
})

describe.each(TABLE)('approvals refused at %s', (release, cases) => {
  let stage: Stage
  const ids: Record<Place, number> = { blocked: 0, free: 0, unprotected: 0, missing: 9999, ruled: 0 }
  const said = (id: number, as: string, body: Case['body']) =>
    stage.call('POST', `/projects/${stage.projectId}/deployments/${id}/approval`, as, body)

  beforeAll(async () => {
    stage = await openStage({ release })
    const { must, tokens, projectId } = stage
    const protect = (json: Readonly<Record<string, unknown>>) =>
      must('POST', `/projects/${projectId}/protected_environments`, tokens.maint, json)
    const access = [{ access_level: 30 }]
    await protect({ name: 'gate', deploy_access_levels: access, required_approval_count: 1 })
    ids.blocked = (await stage.blocked('one', 'gate')).id
    if (hasRules(release)) {
      const rules = [{ access_level: 40 }, { user_id: stage.ids.reporter }]
      await protect({ name: 'ruled', deploy_access_levels: access, approval_rules: rules })
      ids.ruled = (await stage.blocked('two', 'ruled')).id
    }
    const sha = await stage.instance.forge.git.of(projectId).resolve('main')
    const record = (environment: string) =>
      must('POST', `/projects/${projectId}/deployments`, tokens.dev, {
        ...{ environment, sha, ref: 'main', tag: false, status: 'running' },
      })
    ids.free = (await record('gate'))['id'] as number
    ids.unprotected = (await record('open'))['id'] as number
  })
  afterAll(() => stage.instance.close())

  it.each(cases)('to $as: $what', async ({ as, on, body, status, answer }) => {
    expect(await said(ids[on], stage.tokens[as], body)).toEqual({ status, json: answer })
  })

  it('lets the creator reject, for good', async () => {
    expect(await said(ids.blocked, stage.tokens.dev, { status: 'rejected', comment: 'no' })).toMatchObject({
      status: 201,
      json: { status: 'rejected', comment: 'no', user: { username: 'dev' } },
    })
    const { must, tokens, projectId } = stage
    const now = await must('GET', `/projects/${projectId}/deployments/${ids.blocked}`, tokens.dev)
    expect(now).toMatchObject({
      status: 'failed',
      deployable: { status: 'failed', failure_reason: 'deployment_rejected' },
    })
    expect((await said(ids.blocked, tokens.maint, { status: 'approved' })).status).toBe(400)
  })
})

describe('approvals before 14.8', () => {
  it('do not exist, and nothing waits for them', async () => {
    const stage = await openStage({ release: '14.7' })
    const { must, tokens, projectId } = stage
    await must('POST', `/projects/${projectId}/protected_environments`, tokens.maint, {
      name: 'gate',
      deploy_access_levels: [{ access_level: 30 }],
      required_approval_count: 1,
    })
    const text = "deploy: { script: ['true'], environment: gate }\n"
    await stage.commit(tokens.dev, 'one', { '.gitlab-ci.yml': text }, 'main')
    const made = await stage.deployment('environment=gate')
    expect(made).toMatchObject({ status: 'created', deployable: { status: 'pending' } })
    const path = `/projects/${projectId}/deployments/${made.id}/approval`
    expect(await stage.call('POST', path, tokens.maint, { status: 'approved' })).toEqual({
      status: 404,
      json: { error: '404 Not Found' },
    })
    await stage.instance.close()
  })
})

describe('one count of approvals', () => {
  it('starts the job by itself at the last one', async () => {
    const stage = await openStage()
    const { must, tokens, projectId } = stage
    const at = `/projects/${projectId}`
    await must('POST', `${at}/protected_environments`, tokens.maint, {
      name: 'gate',
      deploy_access_levels: [{ access_level: 30 }],
      required_approval_count: 1,
    })
    const gate = await stage.blocked('one', 'gate')
    await must('POST', `${at}/deployments/${gate.id}/approval`, tokens.maint, { status: 'approved' })
    expect(await must('GET', `${at}/deployments/${gate.id}`, tokens.dev)).toMatchObject({
      status: 'created',
      pending_approval_count: 0,
      approval_summary: { rules: [] },
      deployable: { status: 'pending' },
    })
    await stage.instance.close()
  })
})

describe('protected environments', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage({ release: '15.5' })
  })
  afterAll(() => stage.instance.close())
  const protect = (json: Readonly<Record<string, unknown>>, as = stage.tokens.maint) =>
    stage.call('POST', `/projects/${stage.projectId}/protected_environments`, as, json)
  const access = [{ access_level: 30 }]

  it('are for maintainers, each once, with somebody who may deploy', async () => {
    expect((await protect({ name: 'p', deploy_access_levels: access }, stage.tokens.dev)).status).toBe(403)
    expect((await protect({ name: 'p', deploy_access_levels: access })).status).toBe(201)
    expect(await protect({ name: 'p', deploy_access_levels: access })).toEqual({
      status: 409,
      json: message("Protected environment 'p' already exists"),
    })
    const nobody = { name: 'q', deploy_access_levels: [{ user_id: stage.ids.outsider }] }
    expect(await protect(nobody)).toEqual({
      status: 422,
      json: { message: ['Deploy access levels is too short (minimum is 1 character)'] },
    })
    expect(await protect({ name: 'q', deploy_access_levels: [{ access_level: 20 }] })).toEqual({
      status: 400,
      json: { error: 'deploy_access_levels[0][access_level] does not have a valid value' },
    })
  })

  it('are changed by entry and lifted', async () => {
    const path = `/projects/${stage.projectId}/protected_environments/p`
    const before = await stage.must<{ deploy_access_levels: ReadonlyArray<{ id: number }> }>(
      'GET',
      path,
      stage.tokens.maint,
    )
    const id = before.deploy_access_levels[0]?.id
    const input = { deploy_access_levels: [{ id, access_level: 40 }, { user_id: stage.ids.dev }] }
    const after = await stage.must('PUT', path, stage.tokens.maint, input)
    expect(after['deploy_access_levels']).toMatchObject([{ id, access_level: 40 }, { user_id: stage.ids.dev }])
    expect((await stage.call('DELETE', path, stage.tokens.maint)).status).toBe(204)
    expect((await stage.call('GET', path, stage.tokens.maint)).json).toEqual(message('404 Not found'))
    expect((await protect({ name: 'p', deploy_access_levels: [{ access_level: 40 }] })).status).toBe(201)
  })

  it('refuse deployments of those who may not deploy there', async () => {
    const { tokens, projectId, call } = stage
    const sha = await stage.instance.forge.git.of(projectId).resolve('main')
    const input = { environment: 'p', sha, ref: 'main', tag: false, status: 'running' }
    const path = `/projects/${projectId}/deployments`
    expect((await call('POST', path, tokens.dev, input)).status).toBe(403)
    const made = await stage.must('POST', path, tokens.maint, input)
    expect((await call('PUT', `${path}/${made['id']}`, tokens.dev, { status: 'success' })).status).toBe(403)
    expect((await call('PUT', `${path}/${made['id']}`, tokens.maint, { status: 'success' })).status).toBe(200)
  })

  it('of a group go by tier', async () => {
    const { instance, must, call } = stage
    const group = await must('POST', '/groups', instance.root, { name: 'Top', path: 'top' })
    const path = `/groups/${group['id']}/protected_environments`
    expect(await call('POST', path, instance.root, { name: 'prod', deploy_access_levels: access })).toEqual({
      status: 422,
      json: {
        message: ['Name must be one of environment tiers: production, staging, testing, development, other.'],
      },
    })
    await must('POST', path, instance.root, { name: 'production', deploy_access_levels: [{ access_level: 40 }] })
    const inside = await must('POST', '/projects', instance.root, {
      name: 'in',
      namespace_id: group['id'],
      initialize_with_readme: true,
    })
    await must('POST', `/projects/${inside['id']}/members`, instance.root, { user_id: stage.ids.dev, access_level: 30 })
    const sha = await instance.forge.git.of(inside['id'] as number).resolve('main')
    const deploy = (environment: string) =>
      call('POST', `/projects/${inside['id']}/deployments`, stage.tokens.dev, {
        ...{ environment, sha, ref: 'main', tag: false, status: 'success' },
      })
    expect((await deploy('prod/eu')).status).toBe(403)
    expect((await deploy('review/1')).status).toBe(201)
  })
})
