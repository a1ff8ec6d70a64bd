import type { Forge } from '@forgefold/core/app'
import { shown } from '../embedding/known-names.js'
import type { HttpHandler } from '../http/index.js'
import { listenInProcess } from '../transport/fetch.js'
import { asFetch, type Listening } from '../transport/index.js'
import { type Actor, actorOf } from './actor.js'
import { addRoot, addUserWithToken, moveClock, testClock } from './administration.js'
import { Control, isControl } from './control.js'
import { type EventLog, eventLog, expectIn } from './event-log.js'
import type { FamilyFolder } from './family-folder.js'
import { arrange, Faults } from './faults.js'
import { RequestLog } from './request-log.js'
import { checkForkOptions, settleOptions } from './start-options.js'
import type { StartedParts } from './started-parts.js'
import { openStoredForge, type RunningForge, type Setting } from './stored-forge.js'
import type { Snapshot, StartOptions, TestClock, TestForge } from './test-forge.js'
import { strictFetch } from './unimplemented-mode.js'

const CLOSED = 'the forge is closed'

/** A forge for tests: a running instance that can be replaced by another while the socket stays open. */
export class StartedForge implements TestForge {
  readonly url: string
  readonly requests = new RequestLog(() => this.#running.forgefold.places())
  readonly faults: TestForge['faults']
  readonly events: EventLog = eventLog(() => this.#current().forgefold.forge.events)
  readonly clock: TestClock = testClock(
    () => this.#running.clock.now(),
    (to) => this.#move(to),
  )
  readonly fetch: typeof fetch
  readonly #options: StartOptions
  readonly #setting: Setting
  readonly #folder: FamilyFolder
  readonly #arranged = new Faults(() => this.#current().forgefold.places())
  readonly #leaving = new Set<Promise<void>>()
  readonly #stale: Array<RunningForge> = []
  readonly #listening: Listening | undefined
  readonly #inProcess = listenInProcess((request) => this.handler(request))
  readonly #open: StartedParts['open']
  readonly #control: Control | undefined
  #tokens: Readonly<Record<string, string>> = {}
  #running: RunningForge
  #start: Snapshot | undefined
  #closed: Promise<void> | undefined

  constructor(made: StartedParts) {
    const { url, options } = made
    this.url = url
    this.#options = options
    this.#setting = made.setting
    this.#folder = made.folder
    this.#running = made.running
    this.#listening = made.listening
    this.#open = made.open
    this.#tokens = made.tokens
    this.#control = options.control === true ? new Control(this) : undefined
    this.faults = Object.assign(this.#arranged, { stale: (pattern: string) => this.#makeStale(pattern) })
    const ask = (request: Request) => this.#refuseClosed() ?? this.#inProcess.ask(request)
    this.fetch = strictFetch(ask, url, options.unimplemented)
  }

  /** The handler behind the socket and `fetch`. */
  readonly handler: HttpHandler = (request) =>
    this.#control !== undefined && isControl(request) ? this.#control.answer(request) : this.#answer(request)

  /** A request is answered by the state in which it arrived, even if it is delayed beyond a reset. */
  readonly #answer: HttpHandler = this.requests.over((request) =>
    this.#arranged.over(this.#running.forgefold.handler)(request),
  )

  get forge(): Forge {
    return this.#running.forgefold.forge
  }

  get tokens(): Readonly<Record<string, string>> {
    return this.#tokens
  }

  readonly as = (username: string): Actor => {
    const token = new Map(Object.entries(this.#tokens)).get(username)
    if (token !== undefined) return actorOf(username, token, this.fetch)
    throw new Error(`no user is called ${shown(username)}; there are ${Object.keys(this.#tokens).join(', ')}`)
  }

  readonly addUser: TestForge['addUser'] = async (username, more = {}) => {
    this.#refuseClosed()
    this.#tokens = { ...this.#tokens, [username]: await addUserWithToken(this.forge, username, more) }
    return this.as(username)
  }

  readonly settled = async (): Promise<void> => this.#current().settled()

  readonly expectEvents: TestForge['expectEvents'] = async (type, times = 1, since = undefined) => {
    await this.settled()
    await expectIn(this.events, type, times, since)
  }

  readonly snapshot = (): Snapshot => {
    return { world: this.#current().capture(() => this.#folder.place()), tokens: this.#tokens }
  }

  readonly restore = async (snapshot: Snapshot): Promise<void> => {
    this.#refuseClosed()
    if (snapshot?.world?.history === undefined) throw new TypeError('no snapshot: restore takes what snapshot() gave')
    const next = await openStoredForge(snapshot.world, this.#setting, this.#folder.place())
    if (this.#closed !== undefined) await next.close()
    this.#refuseClosed()
    this.#leave(this.#running)
    this.#running = next
    this.#tokens = snapshot.tokens
  }

  readonly reset = async (): Promise<void> => {
    this.#refuseClosed()
    if (this.#start === undefined) throw new Error('the forge is still being seeded')
    this.#arranged.clear()
    for (const old of this.#stale.splice(0)) this.#leave(old)
    await this.restore(this.#start)
    this.#failFromTheStart()
    this.requests.clear()
  }

  readonly fork: TestForge['fork'] = async (options = {}) => {
    const { port = this.#listening === undefined ? false : 0 } = checkForkOptions(options)
    const { world, tokens } = this.snapshot()
    return this.#open({ ...this.#options, port }, world, tokens, this.#folder)
  }

  readonly close = (): Promise<void> => {
    this.#closed ??= this.#end()
    return this.#closed
  };

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  /** Applies the options; the administrator exists already. */
  async settle(): Promise<void> {
    const { as, settled, addUser } = this
    const keepToken = (name: string, token: string): void => {
      this.#tokens = { ...this.#tokens, [name]: token }
    }
    await settleOptions({ as, settled, addUser, keepToken, moveTo: this.clock.moveTo }, this.#options)
  }

  /** Creates the administrator if there is none; the resulting state can start other forges. */
  async settleFirst(): Promise<Snapshot> {
    const root = await addRoot(this.forge)
    if (root !== undefined) this.#tokens = { root }
    return this.snapshot()
  }

  /** The current state is the one that `reset` restores; it is captured here unless it is given. */
  begin(start = this.snapshot()): this {
    this.#start = start
    this.#failFromTheStart()
    this.requests.clear()
    return this
  }

  #failFromTheStart(): void {
    for (const fault of this.#options.faults ?? []) arrange(this.#arranged, fault)
  }

  #leave(world: RunningForge): void {
    const leaving = world.close().finally(() => this.#leaving.delete(leaving))
    this.#leaving.add(leaving)
  }

  async #makeStale(pattern: string): Promise<void> {
    const old = await openStoredForge(this.snapshot().world, this.#setting, this.#folder.place())
    this.#stale.push(old)
    this.#arranged.answerFrom(pattern, old.forgefold.handler)
  }

  async #move(to: number): Promise<void> {
    await moveClock(asFetch(this.#current().forgefold.handler), this.url, this.#tokens['root'] ?? '', to)
  }

  #current(): RunningForge {
    this.#refuseClosed()
    return this.#running
  }

  #refuseClosed(): undefined {
    if (this.#closed !== undefined) throw new Error(CLOSED)
  }

  async #end(): Promise<void> {
    await this.#control?.close()
    await this.#listening?.close(0)
    this.#inProcess.cut(new Error(CLOSED))
    this.#leave(this.#running)
    for (const old of this.#stale.splice(0)) this.#leave(old)
    await Promise.all(this.#leaving)
    await this.#folder.leave()
  }
}
