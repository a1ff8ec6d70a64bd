import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Forge, RecencyCache, systemCaller } from '@forgefold/core/app'
import { createToken } from '@forgefold/core/domains/identity/personal-access-token'
import { createFirstAdministrator, registerUser } from '@forgefold/core/domains/identity/user'
import { type Instant, instantOf, millisecondsOf, readInstant } from '@forgefold/core/kernel'
import { DEFAULT_RELEASE } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import type { HttpHandler } from '../http/index.js'
import { asFetch, type Listening, listenNode } from '../transport/index.js'
import { type Actor, actorOf } from './actor.js'
import { controlOf, isControl } from './control.js'
import { type EventLog, eventLog } from './event-log.js'
import { Faults } from './faults.js'
import { RequestLog } from './request-log.js'
import { readSeed, writeSeed } from './seed/index.js'
import { emptyStoredForge, openStoredForge, type RunningForge, type Setting, type StoredForge } from './stored-forge.js'
import type { NewUser, Snapshot, StartOptions, TestClock, TestForge } from './test-forge.js'
import { noteUnimplemented, unimplementedIn } from './unimplemented-mode.js'

const DEFAULT_CLOCK = '2024-03-01T09:00:00Z'
const NO_SOCKET = 'http://forge.test'
const NO_CREDENTIALS = { password: undefined, token: undefined }
const LOOPBACK = '127.0.0.1'

const instantIn = (moment: string | Date): Instant => {
  const read = moment instanceof Date ? instantOf(moment.getTime()) : readInstant(moment)
  if (read === undefined) throw new Error(`no moment in ISO 8601: ${moment}`)
  return read
}

const granted = <A>(what: string, result: E.Either<unknown, A>): A => {
  if (E.isLeft(result)) throw new Error(`${what} was refused: ${JSON.stringify(result.left)}`)
  return result.right
}

/** One forge for tests: a running world that can be replaced by another while the socket stays. */
class StartedForge implements TestForge {
  readonly url: string
  readonly requests = new RequestLog()
  readonly faults: TestForge['faults']
  readonly events: EventLog
  readonly clock: TestClock
  readonly fetch: typeof fetch
  readonly #options: StartOptions
  readonly #setting: Setting
  readonly #folder: string
  readonly #arranged = new Faults()
  readonly #leaving = new Set<Promise<void>>()
  readonly #stale: Array<RunningForge> = []
  readonly #listening: Listening | undefined
  #tokens: Readonly<Record<string, string>> = {}
  #running: RunningForge
  #start: Snapshot | undefined
  #folders = 0
  #closed: Promise<void> | undefined

  constructor(made: Made) {
    const { url, options, setting, folder, running, listening } = made
    this.url = url
    this.#options = options
    this.#setting = setting
    this.#folder = folder
    this.#running = running
    this.#listening = listening
    this.#tokens = made.tokens
    this.events = eventLog(() => this.forge.events)
    this.faults = Object.assign(this.#arranged, { stale: (pattern: string) => this.#makeStale(pattern) })
    this.clock = {
      now: () => this.#running.clock.now(),
      advance: (milliseconds) => this.#move(millisecondsOf(this.#running.clock.now()) + milliseconds),
      moveTo: (moment) => this.#move(millisecondsOf(instantIn(moment))),
    }
    const ask = asFetch(this.handler)
    this.fetch = async (input, init) => {
      const request =
        input instanceof Request ? new Request(input, init) : new Request(new URL(String(input), url), init)
      const response = await ask(request)
      noteUnimplemented(unimplementedIn(response.headers), options.unimplemented ?? 'throw', true)
      return response
    }
  }

  /** What sockets and `fetch` ask. */
  readonly handler: HttpHandler = (request) =>
    this.#options.control === true && isControl(request) ? controlOf(this)(request) : this.#answer(request)

  readonly #answer: HttpHandler = this.requests.over(
    this.#arranged.over((request) => this.#running.forgefold.handler(request)),
  )

