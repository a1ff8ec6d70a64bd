import assert from 'node:assert/strict'
import { validateHeaderValue } from 'node:http'
import { type MovableClock, makeMovableClock } from '@forgefold/adapters/clock'
import { makePasswordHasher } from '@forgefold/adapters/crypto'
import type { Scope } from '@forgefold/core/access'
import {
  type Caller,
  type CommandContext,
  type Forge,
  type Instance,
  systemCaller,
  type Tier,
} from '@forgefold/core/app'
import { createToken } from '@forgefold/core/domains/identity/personal-access-token'
import { createFirstAdministrator, registerUser } from '@forgefold/core/domains/identity/user'
import type { Instant } from '@forgefold/core/kernel'
import { createForgefold, type Forgefold, type ForgefoldOptions } from '@forgefold/server'
import * as E from 'fp-ts/lib/Either.js'
import { declaredAnswers, largeIds } from '../conformance/answers.js'
import { heardParameters } from '../parameters/heard.js'
import { answersFolder, recorder } from '../same-answers/recorder.js'
import { openChosenStore } from './chosen-store.js'
import { sharedIds } from './shared-ids.js'

/** What a request of a test says. */
export interface Asked {
  /** The secret of a token, sent as PRIVATE-TOKEN; undefined asks as the anonymous. */
  readonly as?: string | undefined
  readonly json?: unknown
  readonly form?: string
  /** Sent as they are. */
  readonly bytes?: Uint8Array
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly from?: string
}

/** What came back. */
export interface Answered {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
  /** The body as JSON; undefined where it is none. */
  readonly json: unknown
}

/** A whole instance in memory, asked without a socket. */
export interface TestInstance {
  readonly forgefold: Forgefold
  readonly forge: Forge
  readonly clock: MovableClock
  /** The first administrator's token. */
  readonly root: string
  /** The instance itself as the caller of a use case; each call is a new command. */
  readonly caller: () => Caller
  readonly context: () => CommandContext
  readonly ask: (method: string, path: string, asked?: Asked) => Promise<Answered>
  /** A new user, with a token of the given scopes. */
  readonly person: (
    username: string,
    scopes?: ReadonlyArray<Scope>,
  ) => Promise<{ readonly id: number; readonly token: string }>
  readonly close: () => Promise<void>
}

export interface TestInstanceOptions {
  readonly tier?: Tier
  readonly release?: string
  readonly startsAt?: string
  readonly publicRegistries?: NonNullable<Instance['publicRegistries']>
  readonly more?: Partial<ForgefoldOptions>
}

/** Password hashes are slow on purpose; what tests ask of an instance does not depend on how slow. */
const CHEAPEST_HASH = { logN: 1, r: 1, p: 1 }

const ROOT_TOKEN = 'root-token-of-a-test'

const granted = <A>(result: E.Either<unknown, A>): A => {
  if (E.isLeft(result)) assert.fail(`refused: ${JSON.stringify(result.left)}`)
  return result.right
}

/** The body of a request and its content type. */
export const bodyOf = ({
  json,
  form,
  bytes,
}: Asked): { readonly type: string | undefined; readonly bytes: Uint8Array } => {
  if (json !== undefined)
    return { type: 'application/json', bytes: Buffer.from(typeof json === 'string' ? json : JSON.stringify(json)) }
  if (bytes !== undefined) return { type: undefined, bytes }
  return { type: form === undefined ? undefined : 'application/x-www-form-urlencoded', bytes: Buffer.from(form ?? '') }
}

