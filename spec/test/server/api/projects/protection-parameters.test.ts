import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Level {
  readonly id: number
  readonly access_level: number | null
  readonly user_id: number | null
  readonly group_id: number | null
}
const FIELDS = ['push_access_levels', 'merge_access_levels', 'unprotect_access_levels'] as const
type Protected = Readonly<Record<(typeof FIELDS)[number] | 'create_access_levels', ReadonlyArray<Level>>>

describe('who may do what with protected branches and tags', () => {
  let world: TestInstance
  let user: number
  let group: number

  const ask = async (method: string, path: string, json?: unknown): Promise<unknown> => {
    const answer = await world.ask(method, `/api/v4${path}`, { as: world.root, json })
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300)
    return answer.json
  }
  const at = (method: string, path: string, json?: unknown) => ask(method, `/projects/g%2Fapp${path}`, json)

  beforeAll(async () => {
    world = await openTestInstance({ release: '15.8' })
    user = (await world.person('someone')).id
    group = ((await ask('POST', '/groups', { name: 'G', path: 'g' })) as { readonly id: number }).id
    await ask('POST', '/projects', { name: 'app', namespace_id: group, initialize_with_readme: true })
    await at('POST', '/members', { user_id: user, access_level: 40 })
  })
  afterAll(() => world.close())

  const named = () => [{ user_id: user }, { group_id: group }, { access_level: 40 }]
  const whole = (levels: ReadonlyArray<Level>) =>
    levels.map(({ access_level, user_id, group_id }) =>
      user_id !== null ? 'user' : group_id !== null ? 'group' : access_level,
    )

  it('are roles, users and groups', async () => {
    const made = (await at('POST', '/protected_branches', {
      name: 'release/*',
      allow_force_push: true,
      code_owner_approval_required: true,
      allowed_to_push: named(),
      allowed_to_merge: named(),
      allowed_to_unprotect: named(),
    })) as Protected
    expect(made).toMatchObject({ allow_force_push: true, code_owner_approval_required: true })
    for (const field of FIELDS) expect([field, whole(made[field])]).toEqual([field, ['user', 'group', 40]])
    const tag = (await at('POST', '/protected_tags', { name: 'v*', allowed_to_create: named() })) as Protected
    expect(whole(tag.create_access_levels)).toEqual(['user', 'group', 40])
  })

  it('change entry by entry, with entries that go and come', async () => {
    const before = (await at('GET', '/protected_branches/release%2F*')) as Protected
    const idOf = (field: (typeof FIELDS)[number], kind: string | number) =>
      before[field].find((level) => whole([level])[0] === kind)?.id
    const changes = (field: (typeof FIELDS)[number]) => [
      { id: idOf(field, 'user'), _destroy: true },
      { id: idOf(field, 40), access_level: field === 'unprotect_access_levels' ? 60 : 30 },
      { id: idOf(field, 'group'), group_id: group },
    ]
    const changed = (await at('PATCH', '/protected_branches/release%2F*', {
      allowed_to_push: changes('push_access_levels'),
      allowed_to_merge: changes('merge_access_levels'),
      allowed_to_unprotect: changes('unprotect_access_levels'),
    })) as Protected
    for (const field of FIELDS) {
      const role = field === 'unprotect_access_levels' ? 60 : 30
      expect([field, whole(changed[field]).toSorted()]).toEqual([field, [role, 'group']])
    }
    const more = {
      allowed_to_push: [{ user_id: user }],
      allowed_to_merge: [{ user_id: user }],
      allowed_to_unprotect: [{ user_id: user }],
    }
    const again = (await at('PATCH', '/protected_branches/release%2F*', more)) as Protected
    for (const field of FIELDS) expect(whole(again[field])).toContain('user')
    const back = (await at('PATCH', '/protected_branches/release%2F*', {
      allow_force_push: false,
      code_owner_approval_required: false,
    })) as Protected
    expect(back).toMatchObject({ allow_force_push: false, code_owner_approval_required: false })
  })
})

describe('the address at which an outside tracker makes issues', () => {
  it('is answered as it was given', async () => {
    const world = await openTestInstance()
    await world.ask('POST', '/api/v4/projects', { as: world.root, json: { name: 'p' } })
    const addresses = {
      project_url: 'https://tracker.test/p',
      issues_url: 'https://tracker.test/p/:id',
      new_issue_url: 'https://tracker.test/p/new',
    }
    const path = '/api/v4/projects/1/integrations/custom-issue-tracker'
    const set = await world.ask('PUT', path, { as: world.root, json: addresses })
    expect(set.status, set.text).toBe(200)
    expect((await world.ask('GET', path, { as: world.root })).json).toMatchObject({ properties: addresses })
    await world.close()
  })
})
