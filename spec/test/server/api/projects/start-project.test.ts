import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Commit {
  readonly id: string
  readonly parent_ids: ReadonlyArray<string>
}

describe.runIf(programs.need('git'))('a commit on a branch that begins in another project', () => {
  let world: TestInstance
  let dev: { readonly id: number; readonly token: string }
  let fork: number
  let there: string

  const ask = (method: string, path: string, json: unknown = {}, as = world.root) =>
    world.ask(method, `/api/v4${path}`, { as, json })
  const write = (project: number, branch: string, start: object, as = dev.token) => {
    const actions = [{ action: 'create', file_path: `${branch}.txt`, content: 'x' }]
    const commit = { branch, commit_message: branch, actions, ...start }
    return ask('POST', `/projects/${project}/repository/commits`, commit, as)
  }

  beforeAll(async () => {
    world = await openTestInstance()
    dev = await world.person('dev')
    const source = { name: 'p', visibility: 'public', initialize_with_readme: true, default_branch: 'main' }
    expect((await ask('POST', '/projects', source)).status).toBe(201)
    fork = ((await ask('POST', '/projects/1/fork', {}, dev.token)).json as { readonly id: number }).id
    there = ((await write(1, 'main', {}, world.root)).json as Commit).id
  })
  afterAll(() => world.close())

  it.each([
    ['by-branch', { start_project: 1, start_branch: 'main' }],
    ['by-commit', { start_project: 1, start_sha: 'THERE' }],
    ['by-path', { start_project: 'root/p', start_branch: 'main' }],
  ])('stands on what is there: %s', async (branch, start) => {
    const given = 'start_sha' in start ? { ...start, start_sha: there } : start
    const made = await write(fork, branch, given)
    expect([made.status, (made.json as Commit).parent_ids], made.text).toEqual([201, [there]])
  })

  it('brings nothing along that it does not stand on', async () => {
    const apart = ((await write(1, 'apart', { start_branch: 'main' }, world.root)).json as Commit).id
    const tip = ((await write(1, 'begun', { start_branch: 'main' }, world.root)).json as Commit).id
    expect((await write(fork, 'on-tip', { start_project: 1, start_sha: tip })).status).toBe(201)
    const known = await Promise.all(
      [tip, apart].map((id) => ask('GET', `/projects/${fork}/repository/commits/${id}`, undefined, dev.token)),
    )
    expect(known.map(({ status }) => status)).toEqual([200, 404])
    expect(await world.forge.git.of(fork).refs('refs/forgefold/')).toEqual([])
  })

  it('is refused where there is no such branch, commit or project, or one of another network', async () => {
    const { json } = await ask('POST', '/projects', { name: 'another', initialize_with_readme: true }, dev.token)
    for (const [start, status] of [
      [{ start_project: 1, start_branch: 'nowhere' }, 400],
      [{ start_project: 1 }, 400],
      [{ start_project: 1, start_sha: 'f'.repeat(40) }, 400],
      [{ start_project: (json as { readonly id: number }).id, start_branch: 'main' }, 403],
      [{ start_project: 999, start_branch: 'main' }, 404],
    ] as const)
      expect([start, (await write(fork, 'refused', start)).status]).toEqual([start, status])
  })

  it('is refused to those who may not see the other project', async () => {
    expect((await ask('PUT', '/projects/1', { visibility: 'private' })).status).toBe(200)
    expect((await write(fork, 'hidden', { start_project: 1, start_branch: 'main' })).status).toBe(404)
  })
})
