import { validateHeaderName, validateHeaderValue } from 'node:http'
import { isUint8Array } from 'node:util/types'
import { shown } from '../embedding/known-names.js'
import { isBodiless } from '../transport/statuses.js'

/** A failure of a request. */
export interface Fault {
  /** The status of the answer, which replaces the forge's; the forge is not asked. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** A string or bytes are sent as they are, anything else as JSON; default: the forge's usual body for that status. */
  readonly body?: unknown
  /** Milliseconds to wait first. */
  readonly latency?: number
  /** Cuts the connection: before the request is processed, or after it, so that the client cannot know. */
  readonly drop?: 'before' | 'after'
}

/** A fault that is set from the start: for the next request, the next `times`, the `nth`, or always. */
export interface ArrangedFault extends Fault {
  /** Such as `POST /projects/:id/merge_requests`. */
  readonly pattern: string
  readonly times?: number
  readonly nth?: number
  readonly always?: boolean
}

const FAULT: Readonly<Record<keyof Fault, true>> = {
  status: true,
  headers: true,
  body: true,
  latency: true,
  drop: true,
}

const ARRANGED: Readonly<Record<keyof ArrangedFault, true>> = {
  pattern: true,
  ...FAULT,
  times: true,
  nth: true,
  always: true,
}

/** The longest delay of a Node timer. */
const MAX_DELAY_MS = 2_147_483_647

const checkNames = (given: unknown, known: Readonly<Record<string, true>>): void => {
  if (typeof given !== 'object' || given === null) throw new RangeError('a fault has to be an object')
  for (const name of Object.keys(given))
    if (!Object.hasOwn(known, name))
      throw new RangeError(`there is no ${shown(name)} of a fault; there are ${Object.keys(known).join(', ')}`)
}

const checkWhole = (name: string, value: unknown, least: number, most: number): void => {
  if (value !== undefined && !(Number.isInteger(value) && Number(value) >= least && Number(value) <= most))
    throw new RangeError(`${name} is ${shown(value)}; it is a whole number from ${least} to ${most}`)
}

const checkHeaders = (headers: unknown): void => {
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers))
    throw new RangeError('headers have to be texts by their names')
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string') throw new RangeError(`the header ${name} has to be a text`)
    validateHeaderName(name)
    validateHeaderValue(name, value)
  }
}

const checkBody = (status: number, body: unknown): void => {
  if (isBodiless(status)) throw new RangeError(`an answer ${status} has no body`)
  if (isUint8Array(body)) return
  try {
    if (JSON.stringify(body) !== undefined) return
  } catch {
    // A circle, or a number that JSON does not have.
  }
  throw new RangeError('body has to be a text, bytes, or what JSON can hold')
}

/** Throws a message that lists the valid values if a fault would have no effect. */
export const checkFault = (fault: Fault): void => {
  checkNames(fault, FAULT)
  const { status, headers, body, latency, drop } = fault
  checkWhole('status', status, 200, 599)
  checkWhole('latency', latency, 0, MAX_DELAY_MS)
  if (drop !== undefined && drop !== 'before' && drop !== 'after')
    throw new RangeError(`drop is ${shown(drop)}; it is before or after`)
  if (headers !== undefined) checkHeaders(headers)
  if (status === undefined && (headers !== undefined || body !== undefined))
    throw new RangeError('headers and body are those of an answer, which needs a status')
  if (status !== undefined && body !== undefined) checkBody(status, body)
  if (status === undefined && latency === undefined && drop === undefined)
    throw new RangeError('a fault needs a status, a latency or a drop')
}

/** When a fault happens: `times`, `nth` or `always`, at most one of them. Throws a message otherwise. */
export const checkArranged = (arranged: ArrangedFault): void => {
  checkNames(arranged, ARRANGED)
  const { pattern, times, nth, always } = arranged
  if (typeof pattern !== 'string') throw new RangeError('a fault needs a pattern such as GET /projects/:id')
  if (always !== undefined && typeof always !== 'boolean') throw new RangeError('always has to be true or false')
  if ([times, nth, always === true ? 1 : undefined].filter((one) => one !== undefined).length > 1)
    throw new RangeError('a fault happens some times, the nth time or always: one of them')
}

/** A count or an index, starting at 1. Throws a message otherwise. */
export const checkCount = (name: 'times' | 'nth', value: number): void =>
  checkWhole(name, value, 1, Number.MAX_SAFE_INTEGER)
