import { forbidden } from '@forgefold/core/kernel'
import { bodyLimitOf, DEFAULT_BODY_LIMIT, ok, route } from '@forgefold/server/http'
import { asFetch } from '@forgefold/server/transport'
import { apiRoutes } from '@forgefold/spec/api-routes'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as E from 'fp-ts/lib/Either.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN, smallApplication } from './small-application.js'

const MEBIBYTE = 1024 * 1024

describe('how much of a body is read', () => {
  let handled = 0
  const base = {
    method: 'POST',
    area: 'x',
    summary: 'x',
    caller: 'anyone',
    params: {},
    success: { status: 200 },
  } as const
  const { ask } = smallApplication({
    routes: [
      route({
        ...base,
        path: '/large',
        bodyLimit: 30 * MEBIBYTE,
        mayBeLarge: ({ principal }) =>
          principal.kind === 'user' && principal.admin ? E.right(undefined) : E.left(forbidden('not so much')),
        handler: () => {
          handled++
          return ok({})
        },
      }),
    ],
  })
  const counted = (size: number, read: { bytes: number }): ReadableStream<Uint8Array> =>
    ReadableStream.from(
      (async function* () {
        for (let sent = 0; sent < size; sent += 65_536) {
          read.bytes += 65_536
          yield new Uint8Array(65_536).fill(32)
        }
      })(),
    )
  const post = async (size: number, headers: Record<string, string>, declared: boolean) => {
    const read = { bytes: 0 }
    const length: Record<string, string> = declared ? { 'content-length': String(size) } : {}
    const init = { method: 'POST', body: counted(size, read), duplex: 'half' } as RequestInit
    const answer = await ask('/api/v4/large', {
      ...init,
      headers: { 'content-type': 'application/json', ...length, ...headers },
    })
    return { status: answer.status, read: read.bytes }
  }
  const DEVELOPER = { 'PRIVATE-TOKEN': 'glpat-aaaaaaaaaaaaaaaaaaaa' }

  it('a mebibyte of a stranger', async () => {
    expect((await post(MEBIBYTE, {}, true)).status).toBe(200)
    const declared = await post(2 * MEBIBYTE, {}, true)
    expect(declared.status).toBe(413)
    expect(declared.read).toBeLessThan(MEBIBYTE / 4)
    const chunked = await post(30 * MEBIBYTE, {}, false)
    expect(chunked.status).toBe(413)
    expect(chunked.read).toBeLessThan(2 * MEBIBYTE)
  })

  it('ten of somebody who may send no more, and the reason where the body says that it is larger', async () => {
    expect((await post(9 * MEBIBYTE, DEVELOPER, true)).status).toBe(200)
    const declared = await post(20 * MEBIBYTE, DEVELOPER, true)
    expect(declared.status).toBe(403)
    expect(declared.read).toBeLessThan(MEBIBYTE / 4)
    const chunked = await post(30 * MEBIBYTE, DEVELOPER, false)
    expect(chunked.status).toBe(413)
    expect(chunked.read).toBeLessThan(11 * MEBIBYTE)
  })

  it('all of somebody who may', async () => {
    const before = handled
    expect((await post(20 * MEBIBYTE, ADMIN, true)).status).toBe(200)
    expect((await post(20 * MEBIBYTE, ADMIN, false)).status).toBe(200)
    expect((await post(31 * MEBIBYTE, ADMIN, false)).status).toBe(413)
    expect(handled - before).toBe(2)
  })
})

describe('the table of routes', () => {
  it('asks for leave before each body beyond the usual size', () => {
    const unasked = apiRoutes
      .filter((one) => bodyLimitOf(one) > DEFAULT_BODY_LIMIT)
      .filter(({ mayBeLarge, before, streamsBody }) => (streamsBody === true ? before : mayBeLarge) === undefined)
    expect(unasked.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })

  it('asks for leave before each body that is streamed', () => {
    const unasked = apiRoutes.filter(({ streamsBody, before }) => streamsBody === true && before === undefined)
    expect(unasked.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })
})

describe('an instance', () => {
  let instance: TestInstance
  beforeAll(async () => {
    instance = await openTestInstance()
  })
  afterAll(() => instance.close())

  it('reads no large commit of those who may not write', async () => {
    const { root } = instance
    const json = { name: 'p', visibility: 'public', initialize_with_readme: true }
    await instance.ask('POST', '/api/v4/projects', { as: root, json })
    const ann = await instance.person('ann')
    const fetchIt = asFetch(instance.forgefold.handler)
    const commit = (as: string | undefined): Promise<Response> =>
      fetchIt(
        new Request('http://forge.test/api/v4/projects/1/repository/commits', {
          method: 'POST',
          body: Buffer.alloc(12 * MEBIBYTE, ' '),
          headers: {
            'content-type': 'application/json',
            'content-length': String(12 * MEBIBYTE),
            ...(as === undefined ? {} : { 'PRIVATE-TOKEN': as }),
          },
        }),
      )
    expect((await commit(undefined)).status).toBe(413)
    expect((await commit(ann.token)).status).toBe(403)
    expect((await commit(root)).status).toBe(400)
  })

  it('tells the limit of each operation that takes a body', async () => {
    const { json } = await instance.ask('GET', '/api/v4/openapi.json')
    const { paths } = json as { readonly paths: Record<string, Record<string, Record<string, unknown>>> }
    const untold = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(
          ([method, operation]) => /^(post|put|patch)$/.test(method) && operation['x-max-body-bytes'] === undefined,
        )
        .map(([method]) => `${method} ${path}`),
    )
    expect(untold).toEqual([])
    const files = Object.entries(paths).find(([path]) => path.endsWith('/repository/commits'))?.[1]
    expect(files?.['post']?.['x-max-body-bytes']).toBe(300 * MEBIBYTE)
  })
})
