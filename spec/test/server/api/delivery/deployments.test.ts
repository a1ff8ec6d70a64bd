import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const PATH = '/api/v4/projects/1/deployments'

describe('a deployment read again and again', () => {
  let instance: TestInstance
  let sha: string
  beforeAll(async () => {
    instance = await openTestInstance()
    await write('POST', '/api/v4/projects', { name: 'shown', initialize_with_readme: true, default_branch: 'main' })
    const commit = await instance.ask('GET', '/api/v4/projects/1/repository/commits/main', { as: instance.root })
    sha = String((commit.json as { id: string }).id)
    await deploy('running')
  })
  afterAll(() => instance.close())

  const write = (method: string, path: string, json?: unknown) =>
    instance.ask(method, path, { as: instance.root, json })
  const read = async (path = '/1') => {
    const { json, headers, status } = await instance.ask('GET', PATH + path, { as: instance.root })
    return { json, tag: headers.get('etag'), status }
  }
  const deploy = (status: string) =>
    write('POST', PATH, { environment: 'production', sha, ref: 'main', tag: false, status })

  it('is the same text with the same tag until something changes', async () => {
    const first = await read()
    expect(first).toMatchObject({ status: 200, json: { id: 1, status: 'running', approvals: [] } })
    expect(await read()).toEqual(first)
    const list = await read('')
    expect(await read('')).toEqual(list)
    expect(list.json).toMatchObject([{ id: 1 }])
  })

  it.each([
    ['its own status', 'PUT', `${PATH}/1`, { status: 'success' }, { status: 'success' }],
    [
      'its environment',
      'PUT',
      '/api/v4/projects/1/environments/1',
      { external_url: 'http://shop.test' },
      { environment: { external_url: 'http://shop.test' } },
    ],
    ['the one who made it', 'PUT', '/api/v4/users/1', { name: 'Somebody' }, { user: { name: 'Somebody' } }],
  ])('follows %s, alone and in lists', async (_, method, path, change, shown) => {
    const before = { one: await read(), list: await read('') }
    expect((await write(method, path, change)).status).toBe(200)
    const after = { one: await read(), list: await read('') }
    expect(after.one.json).toMatchObject(shown)
    expect(after.list.json).toMatchObject([shown])
    expect(after.one.tag).not.toBe(before.one.tag)
    expect(after.list.tag).not.toBe(before.list.tag)
  })

  it('is shown in its own project only', async () => {
    await write('POST', '/api/v4/projects', { name: 'other' })
    const elsewhere = await instance.ask('GET', '/api/v4/projects/2/deployments/1', { as: instance.root })
    expect(elsewhere.status).toBe(404)
  })

  it('is gone once it is deleted', async () => {
    await deploy('failed')
    expect(await read('/2')).toMatchObject({ status: 200, json: { id: 2 } })
    expect((await read('')).json).toMatchObject([{ id: 1 }, { id: 2 }])
    expect((await write('DELETE', `${PATH}/2`)).status).toBe(202)
    expect((await read('/2')).status).toBe(404)
    expect((await read('')).json).toEqual([expect.objectContaining({ id: 1 })])
  })
})
