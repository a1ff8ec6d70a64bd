import { createHash } from 'node:crypto'
import { parseCiFile } from '@forgefold/adapters/ci-file'
import { LAW, longestLoopBlock } from '@forgefold/spec/cost'
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

/** As costly to read as a description of its length may be. */
const deep = (bytes: number): string => `x:\n${`- ${'['.repeat(90)}${']'.repeat(90)}\n`.repeat(bytes / 183)}`

it('reads and lists long descriptions without keeping others from their turns', async () => {
  // The first time compiles what the others need.
  await publish(helmChart('long', '0.1.0', deep(8000)), 'long')
  let published = 0
  const read = async () => {
    const chart = helmChart('long', `1.${published++}.0`, deep(50_000))
    expect((await publish(chart, 'long')).status).toBe(201)
  }
  expect(await longestLoopBlock(read, LAW.milliseconds)).toBeLessThan(2 * LAW.milliseconds)
  // So many that together they would take too long without a turn of the event loop between them.
  while (published < 12) await read()
  const list = async () => {
    const { text } = await world.ask('GET', `${AT}/helm/long/index.yaml`)
    expect(text.length).toBeGreaterThan(published * 45_000)
  }
  expect(await longestLoopBlock(list, LAW.milliseconds)).toBeLessThan(LAW.milliseconds)
})

it('refuses a description whose aliases stand for much more than it holds', async () => {
  const much = `a: &a [${'b,'.repeat(40_000)}]\nx: [${'*a,'.repeat(90)}]\n`
  expect((await publish(helmChart('much', '1.0.0', much), 'much')).status).toBe(400)
  expect((await indexOf('much')).entries).toEqual({})
})

it('escapes in the index what readers of YAML refuse or take for ends of lines', async () => {
  const odd = 'description: "\\x7f \\u2028 \\ud800 \\x85 \\ufeff \\U0001F600"\n'
  expect((await publish(helmChart('odd', '1.0.0', odd), 'odd')).status).toBe(201)
  const text = (await world.ask('GET', `${AT}/helm/odd/index.yaml`)).text
  expect(text).not.toMatch(/[\u007f-\u009f\u2028\u2029\ufeff]|\\ud8/i)
  expect((await indexOf('odd')).entries['odd']).toMatchObject([
    { description: '\u007f \u2028 \ufffd \u0085 \ufeff \u{1f600}' },
  ])
})
