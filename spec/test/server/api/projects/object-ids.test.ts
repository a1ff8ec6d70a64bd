import { eventually, openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const P = '/api/v4/projects/1'
const IID = `${P}/merge_requests/1`

let world: TestInstance
/** The head of the default branch, that of the merge request, a file of the first. */
let ids: { readonly main: string; readonly head: string; readonly blob: string }

interface Entry {
  readonly id: string
  readonly path: string
}

const must = async (method: string, path: string, json?: unknown): Promise<Record<string, unknown>> => {
  const answered = await world.ask(method, path, { as: world.root, json })
  expect(answered.status, `${path} ${answered.text}`).toBeLessThan(300)
  return answered.json as Record<string, unknown>
}

beforeAll(async () => {
  world = await openTestInstance()
  await must('POST', '/api/v4/projects', { name: 'p', initialize_with_readme: true, default_branch: 'main' })
  const actions = [{ action: 'create', file_path: 'a.txt', content: 'a\n' }]
  const commit = { branch: 'topic', start_branch: 'main', commit_message: 'a', actions }
  const head = (await must('POST', `${P}/repository/commits`, commit))['id'] as string
  await must('POST', `${P}/merge_requests`, { title: 'm', source_branch: 'topic', target_branch: 'main' })
  const tree = (await must('GET', `${P}/repository/tree`)) as unknown as ReadonlyArray<Entry>
  const main = (await must('GET', `${P}/repository/commits/main`))['id'] as string
  ids = { main, head, blob: tree.find(({ path }) => path === 'README.md')?.id ?? '' }
})

afterAll(() => world.close())

const upper = (id: string): string => id.toUpperCase()

describe('the id of an object in upper case', () => {
  it.each([
    ['commits/:sha', () => `/repository/commits/${upper(ids.main)}`, () => ({ id: ids.main })],
    ['commits/:sha/refs', () => `/repository/commits/${upper(ids.main)}/refs`, () => [{ name: 'main' }, {}]],
    ['commits/:sha/diff', () => `/repository/commits/${upper(ids.head)}/diff`, () => [{ new_path: 'a.txt' }]],
    ['blobs/:sha', () => `/repository/blobs/${upper(ids.blob)}`, () => ({ sha: ids.blob })],
    ['files?ref', () => `/repository/files/a.txt?ref=${upper(ids.head)}`, () => ({ commit_id: ids.head })],
    ['tree?ref', () => `/repository/tree?ref=${upper(ids.head)}`, () => [{}, { path: 'a.txt' }]],
    ['compare', () => `/repository/compare?from=${upper(ids.main)}&to=${upper(ids.head)}`, () => ({ diffs: [{}] })],
  ])('is that object: %s', async (_what, path, shown) => {
    const [at = '', query = ''] = path().split('?')
    const answered = await world.ask('GET', `${P}${at}`, { as: world.root, query })
    expect([answered.status, answered.json]).toMatchObject([200, shown()])
  })

  it('is that blob, raw', async () => {
    const raw = await world.ask('GET', `${P}/repository/blobs/${upper(ids.blob)}/raw`, { as: world.root })
    expect([raw.status, raw.text]).toEqual([200, expect.stringContaining('p')])
  })

  it('is the commit of a status, which is listed by it', async () => {
    const status = { state: 'success', ref: 'main' }
    expect(await must('POST', `${P}/statuses/${upper(ids.main)}`, status)).toMatchObject({ sha: ids.main })
    expect(await must('GET', `${P}/repository/commits/${upper(ids.main)}/statuses`)).toMatchObject([{ sha: ids.main }])
    const listed = await world.ask('GET', `${P}/pipelines`, { as: world.root, query: `sha=${upper(ids.main)}` })
    expect(listed.json).toMatchObject([{ sha: ids.main }])
  })

  it('is the commit of a deployment', async () => {
    const deployment = { environment: 'live', sha: upper(ids.main), ref: 'main', tag: false, status: 'success' }
    expect(await must('POST', `${P}/deployments`, deployment)).toMatchObject({ sha: ids.main })
  })

  it('is the place where something is said', async () => {
    const position = {
      ...{ position_type: 'text', new_path: 'a.txt', new_line: 1 },
      ...{ base_sha: upper(ids.main), start_sha: upper(ids.main), head_sha: upper(ids.head) },
    }
    const made = await must('POST', `${IID}/discussions`, { body: 'here', position })
    expect(made).toMatchObject({ notes: [{ position: { base_sha: ids.main, head_sha: ids.head } }] })
  })

  it('is the commit that last touched a file', async () => {
    const change = { branch: 'topic', commit_message: 'b', content: 'b\n', last_commit_id: upper(ids.head) }
    expect(await must('PUT', `${P}/repository/files/a.txt`, change)).toMatchObject({ file_path: 'a.txt' })
  })

  it('is the head that is approved and merged', async () => {
    const head = (await must('GET', `${P}/repository/commits/topic`))['id'] as string
    await eventually('the new version', async () => (await must('GET', IID))['sha'] === head || undefined)
    const other = await world.person('other')
    await must('POST', `${P}/members`, { user_id: other.id, access_level: 40 })
    const approved = await world.ask('POST', `${IID}/approve`, { as: other.token, json: { sha: upper(head) } })
    expect(approved.status).toBe(201)
    expect(await must('PUT', `${IID}/merge`, { sha: upper(head) })).toMatchObject({ state: 'merged' })
  })
})
