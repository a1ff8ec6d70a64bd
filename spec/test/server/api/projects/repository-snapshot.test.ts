import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, expect, it } from 'vitest'

let world: TestInstance
let user: string
const SNAPSHOT = '/api/v4/projects/1/snapshot'

beforeAll(async () => {
  world = await openTestInstance()
  user = (await world.person('ann')).token
  const json = { name: 'p', initialize_with_readme: true, default_branch: 'trunk' }
  await world.ask('POST', '/api/v4/projects', { as: world.root, json })
})
afterAll(() => world.close())

const ask = async (query = '') => {
  const { body, headers, status } = await world.forgefold.handler({
    method: 'GET',
    path: SNAPSHOT,
    query,
    headers: new Map([
      ['host', 'forge.test'],
      ['private-token', world.root],
    ]),
    remoteAddress: '127.0.0.1',
    body: { bytes: async () => new Uint8Array(), stream: async function* () {} },
    signal: new AbortController().signal,
  })
  const chunks: Array<Uint8Array> = []
  if (body !== null && typeof body === 'object' && Symbol.asyncIterator in body)
    for await (const chunk of body) chunks.push(chunk)
  const told = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]))
  return { status, headers: told, tar: Buffer.concat(chunks).toString('latin1') }
}

/** The files of a tar archive by their names. */
const filesOf = (tar: string): ReadonlyMap<string, string> => {
  const files = new Map<string, string>()
  for (let at = 0; at + 1024 < tar.length; ) {
    const size = Number.parseInt(tar.slice(at + 124, at + 135), 8)
    files.set(tar.slice(at, tar.indexOf('\0', at)), tar.slice(at + 512, at + 512 + size))
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}

it('is the repository of the project, for administrators', async () => {
  const { status, headers, tar } = await ask()
  expect([status, headers.get('content-type')]).toEqual([200, 'application/x-tar'])
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="snapshot\.tar"/)
  const files = filesOf(tar)
  expect(files.get('HEAD')).toBe('ref: refs/heads/trunk\n')
  expect(files.get('packed-refs')).toMatch(/^# pack-refs with: sorted \n[0-9a-f]{40} refs\/heads\/trunk\n/)
  expect([...files.keys()].filter((name) => /^objects\/[0-9a-f]{2}\/[0-9a-f]{38}$/.test(name)).length).toBe(3)
})

it('with wiki=true is that of the wiki, which has no pages', async () => {
  const { status, tar } = await ask('wiki=true')
  expect(status).toBe(200)
  expect([...filesOf(tar).keys()]).toEqual(['HEAD', 'packed-refs', 'refs/', 'objects/'])
  expect((await world.ask('GET', SNAPSHOT, { as: world.root, query: 'wiki=perhaps' })).json).toEqual({
    error: 'wiki is invalid',
  })
})

it.each(['1', '999'])('is refused to everybody else before project %s is looked for', async (id) => {
  const path = `/api/v4/projects/${id}/snapshot`
  expect((await world.ask('GET', path)).json).toEqual({ message: '401 Unauthorized' })
  const told = await world.ask('GET', path, { as: user })
  expect([told.status, told.json]).toEqual([403, { message: '403 Forbidden' }])
})

it('of a project that is not there is 404', async () => {
  const told = await world.ask('GET', '/api/v4/projects/999/snapshot', { as: world.root })
  expect([told.status, told.json]).toEqual([404, { message: '404 Project Not Found' }])
})
