import { decodeParams, type Param } from '@forgefold/server/http'
import { apiRoutes } from '@forgefold/spec/api-routes'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const params = apiRoutes.flatMap(({ method, path, params }) =>
  Object.entries(params).map(([name, param]) => ({
    method,
    path,
    name,
    param,
    isList: params['per_page'] !== undefined,
  })),
)

/** What blank text is read as; the findings where it is refused. */
const blank = (name: string, param: Param<unknown>): unknown => {
  const read = decodeParams({ [name]: param }, { [name]: '' })
  return read.ok ? read.values[name] : read.findings
}

/** Lists whose text filters look for blank text too. */
const LOOKED_FOR = [
  'GET /groups/:id/badges name',
  'GET /groups/:id/milestones title',
  'GET /projects/:id/badges name',
  'GET /projects/:id/milestones title',
  'GET /users username',
]

/** What says how or where to read, and not what is wanted; a name of another service counts with its number alone. */
const HOW = new Set([
  'cursor',
  'extern_uid',
  'in',
  'order_by',
  'page_token',
  'pagination',
  'path',
  'provider',
  'ref',
  'ref_name',
  'regex',
  'scope',
  'sort',
])

describe('blank text', () => {
  it('is none where a moment or a day may be given', () => {
    const moments = params.filter(({ param }) => !param.required && /^date/.test(String(param.type.schema['format'])))
    expect(moments.length).toBeGreaterThan(50)
    for (const { method, path, name, param } of moments)
      expect(blank(name, param) ?? null, `${method} ${path} ${name}`).toBeNull()
  })

  it('filters no list, but those that look for it', () => {
    const looked = params.filter(({ method, path, name, param: { required, type }, param, isList }) => {
      const { type: kind, enum: words } = type.schema
      if (method !== 'GET' || !isList || required || kind !== 'string' || words !== undefined || HOW.has(name))
        return false
      return !path.startsWith('/forgefold/') && (blank(name, param) ?? null) !== null
    })
    expect(looked.map(({ method, path, name }) => `${method} ${path} ${name}`).sort()).toEqual(LOOKED_FOR)
  })
})

describe('blank parameters over HTTP', () => {
  let instance: TestInstance
  let project: string
  const asked = async (method: string, path: string, json?: unknown, query = '') => {
    const answer = await instance.ask(method, `/api/v4${path}`, {
      as: instance.root,
      query,
      json,
    })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.json as { readonly id: number; readonly commit: { readonly id: string } } & ReadonlyArray<unknown>
  }

  beforeAll(async () => {
    instance = await openTestInstance()
    project = `/projects/${(await asked('POST', '/projects', { name: 'p', initialize_with_readme: true })).id}`
    const { commit } = await asked('GET', `${project}/repository/branches/main`)
    await asked('POST', `${project}/repository/branches`, { branch: 'b', ref: 'main' })
    await asked('POST', `${project}/merge_requests`, { source_branch: 'b', target_branch: 'main', title: 'T' })
    const deployed = { environment: 'production', sha: commit.id, ref: 'main', tag: false, status: 'success' }
    await asked('POST', `${project}/deployments`, deployed)
    await asked('POST', `${project}/statuses/${commit.id}`, { state: 'success' })
  })
  afterAll(() => instance.close())

  it.each([
    ['/deployments', 'environment=&updated_after=&updated_before='],
    ['/environments', 'name='],
    ['/environments', 'search='],
    ['/merge_requests', 'source_branch=&target_branch=&author_username=&environment=&created_after=&iids[]='],
    ['/merge_requests', 'approver_ids=&approved_by_ids=&milestone=&my_reaction_emoji=&assignee_username[]='],
    ['/pipelines', 'ref=&sha=&username=&updated_after='],
    ['/repository/commits', 'since=&until=&ref_name='],
  ])('GET …%s?%s gives what is there', async (list, query) => {
    expect(await asked('GET', `${project}${list}`, undefined, query)).toHaveLength(1)
  })

  it('name no place for a fork', async () => {
    const fork = { namespace: '', namespace_path: '', path: 'f', name: 'f' }
    expect(await asked('POST', `${project}/fork`, fork)).toMatchObject({ path_with_namespace: 'root/f' })
  })
})
