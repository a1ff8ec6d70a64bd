import { eventually } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApprovalWorld, openApprovalWorld, PASSWORD } from './approval-world.js'

let world: ApprovalWorld
const ask: ApprovalWorld['ask'] = (...asked) => world.ask(...asked)
const settings = (project: number, json: unknown) => ask('POST', `/projects/${project}/approvals`, 'boss', json)
const approve = (request: string, who: string, json?: unknown) => ask('POST', `${request}/approve`, who, json)
const approvals = async (request: string) => (await ask('GET', `${request}/approvals`, 'boss')).json
const merge = (request: string, json?: unknown) => ask('PUT', `${request}/merge`, 'boss', json)

const commit = async (project: number, who: string, branch: string, file: string): Promise<void> => {
  const actions = [{ action: 'create', file_path: file, content: file }]
  const made = await ask('POST', `/projects/${project}/repository/commits`, who, {
    branch,
    commit_message: file,
    actions,
  })
  expect(made.status).toBe(201)
}

const versions = (request: string, count: number) =>
  eventually(`${count} versions`, async () =>
    (await ask('GET', `${request}/versions`, 'dev')).list.length === count ? true : undefined,
  )

const stateOf = (request: string, state: string) =>
  eventually(`${request} is ${state}`, async () => {
    const shown = (await ask('GET', request, 'dev')).json
    return shown['state'] === state ? shown : undefined
  })

beforeAll(async () => {
  world = await openApprovalWorld()
})
afterAll(() => world.close())

describe('the settings of a project', () => {
  it('are read and written', async () => {
    const project = await world.project('settings')
    const before = {
      approvers: [],
      approver_groups: [],
      approvals_before_merge: 0,
      reset_approvals_on_push: true,
      disable_overriding_approvers_per_merge_request: false,
      merge_requests_author_approval: false,
      merge_requests_disable_committers_approval: false,
      require_password_to_approve: false,
      selective_code_owner_removals: false,
    }
    expect((await ask('GET', `/projects/${project}/approvals`, 'boss')).json).toEqual(before)
    const changes = { reset_approvals_on_push: false, selective_code_owner_removals: true }
    const set = await settings(project, changes)
    expect([set.status, set.json]).toEqual([201, { ...before, ...changes }])
    const both = await settings(project, { reset_approvals_on_push: true })
    const reason = 'selective_code_owner_removals can only be enabled when reset_approvals_on_push is disabled'
    expect([both.status, both.json]).toEqual([400, { message: { base: [reason] } }])
    expect((await settings(project, {})).status).toBe(400)
    expect((await ask('POST', `/projects/${project}/approvals`, 'dev', { approvals_before_merge: 1 })).status).toBe(403)
  })

  it('ask for approvals of every request, more where a request wants more', async () => {
    const project = await world.project('plain')
    await settings(project, { approvals_before_merge: 1 })
    const request = await world.open(project, 'plain')
    expect((await merge(request)).status).toBe(405)
    expect((await ask('GET', `${request}/approval_state`, 'dev')).json).toMatchObject({
      rules: [{ id: null, name: 'All Members', rule_type: 'any_approver', approvals_required: 1, approved: false }],
    })
    const more = await ask('POST', `${request}/approvals`, 'dev', { approvals_required: 2 })
    expect([more.status, more.json['approvals_required']]).toEqual([201, 2])
    const less = await ask('POST', `${request}/approvals`, 'dev', { approvals_required: 0 })
    expect([less.status, less.json['approvals_required']]).toEqual([201, 1])
    expect((await ask('POST', `${request}/approvals`, 'visitor', { approvals_required: 2 })).status).toBe(403)
    await settings(project, { disable_overriding_approvers_per_merge_request: true })
    const strict = await ask('POST', `${request}/approvals`, 'dev', { approvals_required: 2 })
    expect([strict.status, strict.json]).toEqual([422, { message: '422 Unprocessable Entity' }])
    await approve(request, 'ann')
    expect((await merge(request)).status).toBe(200)
  })
})

