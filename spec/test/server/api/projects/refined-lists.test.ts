import { anonymous } from '@forgefold/core/access'
import { refinedProjects } from '@forgefold/core/domains/projects/project-list'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as E from 'fp-ts/lib/Either.js'
import { afterAll, beforeAll, expect, it } from 'vitest'

let world: TestInstance
let dev: { readonly id: number; readonly token: string }

const namesOf = async (query: string, as: string | undefined = world.root, path = '/projects') => {
  const { json, text } = await world.ask('GET', `/api/v4${path}`, { as, query })
  if (!Array.isArray(json)) return text
  return (json as ReadonlyArray<{ readonly path: string }>).map((one) => one.path)
}

beforeAll(async () => {
  world = await openTestInstance()
  dev = await world.person('dev')
  const files = { tools: ['a.py', 1], 'tools-of-old': ['a.rb', 3000], garden: ['b.PY', 9000], empty: undefined }
  for (const [path, file] of Object.entries(files)) {
    const project = { path, name: path, visibility: 'public', description: path === 'garden' ? 'with tools' : '' }
    const made = await world.ask('POST', '/api/v4/projects', { as: dev.token, json: project })
    const { id } = made.json as { readonly id: number }
    if (file === undefined) continue
    const [name, size] = file as unknown as readonly [string, number]
    const content = Array.from({ length: size }, (_, at) => String.fromCharCode(97 + ((at * at * 7919) % 26))).join('')
    const actions = [{ action: 'create', file_path: name, content }]
    const commit = { branch: 'main', commit_message: 'files', actions }
    await world.ask('POST', `/api/v4/projects/${id}/repository/commits`, { as: dev.token, json: commit })
  }
  const bytes = Buffer.alloc(50_000)
  await world.ask('PUT', '/api/v4/projects/4/packages/generic/thing/1.0/file.bin', { as: dev.token, bytes })
  await world.ask('POST', '/api/v4/projects/3/star', { as: dev.token })
  await world.ask('POST', '/api/v4/projects/3/star', { as: world.root })
  await world.ask('POST', '/api/v4/projects/2/star', { as: world.root })
})
afterAll(() => world.close())

it('projects are found by a language of their default branch, whatever its case', async () => {
  expect(await namesOf('with_programming_language=Python')).toEqual(['garden', 'tools'])
  expect(await namesOf('with_programming_language=ruby&order_by=id', undefined)).toEqual(['tools-of-old'])
  expect(await namesOf('with_programming_language=python&per_page=1&page=2')).toEqual(['tools'])
  expect(await namesOf('with_programming_language=COBOL')).toEqual([])
  expect(await namesOf('with_programming_language=python&pagination=keyset&order_by=id')).toEqual(['garden', 'tools'])
  expect(await namesOf('with_programming_language=python', dev.token, `/users/${dev.id}/projects`)).toEqual([
    'garden',
    'tools',
  ])
})

it('the language of a repository is told to nobody who may not read it', async () => {
  const guest = await world.person('guest')
  const project = { path: 'secret', name: 'secret', visibility: 'private', initialize_with_readme: true }
  const { id } = (await world.ask('POST', '/api/v4/projects', { as: dev.token, json: project })).json as {
    readonly id: number
  }
  const actions = [{ action: 'create', file_path: 'a.hs', content: 'main = pure ()' }]
  const commit = { branch: 'main', commit_message: 'files', actions }
  await world.ask('POST', `/api/v4/projects/${id}/repository/commits`, { as: dev.token, json: commit })
  const member = { user_id: guest.id, access_level: 10 }
  await world.ask('POST', `/api/v4/projects/${id}/members`, { as: dev.token, json: member })
  expect(await namesOf('search=secret', guest.token)).toEqual(['secret'])
  expect(await namesOf('with_programming_language=Haskell', guest.token)).toEqual([])
  expect(await namesOf('with_programming_language=Haskell', dev.token)).toEqual(['secret'])
  await world.ask('DELETE', `/api/v4/projects/${id}`, { as: dev.token })
})

it('administrators sort projects by what they take; for others these orders are that of creation', async () => {
  expect(await namesOf('order_by=packages_size&per_page=1')).toEqual(['empty'])
  expect((await namesOf('order_by=storage_size')).at(0)).toBe('empty')
  expect((await namesOf('order_by=repository_size')).at(0)).toBe('garden')
  expect((await namesOf('order_by=repository_size&sort=asc')).at(-1)).toBe('garden')
  expect(await namesOf('order_by=wiki_size&sort=asc')).toEqual(['tools', 'tools-of-old', 'garden', 'empty'])
  expect(await namesOf('order_by=packages_size', dev.token)).toEqual(['empty', 'garden', 'tools-of-old', 'tools'])
  expect(await namesOf('order_by=lfs_size')).toBe('{"error":"order_by does not have a valid value"}')
})

