import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { PUBLIC_KEYS } from '@forgefold/spec/testing'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

interface Key {
  readonly id: number
  readonly [field: string]: unknown
}

let world: TestInstance
let ann: Awaited<ReturnType<TestInstance['person']>>
let ben: Awaited<ReturnType<TestInstance['person']>>
const API = '/api/v4'
const { rsa, ed25519 } = PUBLIC_KEYS
const asked = (method: string, path: string, as: string, json?: unknown, query = '') =>
  world.ask(method, `${API}${path}`, { as, query, json })

beforeAll(async () => {
  world = await openTestInstance()
  ann = await world.person('ann')
  ben = await world.person('ben')
  for (const [name, as] of [
    ['one', ann.token],
    ['two', ann.token],
    ['three', ben.token],
  ] as const)
    expect((await asked('POST', '/projects', as, { name })).status).toBe(201)
})
afterAll(() => world.close())

it('lets machines into a project: added, listed, read, changed, removed', async () => {
  const path = '/projects/1/deploy_keys'
  const wanted = { title: 'machine', key: rsa.text, can_push: true, expires_at: '2099-01-01' }
  expect((await asked('POST', path, ben.token, wanted)).status).toBe(404)
  const made = await asked('POST', path, ann.token, wanted)
  const key = made.json as Key
  expect([made.status, key]).toMatchObject([
    201,
    { title: 'machine', key: rsa.text, can_push: true, fingerprint_sha256: rsa.sha256 },
  ])
  expect((await asked('GET', path, ann.token, undefined, 'page=1&per_page=5')).json).toEqual([key])
  expect((await asked('GET', `${path}/${key.id}`, ann.token)).json).toEqual(key)
  const changed = await asked('PUT', `${path}/${key.id}`, ann.token, { title: 'robot', can_push: false })
  expect([changed.status, changed.json]).toEqual([200, { ...key, title: 'robot', can_push: false }])
  expect((await asked('PUT', `${path}/${key.id}`, ann.token, { title: ' ' })).status).toBe(400)
  expect((await asked('DELETE', `${path}/${key.id}`, ann.token)).status).toBe(204)
  expect((await asked('GET', `${path}/${key.id}`, ann.token)).status).toBe(404)
  expect((await asked('POST', path, ann.token, wanted)).status).toBe(201)
})

it('is enabled in further projects of those who have it, and is gone with the last', async () => {
  const made = await asked('POST', '/projects/1/deploy_keys', ann.token, {
    title: 'm',
    key: ed25519.text,
    can_push: true,
  })
  const { id } = made.json as Key
  expect((await asked('POST', `/projects/3/deploy_keys/${id}/enable`, ben.token)).status).toBe(404)
  const enabled = await asked('POST', `/projects/2/deploy_keys/${id}/enable`, ann.token)
  expect([enabled.status, enabled.json]).toMatchObject([201, { id, can_push: false }])
  const all = await asked('GET', '/deploy_keys', world.root, undefined, 'page=1&per_page=50')
  expect((all.json as ReadonlyArray<Key>).find((one) => one.id === id)).toMatchObject({
    projects_with_write_access: [{ id: 1, path_with_namespace: 'ann/one' }],
  })
  expect((await asked('GET', '/deploy_keys', ann.token)).status).toBe(403)
  const fingerprint = encodeURIComponent(ed25519.md5)
  const found = await asked('GET', '/keys', world.root, undefined, `fingerprint=${fingerprint}`)
  expect(found.json).toMatchObject({
    user: null,
    deploy_keys_projects: [
      { project_id: 1, can_push: true },
      { project_id: 2, can_push: false },
    ],
  })
  expect((await asked('DELETE', `/projects/1/deploy_keys/${id}`, ann.token)).status).toBe(204)
  expect((await asked('GET', `/projects/2/deploy_keys/${id}`, ann.token)).status).toBe(200)
  expect((await asked('DELETE', `/projects/2/deploy_keys/${id}`, ann.token)).status).toBe(204)
  expect((await asked('GET', '/keys', world.root, undefined, `fingerprint=${fingerprint}`)).status).toBe(404)
})

it('takes no key that is none, or is somebody else’s', async () => {
  const refused = async (as: string, project: number, json: object) =>
    (await asked('POST', `/projects/${project}/deploy_keys`, as, json)).json
  expect(await refused(ann.token, 1, { title: 'x', key: 'ssh-rsa AAAA' })).toEqual({ message: { key: ['is invalid'] } })
  const taken = { message: { fingerprint: ['has already been taken'] } }
  expect(await refused(ben.token, 3, { title: 'x', key: rsa.text })).toEqual(taken)
  expect((await asked('POST', '/user/keys', ben.token, { title: 'x', key: rsa.text })).json).toEqual(taken)
  const again = await asked('POST', '/projects/2/deploy_keys', ann.token, { title: 'again', key: rsa.text })
  expect([again.status, again.json]).toMatchObject([201, { title: 'machine', can_push: false }])
})

it('is free for others once the only project that had it is deleted', async () => {
  const { id } = (await asked('POST', '/projects', ann.token, { name: 'short-lived' })).json as Key
  const wanted = { title: 'm', key: ed25519.text }
  expect((await asked('POST', `/projects/${id}/deploy_keys`, ann.token, wanted)).status).toBe(201)
  expect((await asked('POST', '/projects/3/deploy_keys', ben.token, wanted)).status).toBe(400)
  expect((await asked('DELETE', `/projects/${id}`, ann.token)).status).toBe(202)
  await vi.waitFor(
    async () => expect((await asked('POST', '/projects/3/deploy_keys', ben.token, wanted)).status).toBe(201),
    { timeout: 60_000, interval: 50 },
  )
})
