import { checkObject, checkOptions } from '../embedding/known-names.js'
import type { HttpHandler, HttpRequest, HttpResponse } from '../http/index.js'
import { BodyTooLarge } from '../http/message.js'
import type { ArrangedFault } from './fault.js'
import { arrange } from './faults.js'
import type { TestForge } from './test-forge.js'

const BASE = '/-/testing/'
const MAX_BYTES = 1024 * 1024

type Asked = Readonly<Record<string, unknown>>
type Does = (forge: TestForge, asked: Asked) => unknown

const json = (status: number, body: unknown): HttpResponse => ({
  status,
  headers: [
    ['Content-Type', 'application/json'],
    ['Cache-Control', 'no-store'],
  ],
  body: JSON.stringify(body),
})

const textIn = (asked: Asked, name: string): string => {
  const value = asked[name]
  if (value === undefined) throw new Error(`${name} is missing`)
  if (typeof value !== 'string') throw new Error(`${name} has to be a string`)
  return value
}

const numberIn = (asked: Asked, name: string): number | undefined => {
  const value = asked[name]
  if (value !== undefined && typeof value !== 'number') throw new Error(`${name} has to be a number`)
  return value
}

const fail: Does = async ({ faults }, asked) => {
  const { stale, ...more } = asked
  const pattern = textIn(asked, 'pattern')
  if (stale === undefined) return arrange(faults, { ...more, pattern } satisfies ArrangedFault)
  if (stale !== true || Object.keys(more).length > 1) throw new Error('stale is true, and alone with its pattern')
  return faults.stale(pattern)
}

const move: Does = ({ clock }, asked) => {
  checkOptions('the body', asked, { now: true, advance: true }, 'member')
  if (Object.keys(asked).length > 1) throw new Error('now and advance are two ways to move the clock: take one')
  if (Object.keys(asked).length === 0) throw new Error('now is missing, or advance')
  const by = numberIn(asked, 'advance')
  return by === undefined ? clock.moveTo(textIn(asked, 'now')) : clock.advance(by * 1000)
}

const ACTIONS: Readonly<Record<string, Does>> = {
  'GET tokens': ({ tokens }) => tokens,
  'POST users': async (forge, { username, ...more }) => {
    const made = await forge.addUser(textIn({ username }, 'username'), more)
    return { username: made.username, token: made.token }
  },
  'POST reset': (forge) => forge.reset(),
  'POST settled': (forge) => forge.settled(),
  'GET clock': ({ clock }) => ({ now: clock.now() }),
  'PUT clock': move,
  'GET requests': ({ requests }) => requests.all,
  'DELETE requests': ({ requests }) => requests.clear(),
  'POST faults': fail,
  'DELETE faults': ({ faults }) => faults.clear(),
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`the body is not JSON: ${(error as Error).message}`)
  }
}

const askedIn = async (request: HttpRequest): Promise<Asked> => {
  const text = Buffer.from(await request.body.bytes(MAX_BYTES)).toString('utf8')
  const asked: unknown = text === '' ? {} : parsed(text)
  checkObject('the body', asked)
  return asked as Asked
}

/** Whether a request is for the control API of tests rather than for the forge. */
export const isControl = ({ path }: HttpRequest): boolean => path.startsWith(BASE)

/** `/-/testing/*`: reset, faults, clock, users and the log of requests, for tests in other languages. Every client that reaches the port may use them. */
export const controlOf =
  (forge: TestForge): HttpHandler =>
  async (request) => {
    const does = ACTIONS[`${request.method} ${request.path.slice(BASE.length)}`]
    if (does === undefined) return json(404, { error: `there are ${Object.keys(ACTIONS).join(', ')} below ${BASE}` })
    try {
      return json(200, (await does(forge, await askedIn(request))) ?? {})
    } catch (error) {
      if (error instanceof BodyTooLarge) return json(413, { error: `the body is larger than ${MAX_BYTES} bytes` })
      return json(400, { error: error instanceof Error ? error.message : String(error) })
    }
  }
