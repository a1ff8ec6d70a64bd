import { EventEmitter } from 'node:events'
import { makeLog, makeRequestLog } from '@forgefold/server/operations'
import { expect, it } from 'vitest'

const served = {
  method: 'GET',
  pattern: '/api/v4/projects/:id',
  status: 200,
  milliseconds: 1,
  requestId: 'r1',
  userId: 7,
  from: { remoteAddress: '10.0.0.1' },
}

/** A destination that takes so many lines until it is drained. */
class Slow extends EventEmitter {
  readonly written: Array<string> = []
  room: number
  #waiting: Array<string> = []

  constructor(room: number) {
    super()
    this.room = room
  }

  write(line: string): boolean {
    if (this.#waiting.length < this.room) this.#waiting.push(line)
    else this.emit('drop', line)
    return true
  }

  flushSync(): void {
    this.written.push(...this.#waiting.splice(0))
    this.emit('drain')
  }
}

const logged = () => {
  const lines: Array<Record<string, unknown>> = []
  const write = (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>)
  return { lines, destination: { write } }
}

it('is whole once it was flushed', () => {
  const destination = new Slow(10)
  const requests = makeRequestLog(makeLog('info', logged().destination), () => destination)
  for (let n = 0; n < 10; n++) requests.onServed({ ...served, requestId: `r${n}` })
  expect(destination.written).toEqual([])
  requests.flush()
  const ids = destination.written.map((line) => (JSON.parse(line) as { readonly request_id: string }).request_id)
  expect(ids).toEqual(Array.from({ length: 10 }, (_, n) => `r${n}`))
})

it('tells once how many lines a slow reader has lost', () => {
  const { lines, destination } = logged()
  const slow = new Slow(2)
  const requests = makeRequestLog(makeLog('info', destination), () => slow)
  for (let n = 0; n < 5; n++) requests.onServed(served)
  requests.flush()
  requests.flush()
  expect(slow.written).toHaveLength(2)
  expect(lines).toMatchObject([{ dropped: 3, msg: expect.stringContaining('dropped') }])
})

it('opens nothing where requests are not logged', () => {
  const requests = makeRequestLog(makeLog('warn', logged().destination), () => {
    throw new Error('it was opened')
  })
  requests.onServed(served)
  requests.flush()
})
