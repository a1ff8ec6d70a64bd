import { createHash } from 'node:crypto'
import { describeEach, splitPublication } from '@forgefold/server/api/v4/packages/registry'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ifNoneMatch } from '../../if-none-match.js'
import { API, openPackageWorld, type World } from './world.js'

let world: World
let base: string
beforeAll(async () => {
  world = await openPackageWorld()
  base = `${API}/projects/${world.projects.private}/packages`
})
afterAll(() => world.instance.close())

const put = (path: string, text = 'x', query = '') =>
  world.ask('PUT', `${base}/${path}`, { as: world.instance.root, bytes: Buffer.from(text), query })
const get = (path: string) => world.ask('GET', `${base}/${path}`, { as: world.instance.root })

describe('plain uploads', () => {
  test.each([
    ['generic/..%2f..%2fetc/1.0/a', 400],
    ['generic/thing/1.0/..', 400],
    ['generic/thing/1.0/%2e%2e', 400],
    ['generic/thing/1.0/a%2fb', 400],
    ['generic/thing/1.0/a%5cb', 400],
    ['generic/thing/1.0/a%00b', 400],
    ['generic/thing/1.0/a%0ab', 400],
    [`generic/thing/1.0/${'a'.repeat(256)}`, 400],
    [`generic/${'a'.repeat(256)}/1.0/a`, 400],
    ['generic/thing/1..0/a', 400],
    ['generic/a%20b/1.0/a', 400],
    ['nonsense/thing/1.0/a', 400],
    ['debian/thing/1.0/a', 400],
    ['golang/example.com%2fmod/1.0.0/a', 400],
    ['generic/thing/1.0/%ff', 400],
  ])('%s is refused', async (path, status) => {
    const answered = await put(path)
    expect(answered.status, answered.text).toBe(status)
    expect(await world.json('GET', `/projects/${world.projects.private}/packages`)).toEqual([])
  })

  test('an empty file is a file', async () => {
    const made = await put('generic/empty/1.0/nothing', '', 'select=package_file')
    expect(made.json).toMatchObject({ size: 0, file_sha256: createHash('sha256').digest('hex') })
    const got = await get('generic/empty/1.0/nothing')
    expect([got.status, got.text]).toEqual([200, ''])
  })

  test('of two files with one name the newer is fetched; where that is forbidden it is refused', async () => {
    for (const text of ['old', 'new']) expect((await put('generic/twice/1.0/a', text)).status).toBe(201)
    expect((await get('generic/twice/1.0/a')).text).toBe('new')
    expect((await put('golang/example.com%2fmod/v1.0.0/mod.zip')).status).toBe(201)
    const again = await put('golang/example.com%2fmod/v1.0.0/mod.zip')
    expect([again.status, again.json]).toEqual([400, { message: { file_name: ['has already been taken'] } }])
  })

  test('what was fetched is not fetched again, and is never a page of this site', async () => {
    await put('generic/cached/1.0/page.html', '<script>')
    const first = await get('generic/cached/1.0/page.html')
    expect(first.headers.get('content-type')).toBe('application/octet-stream')
    expect(first.headers.get('content-disposition')).toMatch(/^attachment/)
    for (const [known, status] of ifNoneMatch(first.headers.get('etag') ?? '')) {
      const headers = { 'if-none-match': known }
      const again = await world.ask('GET', `${base}/generic/cached/1.0/page.html`, { as: world.instance.root, headers })
      expect([known, again.status, again.text]).toEqual([known, status, status === 304 ? '' : '<script>'])
    }
    const head = await world.ask('HEAD', `${base}/generic/cached/1.0/page.html`, { as: world.instance.root })
    expect(head.status).toBe(200)
  })

  test('a file that says it is too large is refused before it comes', async () => {
    const headers = { 'content-length': String(6 * 1024 ** 3) }
    const path = `${base}/generic/large/1.0/a`
    expect((await world.ask('PUT', path, { as: world.instance.root, headers, bytes: Buffer.from('x') })).status).toBe(
      413,
    )
    const helm = Buffer.alloc(5 * 1024 * 1024 + 1)
    expect(
      (await world.ask('PUT', `${base}/helm/large/1.0.0/a`, { as: world.instance.root, bytes: helm })).status,
    ).toBe(413)
  })

  test('a Composer name belongs to one top namespace until its last package is gone', async () => {
    const path = 'packages/composer/vendor%2fthing/1.0.0/a.zip'
    const own = await world.instance.person('loner')
    const project = await world.json<{ id: number }>('POST', '/projects', { as: own.token, json: { name: 'solo' } })
    const elsewhere = () =>
      world.ask('PUT', `${API}/projects/${project.id}/${path}`, { as: own.token, bytes: Buffer.from('x') })
    expect((await put(path.replace('packages/', ''))).status).toBe(201)
    expect((await elsewhere()).json).toEqual({ message: { name: ['is already taken by another project'] } })
    const [mine] = await world.json<Array<{ id: number }>>('GET', `/projects/${world.projects.private}/packages`, {
      query: 'package_type=composer',
    })
    await world.ask('DELETE', `${base}/${mine?.id}`, { as: world.instance.root })
    expect((await elsewhere()).status).toBe(201)
    const anonymous = await world.ask('GET', `${API}/projects/${world.projects.public}/packages/composer/a%2fb/1.0.0/a`)
    expect(anonymous.status).toBe(401)
  })
})

