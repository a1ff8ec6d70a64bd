import { coversRef } from '@forgefold/core/domains/projects/protected-branch'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Json = Record<string, unknown>

let world: TestInstance
let dev: string
let maintainer: string
let project: number

const ask = async (method: string, path: string, as: string, json?: unknown) => {
  const answer = await world.ask(method, `/api/v4${path}`, { as, json })
  return { status: answer.status, json: answer.json as Json, list: answer.json as ReadonlyArray<Json> }
}

let files = 0

const commit = (branch: string, as: string, more: Json = {}) =>
  ask('POST', `/projects/${project}/repository/commits`, as, {
    branch,
    commit_message: 'a change',
    actions: [{ action: 'create', file_path: `${branch}-${++files}.txt`, content: 'x' }],
    ...more,
  })

const newProject = async (name: string): Promise<number> => {
  const made = await ask('POST', '/projects', world.root, {
    name,
    initialize_with_readme: true,
    default_branch: 'main',
  })
  return made.json['id'] as number
}

beforeAll(async () => {
  world = await openTestInstance()
  const [one, two] = [await world.person('dev'), await world.person('boss')]
  ;[dev, maintainer] = [one.token, two.token]
  project = await newProject('app')
  await ask('POST', `/projects/${project}/members`, world.root, { user_id: one.id, access_level: 30 })
  await ask('POST', `/projects/${project}/members`, world.root, { user_id: two.id, access_level: 40 })
})
afterAll(() => world.close())

describe('the first branch of a project', () => {
  it('is protected for maintainers from its first moment', async () => {
    const fresh = await newProject('fresh')
    const branch = await ask('GET', `/projects/${fresh}/repository/branches/main`, world.root)
    expect([branch.json['protected'], branch.json['developers_can_push'], branch.json['can_push']]).toEqual([
      true,
      false,
      true,
    ])
    expect((await commit('main', dev)).status).toBe(403)
    expect((await commit('main', maintainer)).status).toBe(201)
  })

  it('exists also for those who may not push to it', async () => {
    const again = await ask('POST', `/projects/${project}/repository/branches`, dev, { branch: 'main', ref: 'main' })
    expect(again).toMatchObject({ status: 400, json: { message: 'Branch already exists' } })
  })

  it('is listed with who may', async () => {
    await expect
      .poll(async () => (await ask('GET', `/projects/${project}/protected_branches`, maintainer)).list)
      .toEqual([
        {
          id: expect.any(Number),
          name: 'main',
          push_access_levels: [
            {
              id: expect.any(Number),
              access_level: 40,
              access_level_description: 'Maintainers',
              user_id: null,
              group_id: null,
            },
          ],
          merge_access_levels: [expect.objectContaining({ access_level: 40 })],
          allow_force_push: false,
          unprotect_access_levels: [],
          code_owner_approval_required: false,
        },
      ])
  })
})

describe('protecting', () => {
  it('takes names with stars and roles', async () => {
    const path = `/projects/${project}/protected_branches`
    const made = await ask('POST', path, maintainer, { name: 'stable-*', push_access_level: 0, merge_access_level: 30 })
    expect(made.status).toBe(201)
    expect((await commit('stable-1', maintainer, { start_branch: 'main' })).status).toBe(403)
    const again = await ask('POST', path, maintainer, { name: 'stable-*' })
    expect([again.status, again.json]).toEqual([409, { message: "Protected branch 'stable-*' already exists" }])
    expect((await ask('POST', path, dev, { name: 'x' })).status).toBe(403)
    const changed = await ask('PATCH', `${path}/stable-*`, maintainer, { allow_force_push: true })
    expect([changed.status, changed.json['allow_force_push']]).toEqual([200, true])
    expect((await ask('DELETE', `${path}/stable-*`, maintainer)).status).toBe(204)
    expect((await ask('GET', `${path}/stable-*`, maintainer)).json).toEqual({ message: '404 Not found' })
    expect((await commit('stable-1', maintainer, { start_branch: 'main' })).status).toBe(201)
  })

  it('lets one user in', async () => {
    const devId = (await ask('GET', '/user', dev)).json['id']
    const allowed_to_push = [{ user_id: devId }]
    await ask('POST', `/projects/${project}/protected_branches`, maintainer, { name: 'special', allowed_to_push })
    expect((await commit('special', maintainer, { start_branch: 'main' })).status).toBe(403)
    expect((await commit('special', dev, { start_branch: 'main' })).status).toBe(201)
  })

  it.each([
    ['main', 'main', true],
    ['main', 'mainly', false],
    ['*-stable', 'a/b-stable', true],
    ['release.*', 'release.1', true],
    ['release.*', 'releaseX1', false],
    ['*', 'anything', true],
  ])('%s means %s: %s', (name, branch, means) => {
    expect(coversRef(name, branch)).toBe(means)
  })
})
