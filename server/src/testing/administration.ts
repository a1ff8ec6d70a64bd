import { isDate } from 'node:util/types'
import { type Forge, systemCaller } from '@forgefold/core/app'
import { createToken } from '@forgefold/core/domains/identity/personal-access-token'
import { createFirstAdministrator, registerUser, userByName } from '@forgefold/core/domains/identity/user'
import {
  FIRST_INSTANT,
  type Instant,
  instantOf,
  LAST_INSTANT,
  millisecondsOf,
  readInstant,
} from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { checkOptions, shown } from '../embedding/known-names.js'
import type { asFetch } from '../transport/index.js'
import type { Actor } from './actor.js'
import type { NewUser, StartOptions, TestClock } from './test-forge.js'

/** A moment as a test gives it. Throws a sentence that begins with the name of what was given if it is invalid. */
export const instantIn = (name: string, moment: string | Date): Instant => {
  const text = isDate(moment) && !Number.isNaN(moment.getTime()) ? moment.toISOString() : moment
  const read = typeof text === 'string' ? readInstant(text) : undefined
  if (read === undefined)
    throw new RangeError(`${name} is ${shown(moment)}; it is a moment in ISO 8601 such as 2024-03-01T09:00:00Z`)
  return read
}

/** The reason of a rejection, as text if it has one. */
const reasonOf = (refusal: unknown): string => {
  const { message, fields } = (refusal ?? {}) as { readonly message?: unknown; readonly fields?: object }
  if (fields !== undefined)
    return Object.entries(fields)
      .map(([field, texts]) => `${field} ${texts}`)
      .join('; ')
  return typeof message === 'string' ? message : JSON.stringify(refusal)
}

/** Unwraps a result that a newly started forge cannot refuse. */
const granted = <A>(what: string, result: E.Either<unknown, A>): A => {
  if (E.isLeft(result)) throw new Error(`${what} was refused: ${reasonOf(result.left)}`)
  return result.right
}

const NO_CREDENTIALS = { password: undefined, token: undefined }

/** Creates the first administrator and gives the token; undefined if there is one already. */
export const addRoot = async (forge: Forge): Promise<string | undefined> => {
  const first = await createFirstAdministrator(forge, systemCaller(forge, 'test'), NO_CREDENTIALS)
  return granted('the administrator', first)?.token
}

const OF_USERS: Readonly<Record<keyof NewUser, 'string' | 'boolean'>> = {
  name: 'string',
  email: 'string',
  admin: 'boolean',
  password: 'string',
}

const checkNewUser = (username: unknown, more: NewUser): void => {
  if (typeof username !== 'string') throw new TypeError('addUser takes the name of a user')
  checkOptions('what addUser is given', more, OF_USERS, 'option of a user:')
  for (const [name, kind] of Object.entries(OF_USERS)) {
    const value: unknown = more[name as keyof NewUser]
    if (value !== undefined && typeof value !== kind) throw new TypeError(`${name} has to be a ${kind}`)
  }
}

/** Creates a user and gives a token for the whole API. Throws if either is refused, `TypeError` where an option is none. */
export const addUserWithToken = async (forge: Forge, username: string, more: NewUser): Promise<string> => {
  checkNewUser(username, more)
  const { admin = false, password, name = username, email = `${username}@example.com` } = more
  // The default address contains the name: of both, the name is what was given twice.
  if (userByName(forge, username) !== undefined)
    throw new Error(`the user ${username} was refused: Username has already been taken`)
  const profile = { username, name, email }
  const input = { profile, password, admin, confirmed: true }
  const user = granted(`the user ${username}`, await registerUser(forge, systemCaller(forge, 'test'), input))
  const wanted = { userId: user.id, name: 'test', scopes: ['api'] as const, expiresAt: null }
  const token = granted('a token', await createToken(forge, systemCaller(forge, 'test'), wanted))
  return token.secret
}

/** Changes the settings over the API, as an administrator. Throws if they are refused. */
export const putSettings = async (root: Actor, settings: NonNullable<StartOptions['settings']>): Promise<void> => {
  const body = JSON.stringify(settings)
  if (body === '{}') return
  const headers = { 'content-type': 'application/json' }
  const response = await root.fetch('/api/v4/application/settings', { method: 'PUT', headers, body })
  if (!response.ok) throw new Error(`the settings were refused: ${await response.text()}`)
}

/** Moves the clock over the API, with an administrator's token; `to` is in milliseconds since 1970. Throws if it is refused. */
export const moveClock = async (
  ask: ReturnType<typeof asFetch>,
  url: string,
  token: string,
  to: number,
): Promise<void> => {
  const headers = { 'private-token': token, 'content-type': 'application/json' }
  const body = JSON.stringify({ now: instantOf(to) })
  const response = await ask(new Request(new URL('/-/clock', url), { method: 'PUT', headers, body }))
  if (!response.ok) throw new Error(`the clock was not moved: ${await response.text()}`)
}

/** The clock that tests use, built on functions that read it and set it in milliseconds. */
export const testClock = (now: () => Instant, move: (to: number) => Promise<void>): TestClock => ({
  now,
  advance: async (milliseconds) => {
    if (!Number.isFinite(milliseconds)) throw new RangeError(`${shown(milliseconds)} is no number of milliseconds`)
    const to = millisecondsOf(now()) + milliseconds
    if (!(to >= millisecondsOf(FIRST_INSTANT) && to <= millisecondsOf(LAST_INSTANT)))
      throw new RangeError(`${milliseconds} milliseconds from ${now()} is in none of the years 0 to 9999`)
    await move(to)
  },
  moveTo: async (moment) => {
    const to = instantIn('the moment', moment)
    await move(millisecondsOf(to))
  },
})
