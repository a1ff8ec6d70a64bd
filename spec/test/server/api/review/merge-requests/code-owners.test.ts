import { eventually } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApprovalWorld, openApprovalWorld } from './approval-world.js'

let world: ApprovalWorld
let project: number
const ask: ApprovalWorld['ask'] = (...asked) => world.ask(...asked)

const write = async (who: string, branch: string, path: string, more = {}): Promise<void> => {
  const actions = [{ action: 'create', file_path: path, content: path }]
  const commit = { branch, commit_message: path, actions, ...more }
  expect((await ask('POST', `/projects/${project}/repository/commits`, who, commit)).status).toBe(201)
}

interface Rule {
  readonly name: string
  readonly rule_type: string
  readonly approvals_required: number
  readonly approved: boolean
}

const rulesOf = async (request: string): Promise<ReadonlyArray<Rule>> =>
  (await ask('GET', `${request}/approval_state`, 'dev')).json['rules'] as ReadonlyArray<Rule>

const merge = async (request: string): Promise<number> => (await ask('PUT', `${request}/merge`, 'boss')).status

beforeAll(async () => {
  world = await openApprovalWorld()
  project = await world.project('owned')
  const content = '*.sql @ann\n/docs/ @bob @nobody\n\n^[Hints]\n*.txt @bob\n'
  const actions = [{ action: 'create', file_path: 'CODEOWNERS', content }]
  const commit = { branch: 'main', commit_message: 'Owners', actions }
  expect((await ask('POST', `/projects/${project}/repository/commits`, 'boss', commit)).status).toBe(201)
})
afterAll(() => world.close())

describe('code owners', () => {
  it('are shown where nobody waits for them, and waited for where the branch wants it', async () => {
    await write('dev', 'tables', 'tables.sql', { start_branch: 'main' })
    const request = await world.open(project, 'hints')
    expect(await rulesOf(request)).toEqual([
      expect.objectContaining({
        id: null,
        name: '*.txt',
        rule_type: 'code_owner',
        approvals_required: 0,
        approved: true,
      }),
    ])
    const opened = { source_branch: 'tables', target_branch: 'main', title: 'Tables' }
    const made = await ask('POST', `/projects/${project}/merge_requests`, 'dev', opened)
    const tables = `/projects/${project}/merge_requests/${String(made.json['iid'])}`
    const owned = { name: '*.sql', rule_type: 'code_owner', eligible_approvers: [{ username: 'ann' }] }
    expect(await rulesOf(tables)).toMatchObject([{ ...owned, approvals_required: 0 }])
    const wanted = { code_owner_approval_required: true }
    expect((await ask('PATCH', `/projects/${project}/protected_branches/main`, 'boss', wanted)).status).toBe(200)
    expect(await rulesOf(tables)).toMatchObject([{ ...owned, approvals_required: 1, approved: false }])
    expect(await merge(tables)).toBe(405)
    await ask('POST', `${tables}/approve`, 'bob')
    expect(await merge(tables)).toBe(405)
    await ask('POST', `${tables}/approve`, 'ann')
    expect(await merge(tables)).toBe(200)
    expect(await merge(request)).toBe(200)
  })

  it('are asked again when a push changes what is theirs, and nobody else is', async () => {
    const changes = { reset_approvals_on_push: false, selective_code_owner_removals: true }
    expect((await ask('POST', `/projects/${project}/approvals`, 'boss', changes)).status).toBe(201)
    await write('dev', 'both', 'more.sql', { start_branch: 'main' })
    await write('dev', 'both', 'docs/page.md')
    const opened = { source_branch: 'both', target_branch: 'main', title: 'Both' }
    const made = await ask('POST', `/projects/${project}/merge_requests`, 'dev', opened)
    const request = `/projects/${project}/merge_requests/${String(made.json['iid'])}`
    for (const who of ['ann', 'bob', 'boss']) await ask('POST', `${request}/approve`, who)
    expect((await ask('GET', `${request}/approvals`, 'dev')).json['approved']).toBe(true)
    await write('dev', 'both', 'docs/other.md')
    const left = await eventually('the approval of the owner is gone', async () => {
      const { json } = await ask('GET', `${request}/approvals`, 'dev')
      const given = json['approved_by'] as ReadonlyArray<{ readonly user: { readonly username: string } }>
      return given.length < 3 ? given.map(({ user }) => user.username) : undefined
    })
    expect(left).toEqual(['ann', 'boss'])
    expect(await rulesOf(request)).toMatchObject([
      { name: '*.sql', approved: true },
      { name: '/docs/', approved: false },
    ])
    expect(await merge(request)).toBe(405)
  })

  it('hold nobody back who may push straight to the branch; who may not is refused whatever is theirs', async () => {
    const pushed = (who: string, path: string) =>
      ask('POST', `/projects/${project}/repository/commits`, who, {
        branch: 'main',
        commit_message: path,
        actions: [{ action: 'create', file_path: path, content: path }],
      })
    const refused = { message: '403 Forbidden - You are not allowed to push into this branch' }
    expect(await pushed('ann', 'own.sql')).toMatchObject({ status: 403, json: refused })
    expect((await pushed('boss', 'straight.sql')).status).toBe(201)
  })
})
