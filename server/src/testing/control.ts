import { checkObject } from '../embedding/known-names.js'
import type { HttpHandler, HttpRequest, HttpResponse } from '../http/index.js'
import { BodyTooLarge } from '../http/message.js'
import { ACTIONS, type Asked } from './control-actions.js'
import { KeptForks } from './control-forks.js'
import { KeptSnapshots } from './control-snapshots.js'
import { UnmetExpectation } from './event-log.js'
import type { TestForge } from './test-forge.js'

const BASE = '/-/testing/'
const MAX_BYTES = 1024 * 1024

const json = (status: number, body: unknown): HttpResponse => ({
  status,
  headers: [
    ['Content-Type', 'application/json'],
    ['Cache-Control', 'no-store'],
  ],
  body: JSON.stringify(body),
})

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`the body is not JSON: ${(error as Error).message}`)
  }
}

/** The members of the query, and those of the body. */
const askedIn = async ({ query, body }: HttpRequest): Promise<Asked> => {
  const text = Buffer.from(await body.bytes(MAX_BYTES)).toString('utf8')
  const asked: unknown = text === '' ? {} : parsed(text)
  checkObject('the body', asked)
  return { ...Object.fromEntries(new URLSearchParams(query)), ...(asked as Asked) }
}

/** Whether a request is for the control API of tests rather than for the forge. */
export const isControl = ({ path }: HttpRequest): boolean => path.startsWith(BASE)

/**
 * `/-/testing/*`: reset, snapshots, forks, events, faults, clock, users and the log of requests, for tests in other languages. Every client that
 * reaches the port may use them.
 */
export class Control {
  readonly #controlled: { readonly forge: TestForge; readonly snapshots: KeptSnapshots; readonly forks: KeptForks }

  constructor(forge: TestForge) {
    this.#controlled = { forge, snapshots: new KeptSnapshots(), forks: new KeptForks() }
  }

  readonly answer: HttpHandler = async (request) => {
    const does = ACTIONS[`${request.method} ${request.path.slice(BASE.length)}`]
    if (does === undefined) return json(404, { error: `there are ${Object.keys(ACTIONS).join(', ')} below ${BASE}` })
    try {
      return json(200, (await does(this.#controlled, await askedIn(request))) ?? {})
    } catch (error) {
      if (error instanceof BodyTooLarge) return json(413, { error: `the body is larger than ${MAX_BYTES} bytes` })
      if (error instanceof UnmetExpectation) return json(409, { error: error.message })
      return json(400, { error: error instanceof Error ? error.message : String(error) })
    }
  }

  /** Closes the forks that were made here. */
  close(): Promise<void> {
    return this.#controlled.forks.closeAll()
  }
}
