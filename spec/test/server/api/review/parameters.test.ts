import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type Person, type World } from './merge-requests/world.js'

interface Rule {
  readonly id: number
  readonly users: ReadonlyArray<{ readonly username: string }>
  readonly groups: ReadonlyArray<{ readonly id: number }>
  readonly protected_branches: ReadonlyArray<{ readonly id: number }>
}

let world: World
let group: number

const at = async (who: Person, method: string, path: string, json?: unknown, query?: string): Promise<unknown> => {
  const answer = await world.at(who, method, path, json, query)
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300)
  return answer.json
}

beforeAll(async () => {
  world = await openMergeWorld({ release: '16.0' })
  group = ((await world.ask(world.owner, 'GET', '/groups/top')).json as { readonly id: number }).id
  await at(world.owner, 'POST', '/approvals', { approvals_before_merge: 1 })
  await world.commit('one', { 'one.txt': 'x', 'two.txt': 'y' }, 'main')
})
afterAll(() => world.close())

const people = ({ users, groups }: Rule) => [
  users.map(({ username }) => username).toSorted(),
  groups.map(({ id }) => id),
]

describe('merge requests', () => {
  it('ask for more approvals than their project, and may be pushed to by others', async () => {
    const { iid } = await world.open('one', { approvals_before_merge: 2 })
    const path = `/merge_requests/${iid}`
    const required = async () =>
      ((await at(world.dev, 'GET', `${path}/approvals`)) as { readonly approvals_required: number }).approvals_required
    expect(await required()).toBe(2)
    await at(world.maint, 'PUT', path, { approvals_before_merge: 3, allow_collaboration: true })
    expect(await required()).toBe(3)
  })

  it('have their files in pages', async () => {
    const page = async (number: number) =>
      (
        (await at(
          world.dev,
          'GET',
          '/merge_requests/1/diffs',
          undefined,
          `page=${number}&per_page=1`,
        )) as ReadonlyArray<{
          readonly new_path: string
        }>
      ).map(({ new_path }) => new_path)
    expect([await page(1), await page(2), await page(3)]).toEqual([['one.txt'], ['two.txt'], []])
  })
})

describe('approval rules', () => {
  it('of a project name people by their names, and branches', async () => {
    const wanted = { name: 'house', approvals_required: 1, usernames: ['maint'], group_ids: [group] }
    const made = (await at(world.maint, 'POST', '/approval_rules', wanted)) as Rule
    expect(people(made)).toEqual([['maint'], [group]])
    const [branch] = (await at(world.maint, 'GET', '/protected_branches')) as ReadonlyArray<{ readonly id: number }>
    const protectedOne =
      branch ?? ((await at(world.maint, 'POST', '/protected_branches', { name: 'main' })) as { readonly id: number })
    const one = `/approval_rules/${made.id}`
    const kept = { usernames: ['dev', 'maint'], group_ids: [], protected_branch_ids: [protectedOne.id] }
    const changed = (await at(world.maint, 'PUT', one, kept)) as Rule
    expect([...people(changed), changed.protected_branches.map(({ id }) => id)]).toEqual([
      ['dev', 'maint'],
      [],
      [protectedOne.id],
    ])
    const everywhere = { applies_to_all_protected_branches: true }
    expect(await at(world.maint, 'PUT', one, everywhere)).toMatchObject({ applies_to_all_protected_branches: true })
  })

  it('of a merge request name people and groups, and forget groups nobody sees', async () => {
    const rules = '/merge_requests/1/approval_rules'
    const wanted = { name: 'own', approvals_required: 1, usernames: ['maint'], group_ids: [group] }
    const made = (await at(world.maint, 'POST', rules, wanted)) as Rule
    expect(people(made)).toEqual([['maint'], [group]])
    const changes = { usernames: ['owner'], group_ids: [group], remove_hidden_groups: true }
    expect(people((await at(world.maint, 'PUT', `${rules}/${made.id}`, changes)) as Rule)).toEqual([['owner'], [group]])
  })
})
