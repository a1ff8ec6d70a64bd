import { isDate } from 'node:util/types'
import { type Forge, systemCaller } from '@forgefold/core/app'
import { createToken } from '@forgefold/core/domains/identity/personal-access-token'
import { createFirstAdministrator, registerUser } from '@forgefold/core/domains/identity/user'
import { type Instant, instantOf, millisecondsOf, readInstant } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import type { asFetch } from '../transport/index.js'
import type { Actor } from './actor.js'
import type { NewUser, StartOptions, TestClock } from './test-forge.js'

/** A moment as a test names it. Throws where it is none. */
export const instantIn = (moment: string | Date): Instant => {
  const text = isDate(moment) && !Number.isNaN(moment.getTime()) ? moment.toISOString() : moment
  const read = typeof text === 'string' ? readInstant(text) : undefined
  if (read === undefined) throw new Error(`no moment in ISO 8601: ${moment}`)
  return read
}

/** What a refusal says, in its words where it has some. */
const reasonOf = (refusal: unknown): string => {
  const { message } = (refusal ?? {}) as { readonly message?: unknown }
  return typeof message === 'string' ? message : JSON.stringify(refusal)
}

/** For what a forge that was just started cannot refuse. */
const granted = <A>(what: string, result: E.Either<unknown, A>): A => {
  if (E.isLeft(result)) throw new Error(`${what} was refused: ${reasonOf(result.left)}`)
  return result.right
}

const NO_CREDENTIALS = { password: undefined, token: undefined }

/** Makes the first administrator and tells the token; undefined where there is one already. */
export const addRoot = async (forge: Forge): Promise<string | undefined> => {
  const first = await createFirstAdministrator(forge, systemCaller(forge, 'test'), NO_CREDENTIALS)
  return granted('the administrator', first)?.token
}

/** Makes a user and a token for the whole API, and tells that. Throws where one is refused. */
export const addUserWithToken = async (forge: Forge, username: string, more: NewUser): Promise<string> => {
  const { admin = false, password, name = username, email = `${username}@example.com` } = more
  const profile = { username, name, email }
  const input = { profile, password, admin, confirmed: true }
  const user = granted(`the user ${username}`, await registerUser(forge, systemCaller(forge, 'test'), input))
  const wanted = { userId: user.id, name: 'test', scopes: ['api'] as const, expiresAt: null }
  const token = granted('a token', await createToken(forge, systemCaller(forge, 'test'), wanted))
  return token.secret
}

/** Changes the settings over the API, as an administrator. Throws where they are refused. */
export const putSettings = async (root: Actor, settings: NonNullable<StartOptions['settings']>): Promise<void> => {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(settings)
  const response = await root.fetch('/api/v4/application/settings', { method: 'PUT', headers, body })
  if (!response.ok) throw new Error(`the settings were refused: ${await response.text()}`)
}

/** Moves the clock over the API, with the token of an administrator; `to` in milliseconds since 1970. Throws where that is refused. */
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

/** The clock as tests have it, over what tells the time and moves it to a number of milliseconds since 1970. */
export const testClock = (now: () => Instant, move: (to: number) => Promise<void>): TestClock => ({
  now,
  advance: async (milliseconds) => {
    if (!Number.isFinite(milliseconds)) throw new RangeError(`${milliseconds} is no number of milliseconds`)
    await move(millisecondsOf(now()) + milliseconds)
  },
  moveTo: async (moment) => {
    const to = instantIn(moment)
    await move(millisecondsOf(to))
  },
})
