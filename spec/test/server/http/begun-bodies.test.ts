import type { Forge } from '@forgefold/core/app'
import { DeadlineExceeded } from '@forgefold/core/ports'
import { answer, route } from '@forgefold/server/http'
import { describe, expect, it } from 'vitest'
import { AT_X, smallApplication } from './small-application.js'

type More = NonNullable<Parameters<typeof smallApplication>[0]['more']>

/** An application that answers with these bytes, failing where one of them is an error, and what its body has told. */
const streaming = (parts: ReadonlyArray<string | Error>, more: More = {}) => {
  const told: Array<string> = []
  const body = async function* () {
    told.push('begun')
    try {
      for (const part of parts) {
        if (part instanceof Error) throw part
        yield Buffer.from(part)
      }
    } finally {
      told.push('over')
    }
  }
  const handler = () => answer({ status: 200, raw: { contentType: 'text/plain', body: body(), length: 2 } })
  const broken: Array<unknown> = []
  const application = smallApplication({
    routes: [route({ ...AT_X, handler })],
    more: { onResponseBodyError: (error) => broken.push(error), ...more },
  })
  return { ...application, told, broken }
}

describe('a body that is sent in parts', () => {
  it('begins before its head, so that what fails there is answered with a status of its own', async () => {
    const late = streaming([new DeadlineExceeded('git archive gave up')])
    const { status, headers } = await late.ask('/api/v4/x')
    expect([status, headers.get('retry-after'), late.defects, late.broken]).toEqual([503, '1', [], []])
    const defect = new Error('no such file')
    const failing = streaming([defect])
    expect((await failing.ask('/api/v4/x')).status).toBe(500)
    expect([failing.defects, failing.broken, failing.told]).toEqual([[defect], [], ['begun', 'over']])
  })

  it('breaks off where it fails later, and that is told', async () => {
    const defect = new Error('the disk is gone')
    const { ask, broken, defects, told } = streaming(['a', defect])
    const response = await ask('/api/v4/x')
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow()
    expect([broken, defects, told]).toEqual([[defect], [], ['begun', 'over']])
  })

  it.each<readonly [string, RequestInit]>([
    ['whole', {}],
    ['the part that is wanted', { headers: { range: 'bytes=1-' } }],
  ])('is sent %s, and ends its source', async (what, init) => {
    const { ask, told } = streaming(['a', 'b'], {})
    expect(await (await ask('/api/v4/x', init)).text()).toBe(what === 'whole' ? 'ab' : 'b')
    expect(told).toEqual(['begun', 'over'])
  })

  it('does not begin for HEAD', async () => {
    const { ask, told } = streaming(['a', 'b'])
    expect((await ask('/api/v4/x', { method: 'HEAD' })).headers.get('content-length')).toBe('2')
    expect(told).toEqual([])
  })

  it('ends its source where the client leaves before any of it is sent', async () => {
    const { handler, told } = streaming(['a', 'b'])
    const sent = await handler({
      ...{ method: 'GET', path: '/api/v4/x', query: '', headers: new Map(), remoteAddress: '127.0.0.1' },
      body: { bytes: async () => new Uint8Array(0), stream: async function* () {} },
      signal: new AbortController().signal,
    })
    await (sent.body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]().return?.()
    expect(told).toEqual(['begun', 'over'])
  })

  it.each<readonly [string, RequestInit]>([
    ['was sent', {}],
    ['has no part that is wanted', { headers: { range: 'bytes=7-' } }],
    ['is not wanted at all', { method: 'HEAD' }],
  ])('lets go of the past that it is read from where it %s', async (_, init) => {
    let held = 0
    const instance = { externalUrl: 'http://forge.example', tier: 'free', release: '15.3' } as const
    const forge = { instance, read: { position: () => undefined } as unknown } as Forge
    const open = async () => {
      held++
      return { forge, release: () => void held-- }
    }
    const { ask } = streaming(['a', 'b'], { asOfReads: { isAsOfRequest: () => true, open } })
    await (await ask('/api/v4/x', init)).text()
    expect(held).toBe(0)
  })
})