describe('who may approve', () => {
  it('authors only where the project lets them', async () => {
    const project = await world.project('authors')
    const request = await world.open(project, 'authored')
    expect((await approve(request, 'dev')).status).toBe(401)
    await settings(project, { merge_requests_author_approval: true })
    expect((await approve(request, 'dev')).status).toBe(201)
  })

  it('committers not where the project minds; also of versions from before it did', async () => {
    const project = await world.project('committers')
    await world.rule(project, { name: 'two', approvals_required: 1, user_ids: [world.id('ann'), world.id('bob')] })
    const request = await world.open(project, 'shared')
    await commit(project, 'ann', 'shared', 'by-ann.txt')
    await versions(request, 2)
    await settings(project, { merge_requests_disable_committers_approval: true })
    const refused = await approve(request, 'ann')
    expect([refused.status, refused.json]).toEqual([401, { message: '401 Unauthorized' }])
    await commit(project, 'ann', 'shared', 'again-by-ann.txt')
    const eligible = await eventually('the version knows who committed', async () => {
      const { rules } = (await ask('GET', `${request}/approval_state`, 'dev')).json as {
        readonly rules: ReadonlyArray<{ readonly eligible_approvers: ReadonlyArray<{ readonly username: string }> }>
      }
      const names = rules[0]?.eligible_approvers.map(({ username }) => username)
      return names?.length === 1 ? names : undefined
    })
    expect(eligible).toEqual(['bob'])
    expect((await ask('GET', `${request}/approvals`, 'ann')).json['user_can_approve']).toBe(false)
    expect((await approve(request, 'ann')).status).toBe(401)
    expect((await approve(request, 'bob')).json['approved']).toBe(true)
  })

  it('reporters, where a rule asks for them; guests never', async () => {
    const project = await world.project('reporters')
    await ask('POST', `/projects/${project}/members`, 'root', { user_id: world.id('visitor'), access_level: 20 })
    const request = await world.open(project, 'reported')
    expect((await approve(request, 'visitor')).status).toBe(403)
    await world.rule(project, { name: 'reporter', approvals_required: 1, user_ids: [world.id('visitor')] })
    expect((await merge(request)).status).toBe(405)
    expect((await ask('GET', `${request}/approvals`, 'visitor')).json['user_can_approve']).toBe(true)
    expect((await approve(request, 'visitor')).json['approved']).toBe(true)
    expect((await ask('POST', `${request}/unapprove`, 'visitor')).status).toBe(201)
    await ask('PUT', `/projects/${project}/members/${world.id('visitor')}`, 'root', { access_level: 10 })
    expect((await approve(request, 'visitor')).status).toBe(403)
    expect((await approvals(request))['approved']).toBe(true)
  })

  it('nobody who tries too many passwords, here or where one signs in', async () => {
    const project = await world.project('guesses')
    const request = await world.open(project, 'guessed')
    await settings(project, { require_password_to_approve: true })
    const git = async (password: string): Promise<number> => {
      const authorization = `Basic ${Buffer.from(`ann:${password}`).toString('base64')}`
      const query = 'service=git-upload-pack'
      return (await world.instance.ask('GET', '/x/y.git/info/refs', { headers: { authorization }, query })).status
    }
    for (let tries = 0; tries < 6; tries++)
      expect((await approve(request, 'ann', { approval_password: 'wrong' })).status).toBe(401)
    for (let tries = 0; tries < 4; tries++) expect(await git('wrong')).toBe(401)
    expect((await approve(request, 'ann', { approval_password: PASSWORD })).status).toBe(429)
    expect(await git(PASSWORD)).toBe(429)
    world.instance.clock.advance(60_000)
    expect((await approve(request, 'ann', { approval_password: PASSWORD })).status).toBe(201)
  })

  it('those who give their password, where the project asks for it', async () => {
    const project = await world.project('passwords')
    const request = await world.open(project, 'secret')
    await settings(project, { require_password_to_approve: true })
    expect((await approvals(request))['require_password_to_approve']).toBe(true)
    expect((await approve(request, 'ann')).status).toBe(401)
    expect((await approve(request, 'ann', { approval_password: 'wrong' })).status).toBe(401)
    expect((await approve(request, 'ann', { approval_password: PASSWORD })).status).toBe(201)
  })
})

