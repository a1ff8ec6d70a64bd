import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ifNoneMatch } from '../../if-none-match.js'

type Json = Readonly<Record<string, unknown>>

const PNG = Buffer.from('89504e470d0a1a0a0000000d', 'hex')
const BOUNDARY = 'a-boundary'

let world: TestInstance
let dev: { readonly id: number; readonly token: string }
let made = 0

const formOf = (fields: Json, file?: { readonly name: string; readonly bytes: Uint8Array }): Buffer =>
  Buffer.concat([
    ...Object.entries(fields).map(([name, value]) =>
      Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    ),
    ...(file === undefined
      ? []
      : [
          Buffer.from(
            `--${BOUNDARY}\r\ncontent-disposition: form-data; name="avatar"; filename="${file.name}"\r\ncontent-type: image/png\r\n\r\n`,
          ),
          file.bytes,
          Buffer.from('\r\n'),
        ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ])

const send = async (
  method: string,
  path: string,
  fields: Json,
  file?: Parameters<typeof formOf>[1],
  as = world.root,
) => {
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
  const answer = await world.ask(method, `/api/v4${path}`, { as, bytes: formOf(fields, file), headers })
  return { status: answer.status, json: answer.json as Json }
}
const ask = async (method: string, path: string, json?: unknown, as: string | undefined = world.root) => {
  const answer = await world.ask(method, `/api/v4${path}`, { as, json })
  return { status: answer.status, json: answer.json as Json }
}
const fetched = (url: unknown, as?: string) => world.ask('GET', String(url).replace('http://forge.test', ''), { as })

interface Kind {
  readonly path: string
  readonly fields: () => Json
}

const KINDS: Readonly<Record<string, Kind>> = {
  user: {
    path: '/users',
    fields: () => {
      const username = `u${++made}`
      return { username, name: username, email: `${username}@example.com`, password: 'a long password' }
    },
  },
  project: { path: '/projects', fields: () => ({ name: `p${++made}` }) },
  group: { path: '/groups', fields: () => ({ name: `g${++made}`, path: `g${made}` }) },
  'projects/topic': { path: '/topics', fields: () => ({ name: `t${++made}`, title: 'T' }) },
}
const NAMES = Object.keys(KINDS)
const kind = (name: string): Kind => KINDS[name] as Kind

beforeAll(async () => {
  world = await openTestInstance()
  dev = await world.person('dev')
})
afterAll(() => world.close())

describe.each(NAMES)('the picture of a %s', (name) => {
  const { path, fields } = kind(name)

  it('comes with its making or a change, and is served', async () => {
    const created = await send('POST', path, fields(), { name: 'my logo.png', bytes: PNG })
    const { id } = created.json as { readonly id: number }
    const url = `http://forge.test/uploads/-/system/${name}/avatar/${id}/my_logo.png`
    expect([created.status, created.json['avatar_url']]).toEqual([201, url])
    const served = await fetched(url, world.root)
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(served.text).toBe(PNG.toString('utf8'))
    for (const [known, status] of ifNoneMatch(served.headers.get('etag') ?? '')) {
      const again = await world.ask('GET', new URL(url).pathname, {
        as: world.root,
        headers: { 'if-none-match': known },
      })
      expect([known, again.status]).toEqual([known, status])
    }
    const changed = await send('PUT', `${path}/${id}`, {}, { name: 'other.JPG', bytes: PNG })
    expect([changed.status, changed.json['avatar_url']]).toEqual([200, url.replace('my_logo.png', 'other.JPG')])
    expect((await fetched(url, world.root)).status).toBe(404)
    expect((await ask('GET', `${path}/${id}`)).json['avatar_url']).toEqual(changed.json['avatar_url'])
    const kept = await ask('PUT', `${path}/${id}`, { name: `renamed ${made}` })
    expect(kept.json['avatar_url']).toEqual(changed.json['avatar_url'])
    const blank = await send(
      'PUT',
      `${path}/${id}`,
      { name: `again ${made}` },
      { name: 'b.png', bytes: Buffer.alloc(0) },
    )
    expect([blank.status, blank.json['avatar_url']]).toEqual([200, changed.json['avatar_url']])
  })

  it('goes by empty text', async () => {
    const created = await send('POST', path, fields(), { name: 'a.png', bytes: PNG })
    const { id } = created.json as { readonly id: number }
    const gone = await ask('PUT', `${path}/${id}`, { avatar: '' })
    const none = name === 'user' ? `http://forge.test/-/identicons/${id}.svg` : null
    expect([gone.status, gone.json['avatar_url']]).toEqual([200, none])
    expect((await fetched(created.json['avatar_url'], world.root)).status).toBe(404)
  })

  it.each([
    ['too big', { name: 'a.png', bytes: Buffer.alloc(200 * 1024 + 1) }, 'is too big (should be at most 200 KiB)'],
    [
      'no picture',
      { name: 'a.svg', bytes: PNG },
      'file format is not supported. Please try one of the following supported formats: png, jpg, jpeg, gif, bmp, tiff, ico, webp',
    ],
  ])('is refused as %s', async (_, file, sentence) => {
    const { id } = (await ask('POST', path, fields())).json as { readonly id: number }
    const changed = await send('PUT', `${path}/${id}`, {}, file)
    expect([changed.status, changed.json]).toEqual([400, { message: { avatar: [sentence] } }])
    const refused = await send('POST', path, fields(), file)
    expect([refused.status, JSON.stringify(refused.json)]).toEqual([400, expect.stringContaining(sentence)])
  })

  it('is a file', async () => {
    const { id } = (await ask('POST', path, fields())).json as { readonly id: number }
    const changed = await ask('PUT', `${path}/${id}`, { avatar: 'a word' })
    expect([changed.status, changed.json]).toEqual([400, { error: 'avatar is invalid' }])
  })
})

describe('pictures', () => {
  it('of what is hidden are not there for others', async () => {
    for (const name of ['project', 'group']) {
      const { json } = await send('POST', kind(name).path, kind(name).fields(), { name: 'a.png', bytes: PNG })
      expect((await fetched(json['avatar_url'], dev.token)).status).toBe(404)
      expect((await fetched(json['avatar_url'])).status).toBe(404)
      const open = { ...kind(name).fields(), visibility: 'public' }
      const shown = await send('POST', kind(name).path, open, { name: 'a.png', bytes: PNG })
      expect((await fetched(shown.json['avatar_url'])).status).toBe(200)
    }
  })

  it('of groups can be had over the API', async () => {
    const { json } = await send('POST', '/groups', kind('group').fields(), { name: 'a.png', bytes: PNG })
    const path = `/api/v4/groups/${json['id']}/avatar`
    const answer = await world.ask('GET', path, { as: world.root })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    await ask('PUT', `/groups/${json['id']}`, { avatar: '' })
    const none = await world.ask('GET', path, { as: world.root })
    expect([none.status, none.json]).toEqual([404, { message: '404 Avatar Not Found' }])
    expect((await world.ask('GET', path, { as: dev.token })).status).toBe(404)
  })

  it('stand beside users and namespaces wherever these are shown', async () => {
    const user = await send('PUT', `/users/${dev.id}`, {}, { name: 'me.png', bytes: PNG })
    const own = (await ask('POST', '/projects', { name: 'own' }, dev.token)).json
    expect(own['namespace']).toMatchObject({ avatar_url: user.json['avatar_url'] })
    expect(own['owner']).toMatchObject({ avatar_url: user.json['avatar_url'] })
    const members = await world.ask('GET', `/api/v4/projects/${own['id']}/members`, { as: dev.token })
    expect(members.json).toMatchObject([{ avatar_url: user.json['avatar_url'] }])
    const group = (await send('POST', '/groups', kind('group').fields(), { name: 'g.png', bytes: PNG })).json
    const inGroup = (await ask('POST', '/projects', { name: 'in', namespace_id: group['id'] })).json
    expect(inGroup['namespace']).toMatchObject({ avatar_url: `/uploads/-/system/group/avatar/${group['id']}/g.png` })
  })

  it('are for those who may change the thing', async () => {
    const open = (await ask('POST', '/projects', { name: 'watched', visibility: 'public' })).json
    expect((await send('PUT', `/projects/${open['id']}`, {}, { name: 'a.png', bytes: PNG }, dev.token)).status).toBe(
      403,
    )
  })
})
