import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ifNoneMatch } from '../../if-none-match.js'

const BOUNDARY = 'a-boundary'
const PATH = '/api/v4/projects/1/uploads'
const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }

const formOf = (field: string, filename: string, content: string | Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${filename}"\r\nContent-Type: text/plain\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ])

interface Uploaded {
  readonly alt: string
  readonly url: string
  readonly full_path: string
  readonly markdown: string
}

let world: TestInstance
beforeAll(async () => {
  world = await openTestInstance()
  await world.ask('POST', '/api/v4/projects', { as: world.root, json: { name: 'app', visibility: 'private' } })
})
afterAll(() => world.close())

const send = (bytes: Buffer, as: string | undefined = world.root) =>
  world.ask('POST', PATH, { ...(as === '' ? {} : { as }), bytes, headers })

it('keeps a file, and says how texts lead to it', async () => {
  const sent = await send(formOf('file', 'notes v1.txt', 'words'))
  expect(sent.status).toBe(201)
  const made = sent.json as Uploaded
  expect(made.url).toMatch(/^\/uploads\/[0-9a-f]{32}\/notes_v1\.txt$/)
  expect(made).toEqual({
    alt: 'notes_v1.txt',
    url: made.url,
    full_path: `/root/app${made.url}`,
    markdown: `[notes_v1.txt](${made.url})`,
  })
  for (const path of [made.full_path, `/-/project/1${made.url}`]) {
    const got = await world.ask('GET', path, { as: world.root })
    expect([got.status, got.text, got.headers.get('content-disposition')]).toEqual([
      200,
      'words',
      `attachment; filename="notes_v1.txt"; filename*=UTF-8''notes_v1.txt`,
    ])
    expect(got.headers.get('x-content-type-options')).toBe('nosniff')
  }
  const etag = (await world.ask('GET', made.full_path, { as: world.root })).headers.get('etag') ?? ''
  for (const [known, status] of ifNoneMatch(etag)) {
    const again = await world.ask('GET', made.full_path, { as: world.root, headers: { 'if-none-match': known } })
    expect([known, again.status]).toEqual([known, status])
  }
})

it('shows pictures within texts, and no picture that could run anything', async () => {
  const png = (await send(formOf('file', 'dk.png', Buffer.from([0x89, 0x50])))).json as Uploaded
  expect([png.alt, png.markdown]).toEqual(['dk', `![dk](${png.url})`])
  expect((await world.ask('GET', png.full_path, { as: world.root })).headers.get('content-type')).toBe('image/png')
  const svg = (await send(formOf('file', 'x.svg', '<svg onload="x"/>'))).json as Uploaded
  const got = await world.ask('GET', svg.full_path, { as: world.root })
  expect(got.headers.get('content-type')).toBe('application/octet-stream')
  expect(got.headers.get('content-disposition')).toMatch(/^attachment/)
})

it('lets those read it who see the project, and nobody guess it', async () => {
  const made = (await send(formOf('file', 'a.txt', 'a'))).json as Uploaded
  const ann = await world.person('ann')
  expect((await world.ask('GET', made.full_path)).status).toBe(302)
  expect((await world.ask('GET', made.full_path, { as: ann.token })).status).toBe(404)
  expect((await send(formOf('file', 'b.txt', 'b'), ann.token)).status).toBe(404)
  expect((await send(formOf('file', 'b.txt', 'b'), '')).status).toBe(401)
  await world.ask('POST', '/api/v4/projects/1/members', { as: world.root, json: { user_id: ann.id, access_level: 10 } })
  expect((await world.ask('GET', made.full_path, { as: ann.token })).text).toBe('a')
  expect((await send(formOf('file', 'b.txt', 'b'), ann.token)).status).toBe(201)
  const guessed = made.full_path.replace(/[0-9a-f]{32}/, '0'.repeat(32))
  expect((await world.ask('GET', guessed, { as: ann.token })).status).toBe(404)
  expect((await world.ask('GET', `${made.full_path}x`, { as: ann.token })).status).toBe(404)
  expect((await world.ask('POST', made.full_path, { as: ann.token })).status).toBe(405)
})

it('refuses what is no file, and what is too large', async () => {
  expect((await send(formOf('other', 'a.txt', 'a'))).json).toEqual({ error: 'file is missing' })
  expect((await send(Buffer.from('nothing'))).status).toBe(400)
  expect((await world.ask('POST', PATH, { as: world.root, json: { file: 'x' } })).status).toBe(400)
  await world.ask('PUT', '/api/v4/application/settings', { as: world.root, json: { max_attachment_size: 1 } })
  expect((await send(formOf('file', 'large.bin', Buffer.alloc(1024 * 1024 + 1)))).status).toBe(413)
  expect((await send(formOf('file', 'fits.bin', Buffer.alloc(1024 * 1024)))).status).toBe(201)
})

it('keeps no secret of an address in the history', async () => {
  const made = (await send(formOf('file', 'a.txt', 'a'))).json as Uploaded
  const secret = made.url.split('/')[2] ?? ''
  const history = JSON.stringify(await world.forge.events.readAll({ limit: 100_000 }))
  expect(history).toContain('UploadCreated')
  expect(history).not.toContain(secret)
})