describe('versions whose documents are told', () => {
  const MEBIBYTE = 'x'.repeat(1024 * 1024)

  test('are read no further than an answer is long', async () => {
    let read = 0
    const told = await describeEach(new Array(1000).fill('1.0.0'), async (version) => {
      read++
      return { version, text: MEBIBYTE }
    })
    expect(told).toMatchObject({ _tag: 'Left', left: { kind: 'TooLarge' } })
    expect(read).toBeLessThan(40)
  })

  test('are all told in their order where they fit', async () => {
    const versions = Array.from({ length: 100 }, (_, n) => `1.0.${n}`)
    expect(await describeEach(versions, async (version) => version)).toEqual({ _tag: 'Right', right: versions })
  })
})

describe('npm documents', () => {
  const publish = (name: string, document: unknown, path = name.replace('/', '%2f')) =>
    world.ask('PUT', `${base}/npm/${path}`, { as: world.instance.root, json: document })
  const document = (name: string, version: string, data = 'eA==', more: object = {}) => ({
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { name, version, dist: {}, ...more } },
    _attachments: { [`${name}-${version}.tgz`]: { data, length: 1 } },
  })

  test.each([
    ['no JSON', '{"name":'],
    ['a list', []],
    ['nothing', {}],
    ['another name', document('other', '1.0.0')],
    ['two versions', { ...document('bad', '1.0.0'), versions: { '1.0.0': {}, '1.0.1': {} } }],
    ['a version that is none', document('bad', '1')],
    ['no base64', document('bad', '1.0.0', '{}"')],
    ['an empty file', document('bad', '1.0.0', '')],
    ['another length', { ...document('bad', '1.0.0'), _attachments: { a: { data: 'eA==', length: 2 } } }],
    ['a wrong digest', document('bad', '1.0.0', 'eA==', { dist: { integrity: `sha512-${'A'.repeat(86)}==` } })],
    ['a file name with a way up', { ...document('bad', '1.0.0'), _attachments: { 'a/..': { data: 'eA==' } } }],
    [
      'a version with very many tags',
      {
        ...document('bad', '1.0.0'),
        'dist-tags': Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`tag${n}`, '1.0.0'])),
      },
    ],
    ['versions that are text', { name: 'bad', versions: 'x', 'dist-tags': 'y', _attachments: { a: { data: 'eA==' } } }],
  ])('%s is refused', async (_, sent) => {
    const answered = await publish('bad', sent)
    expect(answered.status, answered.text).toBe(400)
    // Nothing of that name is here.
    expect((await get('npm/bad')).status).toBe(404)
  })

  test('names as nobody should name things come through unharmed', async () => {
    const text = JSON.stringify(document('proto', '1.0.0')).replace(
      '"dist":{}',
      '"dist":{},"__proto__":{"polluted":true}',
    )
    expect((await publish('proto', text)).status).toBe(200)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect((await get('npm/proto')).status).toBe(200)
  })

  test('documents that are longer together than an answer are refused in the short form too', async () => {
    const dependencies = { a: 'x'.repeat(12 * 1024 * 1024) }
    for (const version of ['1.0.0', '1.0.1', '1.0.2'])
      expect((await publish('heavy', document('heavy', version, 'eA==', { dependencies }))).status).toBe(200)
    for (const accept of ['application/json', 'application/vnd.npm.install-v1+json'])
      expect(
        (await world.ask('GET', `${base}/npm/heavy`, { as: world.instance.root, headers: { accept } })).status,
      ).toBe(413)
  })

  test('long documents are kept beside the history', async () => {
    const readme = 'ä'.repeat(100_000)
    expect((await publish('long', document('long', '1.0.0', 'eA==', { readmeOfMine: readme }))).status).toBe(200)
    const whole = (await get('npm/long')).json as { versions: Record<string, { readmeOfMine: string }> }
    expect(whole.versions['1.0.0']?.readmeOfMine).toBe(readme)
    const accept = { accept: 'application/vnd.npm.install-v1+json; q=1.0, application/json' }
    const short = await world.ask('GET', `${base}/npm/long`, { as: world.instance.root, headers: accept })
    expect(short.headers.get('content-type')).toBe('application/vnd.npm.install-v1+json')
    expect(short.text).not.toContain('readmeOfMine')
    expect(short.json).toMatchObject({ name: 'long', 'dist-tags': { latest: '1.0.0' } })
  })

  test('a name under the scope of the top namespace is unique below it', async () => {
    expect((await publish('@acme/one', document('@acme/one', '1.0.0'))).status).toBe(200)
    const elsewhere = `${API}/projects/${world.projects.public}/packages/npm/@acme%2fone`
    const again = await world.ask('PUT', elsewhere, { as: world.instance.root, json: document('@acme/one', '1.0.0') })
    expect([again.status, again.json]).toEqual([403, { message: '403 Forbidden - Package already exists.' }])
    const other = await world.ask('PUT', elsewhere.replace('one', 'two'), {
      as: world.instance.root,
      json: document('@acme/two', '1.0.0'),
    })
    expect(other.status).toBe(200)
  })

  test('one of many who publish the same version at once gets it', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => publish('race', document('race', '1.0.0'))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 403)])
    const found = await world.json<Array<unknown>>('GET', `/projects/${world.projects.private}/packages`, {
      query: 'package_name=race',
    })
    expect(found).toHaveLength(1)
  })
})

