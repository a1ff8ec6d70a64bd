import { arrayOf, boolean, integer, listOf, object, optional, parseParams, route, string } from '@forgefold/server/http'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { smallApplication } from './small-application.js'

interface Value {
  readonly count?: number
  readonly name?: string
  readonly flag?: boolean
  readonly labels?: ReadonlyArray<string>
  readonly lines?: ReadonlyArray<string>
  readonly not?: { readonly labels?: ReadonlyArray<string>; readonly name?: string }
}

const params = {
  count: optional(integer(), ''),
  name: optional(string(), ''),
  flag: optional(boolean(), ''),
  labels: optional(listOf(string()), ''),
  lines: optional(arrayOf(string()), ''),
  not: optional(object({ labels: optional(listOf(string()), ''), name: optional(string(), '') }), ''),
}

const answer = { area: 'x', summary: 'x', caller: 'anyone', params, success: { status: 200 } } as const

const app = smallApplication({
  routes: (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map((method) =>
    route({ ...answer, method, path: '/echo', handler: (_context, given) => E.right({ status: 200, json: given }) }),
  ),
})

const pairs = (value: unknown, name: string): ReadonlyArray<readonly [string, string]> => {
  if (value === undefined) return []
  if (Array.isArray(value)) return value.flatMap((item) => pairs(item, `${name}[]`))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inner]) => pairs(inner, name === '' ? key : `${name}[${key}]`))
  return [[name, String(value)]]
}

const formOf = (value: Value): string =>
  pairs(value, '')
    .map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`)
    .join('&')

const multipartOf = (value: Value): FormData => {
  const data = new FormData()
  for (const [name, text] of pairs(value, '')) data.append(name, text)
  return data
}

// Line ends of a multipart field are the form's business; blanks around commas belong to nobody.
const text = fc
  .string({ unit: 'grapheme', minLength: 1 })
  .filter((one) => ['\r', '\n', '\0'].every((bad) => !one.includes(bad)) && !/\p{Surrogate}/u.test(one))
const label = text.map((one) => one.replaceAll(',', ';').trim()).filter((one) => one !== '')
const some = <A>(arbitrary: fc.Arbitrary<A>): fc.Arbitrary<ReadonlyArray<A>> =>
  fc.array(arbitrary, { minLength: 1, maxLength: 5 })

const value: fc.Arbitrary<Value> = fc.record(
  {
    count: fc.integer(),
    name: text,
    flag: fc.boolean(),
    labels: some(label),
    lines: some(text),
    not: fc.record({ labels: some(label), name: text }),
  },
  { requiredKeys: [] },
)

const read = async (response: Response): Promise<unknown> => {
  expect(response.status).toBe(200)
  return response.json()
}

describe('the same value', () => {
  it('arrives alike as query, form, multipart form and JSON', async () => {
    await fc.assert(
      fc.asyncProperty(value, async (given) => {
        const encoded = formOf(given)
        const json = { body: JSON.stringify(given), headers: { 'Content-Type': 'application/json' } }
        const form = { body: encoded, headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8' } }
        const answers = [
          await read(await app.ask(`/api/v4/echo?${encoded}`)),
          await read(await app.ask(`/api/v4/echo?${encoded}`, { method: 'PUT' })),
          await read(await app.ask('/api/v4/echo', { method: 'POST', ...form })),
          await read(await app.ask('/api/v4/echo', { method: 'PUT', ...json })),
          await read(await app.ask('/api/v4/echo', { method: 'DELETE', ...json })),
          await read(await app.ask('/api/v4/echo', { method: 'PATCH', ...json })),
        ]
        if (encoded !== '')
          answers.push(await read(await app.ask('/api/v4/echo', { method: 'POST', body: multipartOf(given) })))
        for (const one of answers) expect(one).toEqual(given)
      }),
      { numRuns: 200 },
    )
  })

  it('is taken from the body before the query', async () => {
    const response = await app.ask('/api/v4/echo?name=query&count=1', {
      method: 'POST',
      body: 'name=body',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })
    expect(await response.json()).toEqual({ name: 'body', count: 1 })
  })

  it('is not looked for in the body of a GET', async () => {
    const response = await app.ask('/api/v4/echo?name=query', { headers: { 'Content-Type': 'application/json' } })
    expect(await response.json()).toEqual({ name: 'query' })
  })

  it.each(['true', 'True', 'TRUE', 't', '1', 'yes', 'on', 'y'])('%s is true', async (word) => {
    expect(await (await app.ask(`/api/v4/echo?flag=${word}`)).json()).toEqual({ flag: true })
  })

  it.each(['false', 'False', 'f', '0', 'no', 'off', 'n'])('%s is false', async (word) => {
    expect(await (await app.ask(`/api/v4/echo?flag=${word}`)).json()).toEqual({ flag: false })
  })

  it('may be a list with commas', async () => {
    expect(await (await app.ask('/api/v4/echo?labels=a,b, c')).json()).toEqual({ labels: ['a', 'b', 'c'] })
  })
})

describe('bracketed names', () => {
  it.each([
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a=1&a=2', { a: '2' }],
    ['a[]=1&a[]=2', { a: ['1', '2'] }],
    ['a[b]=1&a[c]=2', { a: { b: '1', c: '2' } }],
    ['a[][x]=1&a[][y]=2&a[][x]=3', { a: [{ x: '1', y: '2' }, { x: '3' }] }],
    ['a[][x][]=1&a[][x][]=2&a[][y]=3', { a: [{ x: ['1', '2'], y: '3' }] }],
    ['a[][x][k]=1&a[][x][l]=2&a[][x][k]=3', { a: [{ x: { k: '1', l: '2' } }, { x: { k: '3' } }] }],
    ['a%5B%5D=1&a%5B%5D=2', { a: ['1', '2'] }],
    ['a', { a: '' }],
    ['a=', { a: '' }],
    ['&&a=1&', { a: '1' }],
    ['=1', {}],
    ['a+b=c+d%2B', { 'a b': 'c d+' }],
    ['[a]=1', { '[a]': '1' }],
    ['a[b=1', { a: '1' }],
  ])('%s', (query, expected) => {
    expect(JSON.parse(JSON.stringify(parseParams(query)))).toEqual(expected)
  })
})
