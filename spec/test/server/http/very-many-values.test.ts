import { LAW, longestLoopBlock } from '@forgefold/spec/cost'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { zipOf } from '@forgefold/spec/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'

let world: TestInstance
beforeAll(async () => {
  world = await openTestInstance()
  await world.ask('POST', '/api/v4/projects', { as: world.root, json: { name: 'app' } })
})
afterAll(() => world.close())

/** Nearly as large as a body may be. */
const BYTES = 9 * 1024 * 1024
const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data; boundary=b'

const part = (n: number): string => `--b\r\nContent-Disposition: form-data; name="a${n}"\r\n\r\nx\r\n`
const list = (value: string): string => `[${`${value},`.repeat(BYTES / (value.length + 1))}1]`
const npm = (more: string): string => `{"name":"a","versions":{"1.0.0":{"name":"a","version":"1.0.0"}},${more}}`

/** A package of NuGet whose manifest has these lines. */
const nuget = (inner: string): Buffer => {
  const spec = `<package><metadata><id>a</id><version>1.0.0</version>${inner}</metadata></package>`
  const archive = zipOf([{ name: 'a.nuspec', bytes: Buffer.from(spec), deflated: false }])
  const head = '--b\r\nContent-Disposition: form-data; name="package"; filename="a"\r\n\r\n'
  return Buffer.concat([Buffer.from(head), archive, Buffer.from('\r\n--b--\r\n')])
}

const ids = Array.from({ length: 300_000 }, (_, n) => n).join(',')
const files = Array.from({ length: 20_000 }, (_, n) => `"a${n}":{"data":"eA=="}`).join(',')

it.each([
  ['a list of empty objects', 'POST', 'issues', JSON_TYPE, `{"title":"a","x":${list('{}')}}`, 400],
  ['nested lists', 'POST', 'issues', JSON_TYPE, `{"title":"a","x":${list(`${'['.repeat(90)}${']'.repeat(90)}`)}}`, 400],
  ['a list of numbers', 'POST', 'issues', JSON_TYPE, `{"title":"a","labels":${list('1')}}`, 400],
  ['a state of empty objects', 'POST', 'terraform/state/a', JSON_TYPE, `{"serial":1,"x":${list('{}')}}`, 400],
  ['a description of empty objects', 'PUT', 'packages/npm/a', JSON_TYPE, npm(`"x":${list('{}')}`), 413],
  ['a description of names', 'PUT', 'packages/npm/a', JSON_TYPE, npm(`"x":${list('{"a":1}')}`), 413],
  ['a form of nothing but ampersands', 'POST', 'issues', FORM_TYPE, '&'.repeat(BYTES), 400],
  ['a form of names without values', 'POST', 'issues', FORM_TYPE, 'a&'.repeat(BYTES / 2), 400],
  ['a description of strings side by side', 'PUT', 'packages/npm/a', JSON_TYPE, '""'.repeat(BYTES / 2), 413],
  ['a description of names side by side', 'PUT', 'packages/npm/a', JSON_TYPE, `{${'"a"'.repeat(BYTES / 3)}`, 413],
  ['a description of files', 'PUT', 'packages/npm/a', JSON_TYPE, npm(`"_attachments":{${files}}`), 400],
  [
    'names of users of a feature',
    'POST',
    '/features/a',
    JSON_TYPE,
    `{"value":true,"user":"${'a,'.repeat(300_000)}"}`,
    400,
  ],
  ['ids of a list of users', 'POST', 'feature_flags_user_lists', JSON_TYPE, `{"name":"a","user_xids":"${ids}"}`, 400],
  ['a manifest of elements', 'PUT', 'packages/nuget', MULTIPART, nuget('<a/>'.repeat(250_000)), 400],
  ['a manifest of entities', 'PUT', 'packages/nuget', MULTIPART, nuget('&#65;'.repeat(200_000)), 400],
  [
    'a form of what stands for no UTF-8',
    'POST',
    'issues',
    MULTIPART,
    `--b\r\nContent-Disposition: form-data; name="title"\r\n\r\n${'\ufffd'.repeat(BYTES / 3)}\r\n--b--`,
    400,
  ],
  [
    'a form of very many parts',
    'POST',
    'issues',
    MULTIPART,
    `${Array.from({ length: 100_000 }, (_, n) => part(n)).join('')}--b--`,
    400,
  ],
])('%s is refused before it keeps others from their turns', async (_, method, path, type, text, status) => {
  const bytes = Buffer.from(text)
  const ask = async () => {
    const asked = { as: world.root, bytes, headers: { 'content-type': type } }
    expect(
      (await world.ask(method, `/api/v4${path.startsWith('/') ? path : `/projects/1/${path}`}`, asked)).status,
    ).toBe(status)
  }
  expect(await longestLoopBlock(ask, LAW.milliseconds)).toBeLessThan(6 * LAW.milliseconds)
})

it('as many values as a form may have are read', async () => {
  const json = { title: 'a', x: Array.from({ length: 240_000 }, () => 1) }
  expect((await world.ask('POST', '/api/v4/projects/1/issues', { as: world.root, json })).status).toBe(201)
})
