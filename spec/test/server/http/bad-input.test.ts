import {
  arrayOf,
  boolean,
  date,
  datetime,
  integer,
  listOf,
  listOfObjects,
  object,
  oneOf,
  optional,
  required,
  route,
  string,
} from '@forgefold/server/http'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { afterEach, describe, expect, it } from 'vitest'
import { smallApplication } from './small-application.js'

let handled: Array<unknown> = []

const app = smallApplication({
  routes: [
    route({
      method: 'POST',
      path: '/things/:id',
      area: 'Things',
      summary: 'Make a thing',
      caller: 'user',
      params: {
        id: required(integer(), 'The number'),
        name: required(string(), 'The name', { refusesBlank: true }),
        state: optional(oneOf(['open', 'closed']), 'The state'),
        flag: optional(boolean(), 'A flag'),
        at: optional(datetime(), 'A moment'),
        day: optional(date(), 'A day'),
        labels: optional(listOf(string()), 'Labels'),
        lines: optional(arrayOf(string()), 'Lines'),
        not: optional(object({ labels: optional(listOf(string()), 'Labels') }), 'What must not be'),
        actions: optional(
          listOfObjects({
            action: required(oneOf(['create', 'delete']), 'What to do'),
            file_path: required(string(), 'Where'),
          }),
          'Actions',
        ),
      },
      success: { status: 201 },
      handler: (_context, params) => {
        handled.push(params)
        return E.right({ status: 201, json: params })
      },
    }),
    route({
      method: 'GET',
      path: '/things',
      area: 'Things',
      summary: 'List things',
      caller: 'anyone',
      params: { search: optional(string(), 'Text'), ids: optional(listOf(integer()), 'Numbers') },
      success: { status: 200 },
      handler: (_context, params) => E.right({ status: 200, json: params }),
    }),
  ],
})

const json = (body: string): RequestInit => ({ method: 'POST', body, headers: { 'Content-Type': 'application/json' } })
const form = (body: string): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
})

const BROKEN_JSON = /message body does not match declared format/

afterEach(() => {
  expect(app.defects).toEqual([])
  handled = []
})

