import { byteRangeOf, type HttpRequest, type HttpResponse, withByteRange } from '@forgefold/server/http'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestInstance, type TestInstance } from '../../../src/instance/index.js'

const asking = (headers: Readonly<Record<string, string>>, method = 'GET'): HttpRequest =>
  ({ method, headers: new Map(Object.entries(headers)) }) as never

/** A file in chunks of these sizes. */
const fileOf = (bytes: Uint8Array, chunk: number): HttpResponse => ({
  status: 200,
  headers: [
    ['ETag', '"one"'],
    ['Last-Modified', 'Mon, 22 Aug 2022 12:00:00 GMT'],
  ],
  length: bytes.length,
  body: (async function* () {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk)
  })(),
})

const bytesOf = async ({ body }: HttpResponse): Promise<Buffer> => {
  const parts: Array<Uint8Array> = []
  for await (const part of body as AsyncIterable<Uint8Array>) parts.push(part)
  return Buffer.concat(parts)
}

describe('a range of bytes', () => {
  it.each([
    ['bytes=0-0', { first: 0, last: 0 }],
    ['bytes=5-', { first: 5, last: 9 }],
    ['bytes=2-99', { first: 2, last: 9 }],
    ['bytes=-3', { first: 7, last: 9 }],
    ['bytes=-99', { first: 0, last: 9 }],
    ['Bytes= 1-2 ', { first: 1, last: 2 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=3-2', undefined],
    ['bytes=-', undefined],
    ['bytes=0-1,3-4', undefined],
    ['items=0-1', undefined],
    ['bytes=a-b', undefined],
    ['bytes=99999999999999999999-', 'unsatisfiable'],
  ])('of ten, asked for by "%s"', (header, range) => {
    expect(byteRangeOf(header, 10)).toEqual(range)
  })

  it('has what the whole has there, however it is read', () =>
    fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: 200 }),
        fc.integer({ min: 1, max: 50 }),
        fc.nat(250),
        fc.option(fc.nat(250), { nil: undefined }),
        async (bytes, chunk, first, last) => {
          const part = withByteRange(fileOf(bytes, chunk), asking({ range: `bytes=${first}-${last ?? ''}` }))
          const isWhole = last !== undefined && last < first
          const expected = isWhole ? Buffer.from(bytes) : Buffer.from(bytes).subarray(first, (last ?? bytes.length) + 1)
          if (!isWhole && first >= bytes.length) {
            expect(part.status).toBe(416)
            return
          }
          expect(part.status).toBe(isWhole ? 200 : 206)
          expect(part.length).toBe(expected.length)
          expect(await bytesOf(part)).toEqual(expected)
        },
      ),
    ))

  it.each([
    ['"one"', 206],
    ['Mon, 22 Aug 2022 12:00:00 GMT', 206],
    ['W/"one"', 200],
    ['"other"', 200],
    ['Tue, 23 Aug 2022 12:00:00 GMT', 200],
  ])('is sent with If-Range: %s as %i', (ifRange, status) => {
    const headers = { range: 'bytes=0-1', 'if-range': ifRange }
    expect(withByteRange(fileOf(Buffer.from('content'), 3), asking(headers)).status).toBe(status)
  })

  it('closes a file of which nothing is sent', () => {
    let isClosed = false
    const body = {
      [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true }), return: async () => (isClosed = true) }),
    }
    const response = { status: 200, headers: [], length: 3, body } as unknown as HttpResponse
    expect(withByteRange(response, asking({ range: 'bytes=3-' })).status).toBe(416)
    expect(isClosed).toBe(true)
  })

  it('is for GET and for files alone', () => {
    expect(withByteRange(fileOf(Buffer.from('content'), 3), asking({ range: 'bytes=0-1' }, 'HEAD')).status).toBe(200)
    const text = { status: 200, headers: [], body: 'text' }
    expect(withByteRange(text, asking({ range: 'bytes=0-1' }))).toBe(text)
  })
})

describe('a download that broke off', () => {
  let instance: TestInstance
  const at = '/api/v4/projects/1/packages/generic/thing/1.0/file.bin'
  const get = (headers: Readonly<Record<string, string>>) => instance.ask('GET', at, { as: instance.root, headers })

  beforeAll(async () => {
    instance = await openTestInstance()
    await instance.ask('POST', '/api/v4/projects', { as: instance.root, json: { name: 'app' } })
    await instance.ask('PUT', at, { as: instance.root, bytes: Buffer.from('0123456789') })
  })
  afterAll(() => instance.close())

  it('goes on where it ended', async () => {
    const whole = await get({})
    expect(whole.headers.get('accept-ranges')).toBe('bytes')
    const rest = await get({ range: 'bytes=4-', 'if-range': whole.headers.get('etag') ?? '' })
    expect([rest.status, rest.text, rest.headers.get('content-range')]).toEqual([206, '456789', 'bytes 4-9/10'])
    const beyond = await get({ range: 'bytes=10-' })
    expect([beyond.status, beyond.text, beyond.headers.get('content-range')]).toEqual([416, '', 'bytes */10'])
  })
})
