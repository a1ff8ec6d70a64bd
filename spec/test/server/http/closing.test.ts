import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ok, route } from '@forgefold/server/http'
import { openTestInstance } from '@forgefold/spec/instance'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { smallApplication } from './small-application.js'

describe('a request that is cut off because the server stops', () => {
  it('is answered 503 and is no defect, whatever fails; one that fails before is a defect', async () => {
    let isClosed = false
    const fail = async () => {
      if (Date.now() > 0) throw new TypeError('The database connection is not open')
      return ok({})
    }
    const { ask, defects } = smallApplication({
      routes: [
        route({
          method: 'GET',
          path: '/failing',
          area: 'x',
          summary: 'x',
          caller: 'anyone',
          params: {},
          success: { status: 200, description: 'x' },
          handler: fail,
        }),
      ],
      more: { isClosed: () => isClosed },
    })
    expect([(await ask('/api/v4/failing')).status, defects.length]).toEqual([500, 1])
    isClosed = true
    const cut = await ask('/api/v4/failing')
    expect([cut.status, defects.length]).toEqual([503, 1])
    expect(cut.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await cut.json()).toEqual({ message: '503 Service Unavailable - the server is shutting down' })
  })
})

const READS = ['/projects', '/projects/1', '/user', '/users', '/issues', '/projects/1/repository/tree', '/todos']
const PLACES = ['in memory', 'in a folder'] as const

describe.each(PLACES)('with its history %s, what is asked of a server that has stopped', (place) => {
  let data: string
  beforeEach(async () => {
    data = await mkdtemp(join(tmpdir(), 'forgefold-closing-'))
  })
  afterEach(() => rm(data, { recursive: true, force: true }))

  it('is never answered as if the server had a defect', async () => {
    const instance = await openTestInstance(place === 'in memory' ? {} : { more: { data } })
    const as = instance.root
    expect((await instance.ask('POST', '/api/v4/projects', { as, json: { name: 'p' } })).status).toBe(201)
    await instance.close()
    const answers = [
      ...(await Promise.all(READS.map((path) => instance.ask('GET', `/api/v4${path}`, { as })))),
      await instance.ask('POST', '/api/v4/projects', { as, json: { name: 'q' } }),
      await instance.ask('POST', '/api/v4/projects/1/issues', { as, json: { title: 't' } }),
      await instance.ask('PUT', '/api/v4/application/settings', { as, json: { signup_enabled: true } }),
      await instance.ask('GET', '/root/p'),
      await instance.ask('GET', '/root/p.git/info/refs', { query: 'service=git-upload-pack' }),
    ]
    for (const { status, text } of answers) expect(status, text).not.toBe(500)
    expect(answers.map(({ status }) => status)).toContain(503)
  })
})