/** What is sent, and the status and the `error` that come back. */
const REFUSED: ReadonlyArray<readonly [string, string, RequestInit, number, string | RegExp]> = [
  ['a missing parameter', '/things/1', json('{}'), 400, 'name is missing'],
  ['an empty body', '/things/1', json(''), 400, 'name is missing'],
  ['null for a body', '/things/1', json('null'), 400, 'name is missing'],
  ['a list for a body', '/things/1', json('[1,2]'), 400, 'name is missing'],
  ['a number for a body', '/things/1', json('5'), 400, 'name is missing'],
  ['null for a parameter', '/things/1', json('{"name":null}'), 400, 'name is missing'],
  ['a blank parameter', '/things/1', json('{"name":"  "}'), 400, 'name is empty'],
  ['a list for text', '/things/1', json('{"name":["a"]}'), 400, 'name is invalid'],
  ['an object for text', '/things/1', json('{"name":{"a":1}}'), 400, 'name is invalid'],
  ['a word that is no number', '/things/x', json('{"name":"a"}'), 400, 'id is invalid'],
  ['a number with a fraction', '/things/1.5', json('{"name":"a"}'), 400, 'id is invalid'],
  ['a number beyond counting', '/things/99999999999999999999', json('{"name":"a"}'), 400, 'id is invalid'],
  ['a huge number in JSON', '/things/1', json('{"name":"a","labels":{"a":1e999}}'), 400, 'labels is invalid'],
  ['an unknown word', '/things/1', json('{"name":"a","state":"ajar"}'), 400, 'state does not have a valid value'],
  [
    'another case of a word',
    '/things/1',
    json('{"name":"a","state":"OPEN"}'),
    400,
    'state does not have a valid value',
  ],
  ['an object for a word', '/things/1', json('{"name":"a","state":{}}'), 400, 'state does not have a valid value'],
  ['a flag that is none', '/things/1', json('{"name":"a","flag":"perhaps"}'), 400, 'flag is invalid'],
  ['an object for a flag', '/things/1', json('{"name":"a","flag":{"__proto__":1}}'), 400, 'flag is invalid'],
  ['a moment that is none', '/things/1', json('{"name":"a","at":"2022-13-45"}'), 400, 'at is invalid'],
  ['a day that is none', '/things/1', json('{"name":"a","day":"2022-02-30"}'), 400, 'day is invalid'],
  [
    'several at once, in order',
    '/things/x',
    json('{"state":1,"flag":[]}'),
    400,
    'id is invalid, name is missing, state does not have a valid value, flag is invalid',
  ],
  ['a nested finding', '/things/1', json('{"name":"a","not":{"labels":{}}}'), 400, 'not[labels] is invalid'],
  ['text for an object', '/things/1', json('{"name":"a","not":"x"}'), 400, 'not is invalid'],
  [
    'findings in a list of objects',
    '/things/1',
    json('{"name":"a","actions":[{"action":"create"},{"action":"eat","file_path":"x"},7]}'),
    400,
    'actions[0][file_path] is missing, actions[1][action] does not have a valid value, actions[2] is invalid',
  ],
  [
    'the same as a form',
    '/things/1',
    form('name=a&actions[][action]=create&actions[][action]=eat&actions[][file_path]=x'),
    400,
    'actions[0][file_path] is missing, actions[1][action] does not have a valid value',
  ],
  ['broken JSON', '/things/1', json('{"name":'), 400, BROKEN_JSON],
  ['JSON with something behind it', '/things/1', json('{} {}'), 400, BROKEN_JSON],
  ['JSON that is not UTF-16 either', '/things/1', json('{"name":"\\ud800"'), 400, BROKEN_JSON],
  ['deep JSON', '/things/1', json(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`), 400, BROKEN_JSON],
  ['deep lists', '/things/1', json('['.repeat(1_000_000)), 400, BROKEN_JSON],
  [
    'a format nobody reads',
    '/things/1',
    { method: 'POST', body: '<a/>', headers: { 'Content-Type': 'text/xml' } },
    415,
    "The provided content-type 'text/xml' is not supported.",
  ],
  ['another answer format', '/things?format=xml', {}, 406, "The requested format 'xml' is not supported."],
  ['an unknown route', '/nothing', {}, 404, '404 Not Found'],
  ['an unknown verb', '/things', { method: 'DELETE' }, 405, '405 Not Allowed'],
]

describe('bad input', () => {
  it.each(REFUSED)('%s', async (_what, path, init, status, error) => {
    const response = await app.askAs(`/api/v4${path}`, init)
    const body = (await response.json()) as { error: string }
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(Object.keys(body)).toEqual(['error'])
    if (typeof error === 'string') expect(body.error).toBe(error)
    else expect(body.error).toMatch(error)
    expect(handled).toEqual([])
  })

  /** Text that makes no parameters at all. */
  const MALFORMED: ReadonlyArray<readonly [string, string, RequestInit]> = [
    ['a broken escape in the query', '/things?search=%', {}],
    ['half an escape in the query', '/things?search=%e', {}],
    ['an escape of no letters', '/things?search=%zz', {}],
    ['bytes that are no UTF-8 in the query', '/things?search=%ff%fe', {}],
    ['NUL in the query', '/things?search=a%00b', {}],
    ['NUL in a name', '/things?a%00=1', {}],
    ['a value and a list of one name', '/things?ids=1&ids[]=2', {}],
    ['a list and an object of one name', '/things?ids[]=1&ids[a]=2', {}],
    ['brackets without end', `/things?a${'[b]'.repeat(100)}=1`, {}],
    ['a broken escape in the path', '/things/%zz', json('{}')],
    ['bytes that are no UTF-8 in the path', '/things/%c3%28', json('{}')],
    ['NUL in the path', '/things/1%00', json('{}')],
    ['NUL in JSON', '/things/1', json('{"name":"a\\u0000b"}')],
    ['NUL in a key', '/things/1', json('{"name":"a","\\u0000":1}')],
    ['half a letter in JSON', '/things/1', json('{"name":"\\ud800"}')],
    ['NUL in a form', '/things/1', form('name=a%00')],
    ['bytes that are no UTF-8 in a form', '/things/1', form('name=%ff')],
    [
      'a form that is none',
      '/things/1',
      { method: 'POST', body: 'x', headers: { 'Content-Type': 'multipart/form-data' } },
    ],
    [
      'a multipart form cut off',
      '/things/1',
      {
        method: 'POST',
        body: '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb',
        headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
      },
    ],
  ]

  it.each(MALFORMED)('%s: 400 as plain text', async (_what, path, init) => {
    const response = await app.askAs(`/api/v4${path}`, init)
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toBe('text/plain')
    expect(await response.text()).toBe('Bad Request')
    expect(handled).toEqual([])
  })

  it('bytes that are no UTF-8 in JSON: 400 as plain text', async () => {
    const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])
    const response = await app.askAs('/api/v4/things/1', {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json' },
    })
    expect(response.status).toBe(400)
  })

  const multipart = (...parts: ReadonlyArray<readonly [head: string, value: Buffer | string]>): RequestInit => ({
    method: 'POST',
    body: Buffer.concat([
      ...parts.flatMap(([head, value]) => [
        Buffer.from(`--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n`, 'latin1'),
        Buffer.from(value),
        Buffer.from('\r\n'),
      ]),
      Buffer.from('--x--\r\n'),
    ]),
    headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
  })
  const NO_UTF8 = Buffer.from([0x61, 0xff, 0xc3])
  const REPLACED = Buffer.from('\uFFFD\uFFFD\uFFFD')

  it.each<readonly [string, RequestInit]>([
    ['a value', multipart(['name="name"', NO_UTF8])],
    [
      'a value beside the character that replaces such bytes',
      multipart(['name="name"', NO_UTF8], ['name="a"', '\uFFFD']),
    ],
    ['a value beside a file', multipart(['name="name"', NO_UTF8], ['name="a"; filename="b"', REPLACED])],
    ['a name', multipart(['name="name"', 'a'], ['name="\xff"', 'b'])],
    ['the name of a file', multipart(['name="name"', 'a'], ['name="a"; filename="\xff"', 'b'])],
  ])('bytes that are no UTF-8 in %s of a multipart form: 400 as plain text', async (_where, init) => {
    const response = await app.askAs('/api/v4/things/1', init)
    expect([response.status, await response.text(), handled]).toEqual([400, 'Bad Request', []])
  })

  it.each<readonly [string, RequestInit, string]>([
    ['the character that replaces such bytes', multipart(['name="name"', 'a\uFFFD']), 'a\uFFFD'],
    ['a file of such bytes', multipart(['name="name"', 'a'], ['name="a"; filename="b"', NO_UTF8]), 'a'],
    [
      'a part of another charset',
      multipart(['name="name"\r\nContent-Type: text/plain; charset=iso-8859-1', Buffer.from([0xe9])]),
      'é',
    ],
  ])('%s in a multipart form', async (_what, init, name) => {
    const response = await app.askAs('/api/v4/things/1', init)
    expect([response.status, await response.json()]).toMatchObject([201, { name }])
    handled = []
  })

  it('a body over ten mebibytes', async () => {
    const response = await app.askAs('/api/v4/things/1', json(`{"name":"${'x'.repeat(11 * 1024 * 1024)}"}`))
    expect(response.status).toBe(413)
    expect(await response.json()).toEqual({ message: '413 Request Entity Too Large' })
  })

  const labels = (count: number): ReadonlyArray<string> => Array.from({ length: count }, (_, at) => `l${at}`)
  const WAYS: Readonly<Record<string, (many: ReadonlyArray<string>) => RequestInit>> = {
    JSON: (many) => json(JSON.stringify({ name: 'a', labels: many })),
    'JSON with commas': (many) => json(JSON.stringify({ name: 'a', labels: many.join() })),
    'a form': (many) => form(`name=a&${many.map((label) => `labels[]=${label}`).join('&')}`),
  }

  it.each(Object.keys(WAYS))('a list of more than twenty thousand in %s', async (way) => {
    const init = WAYS[way] as (many: ReadonlyArray<string>) => RequestInit
    const taken = await app.askAs('/api/v4/things/1', init(labels(20_000)))
    expect(((await taken.json()) as { labels: Array<string> }).labels).toHaveLength(20_000)
    handled = []
    const refused = await app.askAs('/api/v4/things/1', init(labels(20_001)))
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { error: 'labels has too many values (limit is 20000)' },
    ])
  })

  it('tells of a long list of bad objects in a sentence that ends', async () => {
    const actions = Array.from({ length: 50_000 }, () => 1)
    const response = await app.askAs('/api/v4/things/1', json(JSON.stringify({ name: 'a', actions })))
    expect(response.status).toBe(400)
    expect((await response.text()).length).toBeLessThan(10_000)
  })

  it.each([
    '{"name":"a","__proto__":{"flag":true}}',
    '{"name":"a","\\u005f_proto__":{"flag":true}}',
    '{"name":"a","constructor":{"prototype":{"flag":true}}}',
  ])('takes nothing from a prototype: %s', async (body) => {
    const response = await app.askAs('/api/v4/things/1', json(body))
    expect(await response.json()).toEqual({ id: 1, name: 'a' })
    expect(({} as { flag?: boolean }).flag).toBeUndefined()
    handled = []
  })

  it.each([
    'name=a&__proto__[flag]=1',
    'name=a&__proto__=1',
    'name=a&constructor[prototype][flag]=1',
    'name=a&not[__proto__][labels]=x',
  ])('takes nothing from a prototype in a form: %s', async (body) => {
    const response = await app.askAs('/api/v4/things/1', form(body))
    expect(response.status).toBe(201)
    expect(await response.json()).toMatchObject({ id: 1, name: 'a' })
    expect(({} as { flag?: boolean }).flag).toBeUndefined()
    handled = []
  })

  it('never fails on its own, whatever is sent', async () => {
    const contentType = fc.constantFrom(
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
      'a/b',
      '',
    )
    const body = fc.oneof(
      fc.json(),
      fc.string({ unit: 'binary' }),
      fc.webQueryParameters(),
      fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('latin1')),
    )
    await fc.assert(
      fc.asyncProperty(
        contentType,
        body,
        fc.webQueryParameters(),
        fc.webSegment(),
        async (type, text, query, segment) => {
          const headers = type === '' ? {} : { 'Content-Type': type }
          const response = await app.askAs(`/api/v4/things/${segment}?${query}`, {
            method: 'POST',
            body: text,
            headers,
          })
          expect(response.status).toBeLessThan(500)
        },
      ),
      { numRuns: 500 },
    )
    handled = []
  })
})
