import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API, openPackageWorld, type World } from './world.js'

interface Listed {
  readonly id: number
  readonly name: string
  readonly version: string
}

let world: World
let group: number
const project = () => world.projects.private
const put = async (name: string, version: string, file: string, query = '', type = 'generic') => {
  const path = `${API}/projects/${project()}/packages/${type}/${name}/${version}/${file}`
  const answer = await world.ask('PUT', path, { as: world.instance.root, bytes: Buffer.from(file), query })
  expect(answer.status, answer.text).toBe(201)
}
const ask = async <A>(path: string, query = ''): Promise<A> => {
  const answer = await world.ask('GET', `${API}${path}`, { as: world.instance.root, query })
  expect(answer.status, `${path}: ${answer.text}`).toBe(200)
  return answer.json as A
}

beforeAll(async () => {
  world = await openPackageWorld()
  const shown = await ask<{ readonly namespace: { readonly id: number } }>(`/projects/${project()}`)
  group = shown.namespace.id
  await put('apple', '1.0', 'one.bin')
  await put('apple', '1.0', 'two.bin')
  await put('pear', '2.0', 'one.bin')
  await put('plum', '3.0', 'one.bin', 'status=hidden')
})
afterAll(() => world.instance.close())

describe('packages of a group', () => {
  it.each([
    ['sort=asc&order_by=name', ['apple', 'pear']],
    ['sort=desc&order_by=name', ['pear', 'apple']],
    ['package_name=ppl', ['apple']],
    ['status=hidden', ['plum']],
    ['include_versionless=true&order_by=name', ['apple', 'pear']],
  ])('%s', async (query, expected) => {
    const found = await ask<ReadonlyArray<Listed>>(`/groups/${group}/packages`, query)
    expect(found.map(({ name }) => name)).toEqual(expected)
  })
})

describe('the files of a package', () => {
  it('come in pages', async () => {
    const [apple] = await ask<ReadonlyArray<Listed>>(`/projects/${project()}/packages`, 'package_name=apple')
    const page = async (number: number) =>
      (
        await ask<ReadonlyArray<{ readonly file_name: string }>>(
          `/projects/${project()}/packages/${apple?.id}/package_files`,
          `page=${number}&per_page=1`,
        )
      ).map(({ file_name }) => file_name)
    expect([await page(1), await page(2), await page(3)]).toEqual([['one.bin'], ['two.bin'], []])
  })
})

describe('a Conan recipe', () => {
  it('belongs to a user and a channel, of which it has one each', async () => {
    const owners = ['package_username=ann&package_channel=stable', 'package_username=ann&package_channel=testing']
    for (const owner of owners) await put('zlib', '1.2', `${owner.length}.bin`, owner, 'conan')
    const at = `/projects/${project()}/packages/conan/zlib/1.2`
    for (const owner of owners) {
      const own = await world.ask('GET', `${API}${at}/${owner.length}.bin`, { as: world.instance.root, query: owner })
      expect([own.status, own.text]).toEqual([200, `${owner.length}.bin`])
    }
    const [one = '', other = ''] = owners
    const crossed = await world.ask('GET', `${API}${at}/${one.length}.bin`, { as: world.instance.root, query: other })
    expect(crossed.status).toBe(404)
  })
})

describe('an npm package', () => {
  it('is unpublished whole, in the revision that the client has seen', async () => {
    const npm = `${API}/projects/${project()}/packages/npm/lonely`
    const document = {
      name: 'lonely',
      'dist-tags': { latest: '1.0.0' },
      versions: { '1.0.0': { name: 'lonely', version: '1.0.0', dist: {} } },
      _attachments: { 'lonely-1.0.0.tgz': { data: Buffer.from('x').toString('base64'), length: 1 } },
    }
    const asked = { as: world.instance.root }
    expect((await world.ask('PUT', npm, { ...asked, bytes: Buffer.from(JSON.stringify(document)) })).status).toBe(200)
    const gone = await world.ask('DELETE', `${npm}/-rev/1-0`, asked)
    expect([gone.status, gone.json]).toEqual([200, { ok: true }])
    expect((await world.ask('GET', npm, asked)).status).toBe(404)
  })
})
