import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const P = '/api/v4/projects/1'

let world: TestInstance
const ask = (method: string, path: string, json?: unknown, query = '') =>
  world.ask(method, path, { as: world.root, json, query })

beforeAll(async () => {
  world = await openTestInstance()
  const json = { name: 'p', initialize_with_readme: true, default_branch: 'main' }
  expect((await ask('POST', '/api/v4/projects', json)).status).toBe(201)
})
afterAll(() => world.close())

describe('what suites of client libraries hold', () => {
  it('a folder that is not there has no entries', async () => {
    const tree = await ask('GET', `${P}/repository/tree`, undefined, 'path=no/such/folder')
    expect([tree.status, tree.json, tree.headers.get('x-total')]).toEqual([200, [], '0'])
    expect((await ask('GET', `${P}/repository/tree`, undefined, 'ref=nowhere')).status).toBe(404)
  })

  it('the first branch of an empty repository makes the default branch first', async () => {
    const { id } = (await ask('POST', '/api/v4/projects', { name: 'empty' })).json as { readonly id: number }
    const at = `/api/v4/projects/${id}/repository`
    const made = await ask('POST', `${at}/branches`, { branch: 'topic', ref: 'main' })
    expect([made.status, made.json]).toMatchObject([201, { name: 'topic', commit: { title: 'Add README.md' } }])
    const branches = (await ask('GET', `${at}/branches`)).json as ReadonlyArray<{ readonly name: string }>
    expect(branches.map(({ name }) => name)).toEqual(['main', 'topic'])
    expect((await ask('GET', `${at}/tree`)).json).toMatchObject([{ path: 'README.md' }])
    expect((await ask('GET', `${at}/files/README.md`, undefined, 'ref=topic')).json).toMatchObject({ size: 0 })
    expect((await ask('GET', `/api/v4/projects/${id}`)).json).toMatchObject({ default_branch: 'main' })
  })

  it.each(['projects', 'groups'])('labels of %s are changed by a name or number in the body', async (kind) => {
    if (kind === 'groups') await ask('POST', '/api/v4/groups', { name: 'g', path: 'g' })
    const at = `/api/v4/${kind}/${kind === 'groups' ? 'g' : '1'}/labels`
    const made = await ask('POST', at, { name: 'one', color: '#ff0000' })
    const { id } = made.json as { readonly id: number }
    expect((await ask('PUT', at, { name: 'one', new_name: 'two' })).json).toMatchObject({ id, name: 'two' })
    expect((await ask('PUT', at, { label_id: id, color: '#00ff00' })).json).toMatchObject({ id, color: '#00ff00' })
    expect((await ask('PUT', at, { name: 'none', new_name: 'two' })).json).toEqual({ message: '404 Label Not Found' })
    expect((await ask('PUT', at, { new_name: 'two' })).json).toEqual({
      error: 'label_id, name are missing, exactly one parameter must be provided',
    })
  })

  it.each(['projects', 'groups'])('labels of %s are deleted by a name or number beside the path', async (kind) => {
    const at = `/api/v4/${kind}/${kind === 'groups' ? 'g' : '1'}/labels`
    for (const name of ['first', 'second']) await ask('POST', at, { name, color: '#ff0000' })
    const named = async () =>
      (
        (await ask('GET', at, undefined, 'include_ancestor_groups=false')).json as ReadonlyArray<{
          readonly id: number
          readonly name: string
        }>
      ).filter(({ name }) => name === 'first' || name === 'second')
    expect((await ask('DELETE', at, undefined, 'name=first')).status).toBe(204)
    const [second, ...others] = await named()
    expect([second?.name, others]).toEqual(['second', []])
    expect((await ask('DELETE', at, { label_id: second?.id })).status).toBe(204)
    expect(await named()).toEqual([])
    expect((await ask('DELETE', at, undefined, 'name=first')).json).toEqual({ message: '404 Label Not Found' })
    expect((await ask('DELETE', at)).status).toBe(400)
  })

  it('a deploy token that is deleted is in no list', async () => {
    const token = { name: 'machine', scopes: ['read_repository'] }
    const { id } = (await ask('POST', `${P}/deploy_tokens`, token)).json as { readonly id: number }
    expect((await ask('GET', `${P}/deploy_tokens`)).json).toMatchObject([{ id }])
    expect((await ask('DELETE', `${P}/deploy_tokens/${id}`)).status).toBe(204)
    for (const list of [`${P}/deploy_tokens`, '/api/v4/deploy_tokens'])
      expect((await ask('GET', list)).json).toEqual([])
  })

  it('blocking again says nothing', async () => {
    const { id } = await world.person('tom')
    const post = async (verb: string) => {
      const { status, json } = await ask('POST', `/api/v4/users/${id}/${verb}`)
      return [status, json]
    }
    expect([await post('block'), await post('block')]).toEqual([
      [201, true],
      [201, null],
    ])
    expect([await post('unblock'), await post('deactivate'), await post('deactivate')]).toEqual([
      [201, true],
      [201, true],
      [201, null],
    ])
  })

  it('HEAD of a file tells what it is', async () => {
    const { json } = await ask('GET', `${P}/repository/files/README.md`, undefined, 'ref=main')
    const file = json as Record<string, string | number | boolean>
    const { status, headers } = await ask('HEAD', `${P}/repository/files/README.md`, undefined, 'ref=main')
    expect(status).toBe(200)
    for (const name of ['blob_id', 'commit_id', 'last_commit_id', 'file_name', 'file_path', 'size', 'content_sha256'])
      expect([name, headers.get(`x-gitlab-${name.replaceAll('_', '-')}`)]).toEqual([name, String(file[name])])
    expect(headers.get('x-gitlab-ref')).toBe('main')
    expect(headers.get('x-gitlab-encoding')).toBe('base64')
  })

  it('the latest pipeline is that of a ref', async () => {
    const latest = (query = '') => ask('GET', `${P}/pipelines/latest`, undefined, query)
    expect((await latest()).status).toBe(403)
    const head = (await ask('GET', `${P}/repository/commits/main`)).json as { readonly id: string }
    await ask('POST', `${P}/statuses/${head.id}`, { state: 'success', ref: 'main' })
    expect([(await latest()).json, (await latest('ref=main')).json]).toMatchObject([{ sha: head.id }, { ref: 'main' }])
    expect((await latest('ref=nowhere')).status).toBe(403)
  })
})