describe('reading a publication', () => {
  const chunked = async function* (bytes: Buffer, cuts: ReadonlyArray<number>) {
    let from = 0
    for (const cut of [...cuts].map((one) => one % (bytes.length + 1)).sort((a, b) => a - b)) {
      yield bytes.subarray(from, cut)
      from = cut
    }
    yield bytes.subarray(from)
  }
  const collected = async (content: AsyncIterable<Uint8Array>): Promise<Buffer> => {
    const chunks: Array<Uint8Array> = []
    for await (const chunk of content) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  test('gives the document without the data and the data by itself, wherever the chunks end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.json(),
        fc.uint8Array({ maxLength: 300 }),
        fc.string(),
        fc.array(fc.nat(), { maxLength: 30 }),
        fc.boolean(),
        async (other, data, name, cuts, slashes) => {
          const document = {
            before: JSON.parse(other) as unknown,
            data: 'not this',
            _attachments: {
              [name]: { content_type: 'x', data: Buffer.from(data).toString('base64'), length: data.length },
            },
            'q"\\': { _attachments: { a: { data: '!' } } },
          }
          const text = JSON.stringify(document, null, cuts.length % 3)
          const sent = slashes ? text.replaceAll('/', '\\/') : text
          const found = new Map<string, Buffer>()
          const rest = await splitPublication(chunked(Buffer.from(sent), cuts), 1e6, async (key, content) => {
            found.set(key, await collected(content))
          })
          const own = { ...document, _attachments: { [name]: { content_type: 'x', data: '', length: data.length } } }
          expect(rest).toEqual(JSON.parse(JSON.stringify(own)))
          expect([...found]).toEqual([[name, Buffer.from(data)]])
        },
      ),
      { numRuns: 300 },
    )
  })

  test('nonsense is refused and never hangs', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.array(fc.nat(), { maxLength: 5 }), async (text, cuts) => {
        const read = splitPublication(
          chunked(Buffer.from(`{"_attachments":{"a":{"data":"${text}`), cuts),
          1e6,
          async (_, content) => {
            await collected(content)
          },
        )
        await expect(read).rejects.toThrow()
      }),
    )
  })
})