it('projects are sorted by their stars', async () => {
  expect(await namesOf('order_by=star_count')).toEqual(['garden', 'tools-of-old', 'empty', 'tools'])
})

it('those that fit a search best come first, among the projects in which one has a role', async () => {
  const best = ['tools', 'tools-of-old', 'garden']
  expect(await namesOf('search=tools&order_by=similarity', dev.token)).toEqual(best)
  expect(await namesOf('search=tools&order_by=similarity&sort=asc', dev.token)).toEqual(best)
  expect(await namesOf('search=tools&order_by=similarity')).toEqual([])
  expect(await namesOf('order_by=similarity')).toEqual(['empty', 'garden', 'tools-of-old', 'tools'])
})

it('a branch of a fork is compared with one of the project, and with nothing outside of the network', async () => {
  const made = await world.ask('POST', '/api/v4/projects/1/fork', { as: world.root })
  const { id } = made.json as { readonly id: number }
  await world.person('eve')
  const write = (project: number, branch: string, as: string) => {
    const actions = [{ action: 'create', file_path: `${branch}.txt`, content: branch }]
    const commit = { branch, start_branch: 'main', commit_message: branch, actions }
    return world.ask('POST', `/api/v4/projects/${project}/repository/commits`, { as, json: commit })
  }
  const there = (await write(1, 'there', dev.token)).json as { readonly id: string }
  await write(id, 'here', world.root)
  const compare = (query: string) =>
    world.ask('GET', `/api/v4/projects/${id}/repository/compare`, { as: world.root, query })
  const found = await compare('from_project_id=1&from=there&to=here')
  expect([found.status, (found.json as { readonly diffs: ReadonlyArray<object> }).diffs]).toEqual([
    200,
    [expect.objectContaining({ new_path: 'here.txt', new_file: true })],
  ])
  expect((await compare('from=there&to=here')).status).toBe(404)
  // Who reads the one may not read the other: nothing has come over.
  const came = await world.ask('GET', `/api/v4/projects/${id}/repository/commits/${there.id}`, { as: world.root })
  expect(came.status).toBe(404)
  const straight = await compare('from_project_id=1&from=there&to=here&straight=true')
  expect((straight.json as { readonly diffs: ReadonlyArray<object> }).diffs).toHaveLength(2)
  for (const other of [3, 999]) {
    const message = `Target project id:${other} is not a fork of project id:${id}`
    expect((await compare(`from_project_id=${other}&from=main&to=here`)).json).toEqual({ message })
  }
})

it('a language narrows lists of a group, of what is shared with it, of forks and of starred projects', async () => {
  const created = await world.ask('POST', '/api/v4/groups', { as: dev.token, json: { name: 'crew', path: 'crew' } })
  const group = `/groups/${(created.json as { readonly id: number }).id}`
  const json = { name: 'web', namespace_id: (created.json as { readonly id: number }).id }
  const made = (await world.ask('POST', '/api/v4/projects', { as: dev.token, json })).json as { readonly id: number }
  const commit = {
    branch: 'main',
    commit_message: 'page',
    actions: [{ action: 'create', file_path: 'page.css', content: 'p {}' }],
  }
  await world.ask('POST', `/api/v4/projects/${made.id}/repository/commits`, { as: dev.token, json: commit })
  const share = { group_id: json.namespace_id, group_access: 20 }
  await world.ask('POST', '/api/v4/projects/2/share', { as: dev.token, json: share })
  const inLanguage = (path: string, language: string) =>
    namesOf(`with_programming_language=${language}`, dev.token, path)
  expect(await inLanguage(`${group}/projects`, 'CSS')).toEqual(['web'])
  expect(await inLanguage(`${group}/projects`, 'C')).toEqual([])
  expect(await inLanguage(`${group}/projects/shared`, 'Ruby')).toEqual(['tools-of-old'])
  expect(await inLanguage(`${group}/projects/shared`, 'CSS')).toEqual([])
  expect(await inLanguage(`/users/${dev.id}/starred_projects`, 'Python')).toEqual(['garden'])
  expect(await inLanguage('/projects/1/forks', 'Python')).toEqual(['tools'])
  expect(await inLanguage('/projects/1/forks', 'Ruby')).toEqual([])
})

it.each([
  { language: 'python', orderBy: 'created_at' },
  { orderBy: 'similarity', search: 'tools' },
])('no more than the first thousand projects are looked through for %j', async (refinement) => {
  const row = world.forge.read.projects.byId(1)
  if (row === undefined) throw new Error('no project')
  let asked = 0
  const endless = ({ perPage }: { readonly perPage: number }) => {
    asked += perPage
    return E.right({ rows: Array.from({ length: perPage }, () => row), total: undefined })
  }
  const reader = { principal: anonymous }
  await refinedProjects(world.forge, reader, endless, { sort: 'desc', ...refinement }, { page: 1, perPage: 20 })
  expect(asked).toBe(1000)
})
