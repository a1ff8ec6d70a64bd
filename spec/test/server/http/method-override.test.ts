import { type Asked, openTestInstance, senderOf, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// Answers are declared for the method that is sent: these are those of another.
let post: (path: string, asked: Asked) => ReturnType<ReturnType<typeof senderOf>>
let instance: TestInstance
beforeAll(async () => {
  instance = await openTestInstance()
  post = (path, asked) => senderOf(instance.forgefold)('POST', path, asked)
})
afterAll(() => instance.close())

const instead = (method: string, headers: Readonly<Record<string, string>> = {}): Asked => ({
  as: instance.root,
  headers: { 'X-HTTP-Method-Override': method, ...headers },
})

const VARIABLES = '/api/v4/admin/ci/variables'
const listed = async (): Promise<unknown> => (await instance.ask('GET', VARIABLES, { as: instance.root })).json

describe('a POST with X-HTTP-Method-Override', () => {
  it.each(['PATCH', 'patch'])('changes a protected branch as %s does', async (method) => {
    const named = {
      as: instance.root,
      json: { name: `by-${method === 'PATCH' ? 'large' : 'small'}-letters`, initialize_with_readme: true },
    }
    const { id } = (await instance.ask('POST', '/api/v4/projects', named)).json as { id: number }
    const branch = `/api/v4/projects/${id}/protected_branches/main`
    const changed = await post(branch, { ...instead(method), query: 'allow_force_push=true' })
    expect(changed).toMatchObject({ status: 200, json: { name: 'main', allow_force_push: true } })
  })

  it('is a GET, PUT or DELETE, and an ordinary POST by any other name', async () => {
    const made = { json: { key: 'KEY', value: 'one' } }
    expect(await post(VARIABLES, { ...instead('OPTIONS'), ...made })).toMatchObject({ status: 201 })
    const put = await post(`${VARIABLES}/KEY`, { ...instead('PUT'), json: { value: 'two' } })
    expect(put).toMatchObject({ status: 200, json: { value: 'two' } })
    expect(await post(VARIABLES, instead('GET'))).toMatchObject({ status: 200, json: [{ key: 'KEY' }] })
    expect(await post(`${VARIABLES}/KEY`, instead('DELETE'))).toMatchObject({ status: 204 })
    expect(await listed()).toEqual([])
  })

  it('says nothing in a request of another method', async () => {
    const read = await instance.ask('GET', '/api/v4/user', instead('DELETE'))
    expect(read).toMatchObject({ status: 200, json: { username: 'root' } })
  })

  it('needs the scope of the method that it stands for', async () => {
    const { token } = await instance.person('reader', ['read_api'])
    const asked = (method: string): Asked => ({ ...instead(method), as: token })
    expect(await post('/api/v4/projects', asked('GET'))).toMatchObject({ status: 200 })
    expect(await post('/api/v4/projects', asked('PUT'))).toMatchObject({ status: 405 })
    expect(await post('/api/v4/user/status', asked('PUT'))).toMatchObject({ status: 403 })
  })
})
