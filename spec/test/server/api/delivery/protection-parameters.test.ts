import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Entry {
  readonly id: number
  readonly access_level: number | null
  readonly user_id: number | null
  readonly group_id: number | null
  readonly required_approvals?: number
}
interface Protection {
  readonly name: string
  readonly deploy_access_levels: ReadonlyArray<Entry>
  readonly required_approval_count: number
  readonly approval_rules: ReadonlyArray<Entry>
}

describe.each([
  ['a project', '/projects/top%2Fapp/protected_environments'],
  ['a group', '/groups/top/protected_environments'],
])('the protection of an environment of %s', (_owner, path) => {
  let world: TestInstance
  let person: { readonly id: number; readonly token: string }
  let team: number

  const asked = async (method: string, of: string, json?: unknown) => {
    const answer = await world.ask(method, `/api/v4${of}`, { as: world.root, json })
    expect(answer.status, `${method} ${of}: ${answer.text}`).toBeLessThan(300)
    return answer.json
  }
  const protect = (method: string, name: string, json?: unknown) =>
    asked(method, path + name, json) as Promise<Protection>

  beforeAll(async () => {
    world = await openTestInstance({ release: '15.8' })
    person = await world.person('person')
    const { id: top } = (await asked('POST', '/groups', { name: 'Top', path: 'top' })) as { readonly id: number }
    team = ((await asked('POST', '/groups', { name: 'Team', path: 'team', parent_id: top })) as { readonly id: number })
      .id
    await asked('POST', '/projects', { name: 'app', namespace_id: top })
    await asked('POST', '/groups/top/members', { user_id: person.id, access_level: 40 })
  })
  afterAll(() => world.close())

  it('names roles, users and groups, and how many of them approve', async () => {
    const made = await protect('POST', '', {
      name: 'production',
      deploy_access_levels: [{ access_level: 40 }, { user_id: person.id }, { group_id: team }],
      approval_rules: [
        { access_level: 40, required_approvals: 2 },
        { user_id: person.id },
        { group_id: team, required_approvals: 3 },
      ],
    })
    expect(made).toMatchObject({
      deploy_access_levels: [
        { access_level: 40, user_id: null, group_id: null },
        { user_id: person.id, group_id: null },
        { user_id: null, group_id: team },
      ],
      approval_rules: [
        { access_level: 40, required_approvals: 2 },
        { user_id: person.id, required_approvals: 1 },
        { group_id: team, required_approvals: 3 },
      ],
    })
  })

  it('is changed entry by entry, with entries that go and come', async () => {
    const { deploy_access_levels: [role, user, group] = [], approval_rules: rules } = await protect(
      'GET',
      '/production',
    )
    const changed = await protect('PUT', '/production', {
      required_approval_count: 0,
      deploy_access_levels: [
        { id: role?.id, access_level: 30 },
        { id: user?.id, _destroy: true },
        { id: group?.id, group_id: team },
        { user_id: person.id },
      ],
      approval_rules: [
        { id: rules[0]?.id, access_level: 30, required_approvals: 1 },
        { id: rules[1]?.id, user_id: person.id, required_approvals: 1 },
        { id: rules[2]?.id, _destroy: true },
        { group_id: team, required_approvals: 2 },
      ],
    })
    const short = ({ access_level, user_id, required_approvals }: Entry) => [
      access_level ?? (user_id === null ? 'team' : 'person'),
      ...(required_approvals === undefined ? [] : [required_approvals]),
    ]
    expect(changed.deploy_access_levels.map(short).toSorted()).toEqual([[30], ['person'], ['team']])
    expect(changed.approval_rules.map(short).toSorted()).toEqual([
      [30, 1],
      ['person', 1],
      ['team', 2],
    ])
    expect(await protect('GET', '/production')).toEqual(changed)
  })

  it('asks for a number of approvals of anybody who may deploy', async () => {
    await protect('POST', '', {
      name: 'staging',
      deploy_access_levels: [{ access_level: 30 }],
      required_approval_count: 1,
    })
    expect(await protect('PUT', '/staging', { required_approval_count: 3 })).toMatchObject({
      required_approval_count: 3,
    })
  })

  it('is lifted', async () => {
    await asked('DELETE', `${path}/staging`)
    expect((await world.ask('GET', `/api/v4${path}/staging`, { as: world.root })).status).toBe(404)
  })
})
