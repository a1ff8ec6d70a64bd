import { createHash } from 'node:crypto'
import { parseCiFile } from '@forgefold/adapters/ci-file'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { chartOf, formFile, helmChart } from '@forgefold/spec/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'

const AT = '/api/v4/projects/1/packages'

let world: TestInstance
beforeAll(async () => {
  world = await openTestInstance()
  await world.ask('POST', '/api/v4/projects', { as: world.root, json: { name: 'app', visibility: 'public' } })
})
afterAll(() => world.close())

const publish = async (chart: Uint8Array, channel = 'stable', as = world.root, field = 'chart') => {
  const form = await formFile(field, chart, 'any.tgz')
  return world.ask('POST', `${AT}/helm/api/${channel}/charts`, { ...form, as })
}

const indexOf = async (channel = 'stable') => {
  const answer = await world.ask('GET', `${AT}/helm/${channel}/index.yaml`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/yaml')])
  const read = parseCiFile(answer.text)
  return (read.ok ? read.value : {}) as { readonly entries: Readonly<Record<string, ReadonlyArray<object>>> }
}

it('publishes charts to channels, lists them in the index of each, and gives them back', async () => {
  const first = helmChart('web', '1.0.0', 'description: A chart\nappVersion: "1.16"\n')
  const made = await publish(first)
  expect([made.status, made.json]).toEqual([201, { message: '201 Created' }])
  world.clock.advance(1000)
  expect((await publish(helmChart('web', '1.1.0'))).status).toBe(201)
  expect((await publish(helmChart('web', '1.1.0'), 'edge')).status).toBe(201)
  const index = await indexOf()
  expect(index).toMatchObject({ apiVersion: 'v1', serverInfo: { contextPath: '/api/v4/projects/1/packages/helm' } })
  expect(index.entries).toMatchObject({
    web: [
      { version: '1.1.0', urls: ['charts/web-1.1.0.tgz'] },
      {
        name: 'web',
        version: '1.0.0',
        description: 'A chart',
        appVersion: '1.16',
        urls: ['charts/web-1.0.0.tgz'],
        digest: createHash('sha256').update(first).digest('hex'),
      },
    ],
  })
  expect((await indexOf('edge')).entries['web']).toHaveLength(1)
  expect((await indexOf('none')).entries).toEqual({})
  const fetched = await world.ask('GET', `${AT}/helm/stable/charts/web-1.0.0.tgz`)
  expect([fetched.status, fetched.text]).toEqual([200, first.toString()])
  expect((await world.ask('GET', `${AT}/helm/edge/charts/web-1.0.0.tgz`)).status).toBe(404)
  const listed = await world.ask('GET', AT, { query: 'package_type=helm' })
  expect(listed.json).toMatchObject([
    { name: 'web', version: '1.0.0', package_type: 'helm' },
    { name: 'web', version: '1.1.0' },
  ])
})

it('takes the same version again, and gives the newest of its archives', async () => {
  const again = helmChart('web', '1.0.0', 'description: Again\n')
  expect((await publish(again)).status).toBe(201)
  expect((await world.ask('GET', `${AT}/helm/stable/charts/web-1.0.0.tgz`)).text).toBe(again.toString())
  expect((await indexOf()).entries['web']).toContainEqual(expect.objectContaining({ description: 'Again' }))
})

it('indexes charts of whatever name', async () => {
  expect((await publish(helmChart('constructor', '1.0.0'), 'names')).status).toBe(201)
  expect((await publish(helmChart('constructor', '1.1.0'), 'names')).status).toBe(201)
  expect(Object.entries((await indexOf('names')).entries)).toMatchObject([
    ['constructor', [{ version: '1.1.0' }, { version: '1.0.0' }]],
  ])
})

it('refuses what is no chart, and whoever may not publish', async () => {
  const said = async (chart: Uint8Array, field?: string) => {
    const { status, json } = await publish(chart, 'stable', world.root, field)
    return [status, (json as { readonly message: unknown }).message]
  }
  const broken = [400, '400 Bad request - chart is no archive of a Helm chart']
  for (const bytes of [Buffer.from('no archive'), chartOf('a', { 'values.yaml': 'a: 1' })])
    expect((await said(bytes))[0], String(bytes)).toBe(broken[0])
  expect((await said(chartOf('a', { 'Chart.yaml': 'name: [' })))[0]).toBe(400)
  expect((await said(chartOf('a', { 'Chart.yaml': 'name: a' })))[0]).toBe(400)
  expect((await said(helmChart('web', 'not-a-version')))[0]).toBe(400)
  expect((await said(helmChart('web', '1.0.0'), 'file'))[0]).toBe(400)
  expect((await said(Buffer.alloc(5 * 1024 * 1024 + 1)))[0]).toBe(413)
  const ann = await world.person('ann')
  expect((await publish(helmChart('web', '2.0.0'), 'stable', ann.token)).status).toBe(403)
  expect(
    (await world.ask('POST', `${AT}/helm/api/stable/charts`, await formFile('chart', helmChart('a', '1.0.0'), 'a')))
      .status,
  ).toBe(401)
})