describe('refusals', () => {
  let open: string
  let approved: string
  beforeAll(async () => {
    const project = await world.project('refusals')
    open = await world.open(project, 'open')
    approved = await world.open(project, 'approved')
    await approve(approved, 'ann')
  })

  const unauthorized = { message: '401 Unauthorized' }
  it.each<[string, string, () => string, string, unknown, number, unknown]>([
    ['approve', 'nobody', () => open, 'anonymous', {}, 401, unauthorized],
    ['approve', 'somebody from outside', () => open, 'visitor', {}, 403, { message: '403 Forbidden' }],
    ['approve', 'the author', () => open, 'dev', {}, 401, unauthorized],
    ['approve', 'somebody who has', () => approved, 'ann', {}, 401, unauthorized],
    [
      'approve',
      'one that is not there',
      () => open.replace(/\d+$/, '4711'),
      'ann',
      {},
      404,
      { message: '404 Not found' },
    ],
    ['unapprove', 'nobody', () => open, 'anonymous', {}, 401, unauthorized],
    ['unapprove', 'somebody from outside', () => approved, 'visitor', {}, 403, { message: '403 Forbidden' }],
    ['unapprove', 'somebody who has not', () => approved, 'bob', {}, 404, { message: '404 Not Found' }],
    ['approvals', 'no number', () => open, 'dev', {}, 400, { error: 'approvals_required is missing' }],
    [
      'approvals',
      'a word',
      () => open,
      'dev',
      { approvals_required: 'all' },
      400,
      { error: 'approvals_required is invalid' },
    ],
  ])('POST %s: %s', async (what, _, request, who, body, status, text) => {
    const before = await approvals(approved)
    const answer = await ask('POST', `${request()}/${what}`, who, body)
    expect([answer.status, answer.json]).toEqual([status, text])
    // The check of the branches goes on by itself.
    expect(await approvals(approved)).toEqual({ ...before, merge_status: expect.any(String) })
  })

  it('POST approve: another commit', async () => {
    const head = String((await ask('GET', open, 'dev')).json['sha'])
    const answer = await approve(open, 'ann', { sha: 'f'.repeat(40) })
    const reason = `SHA does not match HEAD of source branch: ${head}`
    expect([answer.status, answer.json]).toEqual([409, { message: reason }])
  })
})

describe('approvals', () => {
  it('of those who lost their role count for no rule that names them', async () => {
    const project = await world.project('roles')
    await world.rule(project, { name: 'two', approvals_required: 1, user_ids: [world.id('ann'), world.id('bob')] })
    const request = await world.open(project, 'role')
    await approve(request, 'ann')
    expect((await approvals(request))['approved']).toBe(true)
    expect((await ask('DELETE', `/projects/${project}/members/${world.id('ann')}`, 'boss')).status).toBe(204)
    expect(await approvals(request)).toMatchObject({ approved: false, approvals_left: 1 })
    expect((await merge(request)).status).toBe(405)
    await approve(request, 'bob')
    expect((await merge(request)).status).toBe(200)
  })

  it('go with a push where the project wants it, and stay where it does not', async () => {
    const project = await world.project('pushes')
    await settings(project, { approvals_before_merge: 1, reset_approvals_on_push: false })
    const request = await world.open(project, 'pushed')
    await approve(request, 'ann')
    await commit(project, 'dev', 'pushed', 'one.txt')
    await versions(request, 2)
    expect((await approvals(request))['approved']).toBe(true)
    await settings(project, { reset_approvals_on_push: true })
    await commit(project, 'dev', 'pushed', 'two.txt')
    await eventually('no approvals', async () => ((await approvals(request))['approved'] === false ? true : undefined))
    expect((await merge(request)).status).toBe(405)
  })

  it('are taken back all at once only by bots', async () => {
    const project = await world.project('bots')
    const request = await world.open(project, 'bot')
    await approve(request, 'ann')
    expect((await ask('PUT', `${request}/reset_approvals`, 'root')).status).toBe(404)
    const later = await openApprovalWorld({ release: '15.4' })
    try {
      const bots = await later.project('bots')
      const there = await later.open(bots, 'bot')
      const refused = await later.ask('PUT', `${there}/reset_approvals`, 'root')
      expect([refused.status, refused.json]).toEqual([401, { message: '401 Unauthorized' }])
      await later.ask('POST', `${there}/approve`, 'ann')
      const wanted = { name: 'resets', scopes: ['api'], access_level: 40, expires_at: '2030-01-01' }
      const { json } = await later.ask('POST', `/projects/${bots}/access_tokens`, 'boss', wanted)
      const bot = String(json['token'])
      const reset = await later.instance.ask('PUT', `/api/v4${there}/reset_approvals`, { as: bot })
      expect([reset.status, reset.json]).toEqual([202, 202])
      expect((await later.ask('GET', `${there}/approvals`, 'boss')).json['approved_by']).toEqual([])
    } finally {
      await later.close()
    }
  })

  it('that are missing keep a request from waiting for its pipeline, and what waits from being merged', async () => {
    const project = await world.project('waiting')
    await settings(project, { approvals_before_merge: 1 })
    const request = await world.open(project, 'waits')
    const sha = String((await ask('GET', request, 'dev')).json['sha'])
    const report = (state: string) =>
      ask('POST', `/projects/${project}/statuses/${sha}`, 'boss', { state, name: 'ext', ref: 'waits' })
    const later = { merge_when_pipeline_succeeds: true }
    await report('running')
    expect((await merge(request, later)).status).toBe(405)
    await approve(request, 'ann')
    expect((await merge(request, later)).json['merge_when_pipeline_succeeds']).toBe(true)
    await ask('POST', `${request}/unapprove`, 'ann')
    await report('success')
    await eventually('the pipeline', async () => {
      const pipeline = (await ask('GET', request, 'dev')).json['head_pipeline'] as { readonly status: string } | null
      return pipeline?.status === 'success' ? true : undefined
    })
    expect((await ask('GET', request, 'dev')).json['state']).toBe('opened')
    await approve(request, 'bob')
    await stateOf(request, 'merged')
  })
})

