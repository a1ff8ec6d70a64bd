import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { shown } from '../../embedding/known-names.js'
import type { Actor } from '../actor.js'
import type { SeedToken } from './document.js'
import type { ReadSeed } from './read-seed.js'
import { type SeedPath, SeedRefused } from './seed-refused.js'
import type { SeedTarget } from './seed-target.js'

type Json = Readonly<Record<string, unknown>>

const MAX_PER_PAGE = 100
/** One attempt every ten milliseconds, for a minute. */
const ATTEMPTS = 6000

/** Performs the steps of a seed one after another over the API, as its users; a refusal is reported with its position. */
export class SeedWriter {
  readonly #target: SeedTarget
  readonly #seed: ReadSeed
  readonly #ids = new Map<string, number>()

  constructor(target: SeedTarget, seed: ReadSeed) {
    this.#target = target
    this.#seed = seed
  }

  refuse(path: SeedPath, reason: string): never {
    throw new SeedRefused(path, reason, this.#seed.placeOf(path))
  }

  async addUser(path: SeedPath, username: string, more: Json): Promise<void> {
    await this.#target.addUser(username, more).catch((error: unknown) => this.refuse(path, (error as Error).message))
  }

  /** Creates a personal access token and reports it. */
  async addToken(path: SeedPath, username: string, name: string, given: SeedToken): Promise<void> {
    const url = `/users/${await this.userId(path, username)}/personal_access_tokens`
    const made = await this.send(path, 'root', 'POST', url, { name, scopes: ['api'], ...given })
    this.#target.keepToken?.(`${username}/${name}`, String(made['token']))
  }

  async moveTo(path: SeedPath, moment: string | undefined): Promise<void> {
    if (moment === undefined) return
    await this.#target.moveTo(moment).catch((error: unknown) => this.refuse(path, (error as Error).message))
  }

  /** Performs each entry of a list in turn, at its time. */
  async inTurn<A>(
    place: SeedPath,
    things: ReadonlyArray<A> = [],
    one: (thing: A, place: SeedPath) => Promise<unknown>,
  ): Promise<void> {
    for (const [index, thing] of things.entries()) {
      const at = [...place, index]
      const moment = typeof thing === 'object' && thing !== null && 'at' in thing ? thing.at : undefined
      await this.moveTo(at, moment as string | undefined)
      await one(thing, at)
    }
  }

  /** Reads a file; its path is relative to the seed file. */
  reading<A>(path: SeedPath, given: string, read: (file: string) => A): A {
    try {
      return read(resolve(this.#seed.folder, given))
    } catch (error) {
      return this.refuse(path, (error as Error).message)
    }
  }

  /** Sends a request as a user and gives its answer as JSON. */
  async send(path: SeedPath, as: string, method: string, url: string, body?: Json): Promise<Json> {
    const init = body === undefined ? {} : { body: JSON.stringify(body) }
    const headers = { 'content-type': 'application/json' }
    const answer = (await this.#ask(path, as, `/api/v4${url}`, { method, headers, ...init })).toString()
    return answer === '' ? {} : (JSON.parse(answer) as Json)
  }

  /** Uploads bytes as a user. */
  async upload(path: SeedPath, as: string, url: string, body: Uint8Array): Promise<void> {
    const headers = { 'content-type': 'application/octet-stream' }
    await this.#ask(path, as, `/api/v4${url}`, { method: 'PUT', headers, body })
  }

  /** Sends a request as the git client of a user. */
  git(path: SeedPath, as: string, url: string, init: RequestInit): Promise<Buffer> {
    const { username, token } = this.#as(path, as)
    const authorization = `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}`
    return this.#ask(path, as, url, { ...init, headers: { ...init.headers, authorization } })
  }

  /** All pages of a list. */
  async all(path: SeedPath, as: string, url: string): Promise<ReadonlyArray<Json>> {
    const found: Array<Json> = []
    for (let page = 1; ; page++) {
      const paged = `${url}${url.includes('?') ? '&' : '?'}per_page=${MAX_PER_PAGE}&page=${page}`
      const more = (await this.send(path, as, 'GET', paged)) as unknown as ReadonlyArray<Json>
      found.push(...more)
      if (more.length < MAX_PER_PAGE) return found
    }
  }

  async userId(path: SeedPath, username: string): Promise<number> {
    return (await this.findUser(path, username)) ?? this.refuse(path, `there is no user ${shown(username)}`)
  }

  async groupId(path: SeedPath, group: string): Promise<number> {
    return (await this.findGroup(path, group)) ?? this.refuse(path, `there is no group ${shown(group)}`)
  }

  /** The id of a user; undefined where there is none. */
  findUser(path: SeedPath, username: string): Promise<number | undefined> {
    return this.#idOf(path, `/users?username=${encodeURIComponent(username)}`)
  }

  /** The id of a group; undefined where there is none. */
  findGroup(path: SeedPath, group: string): Promise<number | undefined> {
    return this.#idOf(path, `/groups/${encodeURIComponent(group)}`)
  }

  async #idOf(path: SeedPath, url: string): Promise<number | undefined> {
    const known = this.#ids.get(url)
    if (known !== undefined) return known
    const answer = await this.#found(path, 'root', url)
    const found: unknown = answer === undefined ? undefined : JSON.parse(answer.toString())
    const one: unknown = Array.isArray(found) ? found[0] : found
    if (one === undefined) return undefined
    const { id } = one as { readonly id: number }
    this.#ids.set(url, id)
    return id
  }

  /** Whether a user finds something at a path. */
  async has(path: SeedPath, as: string, url: string): Promise<boolean> {
    return (await this.#found(path, as, url)) !== undefined
  }

  /** Repeats the request until the answer is as wanted, because reactors finish a moment later. */
  async until(path: SeedPath, as: string, url: string, isReady: (answer: Json) => boolean): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (isReady(await this.send(path, as, 'GET', url))) return
      await pause(10)
    }
    this.refuse(path, `GET ${url} never came to be ready`)
  }

  /** The answer to a read; undefined where there is nothing. */
  async #found(path: SeedPath, as: string, url: string): Promise<Buffer | undefined> {
    const response = await this.#as(path, as).fetch(`/api/v4${url}`)
    if (response.status !== 404) return this.#accepted(path, as, `/api/v4${url}`, { method: 'GET' }, response)
    await response.arrayBuffer()
    return undefined
  }

  async #ask(path: SeedPath, as: string, url: string, init: RequestInit): Promise<Buffer> {
    return this.#accepted(path, as, url, init, await this.#as(path, as).fetch(url, init))
  }

  /** The body of an answer. Throws `SeedRefused` unless the request was successful. */
  async #accepted(
    path: SeedPath,
    as: string,
    url: string,
    { method }: RequestInit,
    response: Response,
  ): Promise<Buffer> {
    const answer = Buffer.from(await response.arrayBuffer())
    if (response.ok) {
      // Reactors finish before the next step, so that their numbers are the same each time.
      if (method !== 'GET') await this.#target.settled()
      return answer
    }
    return this.refuse(path, `${method} ${shownPath(url)} as ${as} was answered ${response.status}: ${answer}`)
  }

  #as(path: SeedPath, username: string): Actor {
    try {
      return this.#target.as(username)
    } catch (error) {
      return this.refuse(path, (error as Error).message)
    }
  }
}

const shownPath = (url: string): string => url.replace(/^\/api\/v4/, '')
