import { makeLog, requestLine } from '@forgefold/server/operations'
import { describe, expect, it } from 'vitest'

const lines = (): {
  readonly destination: { write: (line: string) => void }
  readonly written: Array<Record<string, unknown>>
} => {
  const written: Array<Record<string, unknown>> = []
  return { written, destination: { write: (line) => written.push(JSON.parse(line) as Record<string, unknown>) } }
}

const served = {
  method: 'GET',
  pattern: '/api/v4/projects/:id',
  status: 200,
  milliseconds: 1.23456,
  requestId: 'r1',
  userId: 7,
  from: { remoteAddress: '10.0.0.1' },
}

describe('the log', () => {
  it('has a line of the known fields for each request', () => {
    const { destination, written } = lines()
    requestLine(makeLog('info', destination))(served)
    expect(written).toEqual([
      {
        level: 30,
        time: expect.any(String),
        method: 'GET',
        route: '/api/v4/projects/:id',
        status: 200,
        duration_ms: 1.235,
        request_id: 'r1',
        user_id: 7,
        remote_ip: '10.0.0.1',
        msg: 'request',
      },
    ])
  })

  it('is silent about requests above its level', () => {
    const { destination, written } = lines()
    requestLine(makeLog('warn', destination))(served)
    expect(written).toEqual([])
  })

  it('tells of a defect without what hangs on it', () => {
    const { destination, written } = lines()
    makeLog('error', destination).error({ err: Object.assign(new Error('broken'), { payload: 'secret' }) }, 'defect')
    expect(written).toMatchObject([{ msg: 'defect', err: { type: 'Error', message: 'broken' } }])
    expect(JSON.stringify(written)).not.toContain('secret')
  })
})