  get forge(): Forge {
    return this.#running.forgefold.forge
  }

  get tokens(): Readonly<Record<string, string>> {
    return this.#tokens
  }

  readonly as = (username: string): Actor => {
    const token = this.#tokens[username]
    if (token === undefined)
      throw new Error(`nobody here is called ${username}; there are ${Object.keys(this.#tokens).join(', ')}`)
    return actorOf(username, token, this.fetch)
  }

  readonly addUser: TestForge['addUser'] = async (username, more = {}) => {
    const { admin = false, password, name = username, email = `${username}@example.com` } = more
    const { forge } = this
    const profile = { username, name, email }
    const input = { profile, password, admin, confirmed: true }
    const user = granted(`the user ${username}`, await registerUser(forge, systemCaller(forge, 'test'), input))
    const wanted = { userId: user.id, name: 'test', scopes: ['api'] as const, expiresAt: null }
    const token = granted('a token', await createToken(forge, systemCaller(forge, 'test'), wanted))
    this.#tokens = { ...this.#tokens, [username]: token.secret }
    return this.as(username)
  }

  readonly snapshot = (): Snapshot => ({ world: this.#running.capture(this.#place()), tokens: this.#tokens })

  readonly restore = async ({ world, tokens }: Snapshot): Promise<void> => {
    this.#refuseClosed()
    const next = await openStoredForge(world, this.#setting, this.#place())
    const last = this.#running
    this.#running = next
    this.#tokens = tokens
    this.#leave(last)
  }

  readonly reset = async (): Promise<void> => {
    if (this.#start === undefined) throw new Error('the forge is still being seeded')
    this.#arranged.clear()
    for (const old of this.#stale.splice(0)) this.#leave(old)
    await this.restore(this.#start)
    this.requests.clear()
  }

  readonly fork: TestForge['fork'] = async ({ port = false } = {}) => {
    this.#refuseClosed()
    const { world, tokens } = this.snapshot()
    return open({ ...this.#options, port }, world, tokens)
  }

  readonly close = (): Promise<void> => {
    this.#closed ??= this.#end()
    return this.#closed
  };

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  /** Makes what the options ask for; the administrator is there. */
  async settle(): Promise<void> {
    const { settings, seed } = this.#options
    if (settings !== undefined) await this.#set(settings)
    if (seed === undefined) return
    const target = {
      fetchAs: (username: string) => this.as(username).fetch,
      addUser: (username: string, more: NewUser) => this.addUser(username, more),
      moveTo: (moment: string) => this.clock.moveTo(moment),
    }
    await writeSeed(target, await readSeed(seed))
  }

  /** Makes the administrator where there is none; what is there then can begin other forges. */
  async settleFirst(): Promise<Snapshot> {
    const first = await createFirstAdministrator(this.forge, systemCaller(this.forge, 'test'), NO_CREDENTIALS)
    const made = granted('the administrator', first)
    if (made?.token !== undefined) this.#tokens = { root: made.token }
    return this.snapshot()
  }

  async #set(settings: NonNullable<StartOptions['settings']>): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify(settings)
    const response = await this.as('root').fetch('/api/v4/application/settings', { method: 'PUT', headers, body })
    if (!response.ok) throw new Error(`the settings were refused: ${await response.text()}`)
  }

  /** What is there now is what `reset` comes back to; it is taken here where nobody has it yet. */
  begin(start = this.snapshot()): this {
    this.#start = start
    this.requests.clear()
    return this
  }

  #place(): string {
    this.#folders += 1
    return join(this.#folder, String(this.#folders))
  }

  #leave(world: RunningForge): void {
    const leaving = world.close().finally(() => this.#leaving.delete(leaving))
    this.#leaving.add(leaving)
  }

  async #makeStale(pattern: string): Promise<void> {
    const old = await openStoredForge(this.snapshot().world, this.#setting, this.#place())
    this.#stale.push(old)
    this.#arranged.answerFrom(pattern, old.forgefold.handler)
  }

  async #move(to: number): Promise<void> {
    const headers = { 'private-token': this.#tokens['root'] ?? '', 'content-type': 'application/json' }
    const body = JSON.stringify({ now: instantOf(to) })
    const ask = asFetch(this.#running.forgefold.handler)
    const response = await ask(new Request(new URL('/-/clock', this.url), { method: 'PUT', headers, body }))
    if (!response.ok) throw new Error(`the clock was not moved: ${await response.text()}`)
  }

  #refuseClosed(): void {
    if (this.#closed !== undefined) throw new Error('the forge is closed')
  }

  async #end(): Promise<void> {
    await this.#listening?.close(0)
    this.#leave(this.#running)
    for (const old of this.#stale.splice(0)) this.#leave(old)
    await Promise.all(this.#leaving)
    await rm(this.#folder, { recursive: true, force: true })
  }
}

interface Made {
  readonly url: string
  readonly options: StartOptions
  readonly setting: Setting
  readonly folder: string
  readonly running: RunningForge
  readonly listening: Listening | undefined
  readonly tokens: Readonly<Record<string, string>>
}

/** Listens before the forge is there, because its links name the port. */
const listen = async (port: number | false, answer: () => HttpHandler): Promise<Listening | undefined> =>
  port === false ? undefined : listenNode((request) => answer()(request), LOOPBACK, port)

const open = async (
  options: StartOptions,
  world: StoredForge,
  tokens: Readonly<Record<string, string>>,
): Promise<StartedForge> => {
  const {
    tier = 'ultimate',
    release = DEFAULT_RELEASE,
    randomness = 'forgefold',
    port = 0,
    unimplemented = 'throw',
  } = options
  let forge: StartedForge | undefined
  const overSocket: HttpHandler = async (request) => {
    if (forge === undefined) return { status: 503, headers: [], body: null }
    const response = await forge.handler(request)
    const endpoint =
      response.status === 501 ? response.headers.find(([name]) => /unimplemented$/i.test(name)) : undefined
    noteUnimplemented(endpoint?.[1], unimplemented, false)
    return response
  }
  const listening = await listen(port, () => overSocket)
  const url = listening === undefined ? NO_SOCKET : `http://${LOOPBACK}:${listening.port}`
  const folder = await mkdtemp(join(tmpdir(), 'forgefold-test-'))
  const setting: Setting = {
    instance: { externalUrl: url, tier, release, publicRegistries: {} },
    randomness,
    onDefect: (error, where) => process.emitWarning(error instanceof Error ? error : String(error), { detail: where }),
  }
  const running = await openStoredForge(world, setting, join(folder, '0'))
  forge = new StartedForge({ url, options, setting, folder, running, listening, tokens })
  return forge
}

const MOST_BEGINNINGS = 8

/** How forges begin before anything is asked of them: the same for the same options, so that a process makes each once. */
const beginnings = new RecencyCache<string, Snapshot>(MOST_BEGINNINGS)

const beginningOf = ({ tier, release, randomness, clock }: StartOptions): string =>
  JSON.stringify([tier, release, randomness, instantIn(clock ?? DEFAULT_CLOCK)])

/** Starts a forge for tests, with the administrator `root`. Throws where an option has no meaning or the seed is refused. */
export const startForge = async (options: StartOptions = {}): Promise<TestForge> => {
  const name = beginningOf(options)
  const known = beginnings.get(name)
  const empty = emptyStoredForge(instantIn(options.clock ?? DEFAULT_CLOCK))
  const started = await open(options, known?.world ?? empty, known?.tokens ?? {})
  try {
    const beginning = known ?? (await started.settleFirst())
    beginnings.set(name, beginning)
    const isBare = options.settings === undefined && options.seed === undefined
    if (!isBare) await started.settle()
    return started.begin(isBare ? beginning : undefined)
  } catch (error) {
    await started.close()
    throw error
  }
}