const textOf = async (body: string | Uint8Array | AsyncIterable<Uint8Array> | null): Promise<string> => {
  if (body === null) return ''
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return Buffer.from(body).toString('utf8')
  const chunks: Array<Uint8Array> = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** A text as JSON; undefined where it is none. */
export const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sends requests to an instance without a socket. */
export const senderOf =
  ({ handler }: Pick<Forgefold, 'handler'>) =>
  async (method: string, path: string, asked: Asked = {}): Promise<Answered> => {
    const { type, bytes } = bodyOf(asked)
    const headers = new Map<string, string>([['host', 'forge.test']])
    let gone: AbortController | undefined
    if (type !== undefined) headers.set('content-type', type)
    if (asked.as !== undefined) headers.set('private-token', asked.as)
    for (const [name, value] of Object.entries(asked.headers ?? {})) headers.set(name.toLowerCase(), value)
    const response = await handler({
      method,
      path,
      query: asked.query ?? '',
      headers,
      remoteAddress: asked.from ?? '127.0.0.1',
      body: {
        bytes: async () => bytes,
        stream: async function* () {
          yield bytes
        },
      },
      // Hardly any request is asked for its signal, and Node takes longer to make one than to find a route.
      get signal() {
        gone ??= new AbortController()
        return gone.signal
      },
    })
    const text = await textOf(response.body)
    for (const [name, value] of response.headers) validateHeaderValue(name, value)
    const answered = new Map(response.headers.map(([name, value]) => [name.toLowerCase(), value]))
    return { status: response.status, headers: answered, text, json: jsonIn(text) }
  }

/** Asks an instance without a socket, and compares each answer with the one that is declared. */
export const askerOf = (forgefold: Forgefold): ReturnType<typeof senderOf> => {
  const send = senderOf(forgefold)
  return async (method, path, asked) => {
    const answer = await send(method, path, asked)
    const given = { ...answer, type: answer.headers.get('content-type') }
    const findings = declaredAnswers(forgefold.forge.instance).findings(method, path, given)
    if (findings.length > 0) assert.fail(`${method} ${path} answers what it does not declare:\n${findings.join('\n')}`)
    return answer
  }
}

/** An instance as the server composes it; where answers or parameters are kept, those of this one are. */
export const openForgefold = async (options: ForgefoldOptions): Promise<Forgefold> => {
  const forgefold = await createForgefold(options)
  if (answersFolder() !== undefined) return { ...forgefold, handler: recorder.listen(forgefold.handler) }
  if (heardParameters === undefined) return forgefold
  return { ...forgefold, handler: heardParameters.listen(forgefold.handler) }
}

/** Opens an instance (in memory unless the environment chooses a store) whose clock stands still until it is moved. */
export const openTestInstance = async (options: TestInstanceOptions = {}): Promise<TestInstance> => {
  const {
    tier = 'ultimate',
    release = '15.3',
    startsAt = '2022-08-22T12:00:00.000Z',
    publicRegistries = {},
    more = {},
  } = options
  const clock = makeMovableClock(startsAt as Instant)
  // A test that says where its history is means it.
  const store = more.data === undefined && more.eventStore === undefined ? await openChosenStore() : undefined
  const forgefold = await openForgefold({
    instance: { externalUrl: 'http://forge.test', tier, release, publicRegistries },
    clock,
    onDefect: (error) => {
      throw error
    },
    ...store?.options,
    ...more,
    ports: { passwords: makePasswordHasher(CHEAPEST_HASH), ...more.ports },
  })
  const { forge } = forgefold
  const caller = (): Caller => systemCaller(forge, 'test')
  granted(await createFirstAdministrator(forge, caller(), { password: 'correct horse', token: ROOT_TOKEN }))
  const person: TestInstance['person'] = async (username, scopes = ['api']) => {
    const profile = { username, name: username, email: `${username}@example.com` }
    const user = granted(await registerUser(forge, caller(), { profile, password: undefined, confirmed: true }))
    const made = await createToken(forge, caller(), { userId: user.id, name: 't', scopes, expiresAt: null })
    return { id: user.id, token: granted(made).secret }
  }
  const close = async (): Promise<void> => {
    // Of stores that answer at once: whatever a test has done, each of its events has an id of its own.
    const shared = store?.options.data === undefined && more.ports === undefined ? await sharedIds(forge.events) : []
    await forgefold.close()
    await store?.close()
    if (shared.length > 0) assert.fail(`events share their ids:\n${shared.join('\n')}`)
  }
  const context = (): CommandContext => caller().context
  const asker = askerOf(forgefold)
  const ask: TestInstance['ask'] = async (method, path, asked) => {
    const answer = await asker(method, path, asked)
    const great = largeIds(answer.json)
    if (great.length > 0)
      assert.fail(`${method} ${path} answers ids that do not fit into 32 bits:\n${great.join('\n')}`)
    return answer
  }
  return { forgefold, forge, clock, root: ROOT_TOKEN, caller, context, ask, person, close }
}