describe('other releases and tiers', () => {
  it('16.0 sets numbers by rules only, says why a merge has to wait, and takes user names', async () => {
    const later = await openApprovalWorld({ release: '16.0' })
    try {
      const project = await later.project('later')
      const rule = { name: 'ann', approvals_required: 1, usernames: ['ann', 'nobody'] }
      await later.rule(project, rule)
      const request = await later.open(project, 'later')
      expect((await later.ask('POST', `${request}/approvals`, 'dev', { approvals_required: 1 })).status).toBe(405)
      const shown = await eventually('the check', async () => {
        const { json } = await later.ask('GET', request, 'dev')
        return json['merge_status'] === 'can_be_merged' ? json : undefined
      })
      expect(shown['detailed_merge_status']).toBe('not_approved')
      const [listed] = (await later.ask('GET', `/projects/${project}/merge_requests`, 'dev')).list
      expect(listed?.['detailed_merge_status']).toBe('not_approved')
      await later.ask('POST', `${request}/approve`, 'ann')
      expect((await later.ask('GET', request, 'dev')).json['detailed_merge_status']).toBe('mergeable')
    } finally {
      await later.close()
    }
  })

  it('14.0 keeps rules to branches by number only', async () => {
    const earlier = await openApprovalWorld({ release: '14.0' })
    try {
      const project = await earlier.project('earlier')
      const rule = { name: 'ann', approvals_required: 1, applies_to_all_protected_branches: true }
      await earlier.rule(project, rule)
      const [listed] = (await earlier.ask('GET', `/projects/${project}/approval_rules`, 'dev')).list
      expect(listed).not.toHaveProperty('applies_to_all_protected_branches')
      expect((await earlier.ask('GET', `/projects/${project}/approvals`, 'boss')).json).not.toHaveProperty(
        'selective_code_owner_removals',
      )
      await earlier.rule(project, { name: 'bob', approvals_required: 1, user_ids: [earlier.id('bob')] })
      const whole = await earlier.ask('GET', `/projects/${project}/approval_rules?per_page=1`, 'dev')
      expect([whole.list.length, whole.header('x-total')]).toEqual([2, undefined])
    } finally {
      await earlier.close()
    }
  })

  it('the free tier has approvals that nothing waits for', async () => {
    const free = await openApprovalWorld({ tier: 'free' })
    try {
      const project = await free.project('free')
      const request = await free.open(project, 'free')
      expect((await free.ask('GET', `${request}/approval_state`, 'dev')).status).toBe(404)
      expect((await free.ask('GET', `/projects/${project}/approvals`, 'boss')).status).toBe(404)
      expect((await free.ask('GET', `${request}/approvals`, 'boss')).json).toEqual({
        user_has_approved: false,
        user_can_approve: true,
        approved: false,
        approved_by: [],
      })
      expect((await free.ask('PUT', `${request}/merge`, 'boss')).status).toBe(200)
    } finally {
      await free.close()
    }
  })
})
