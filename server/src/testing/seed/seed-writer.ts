import { setTimeout as pause } from 'node:timers/promises'
import type { ReadSeed } from './read-seed.js'
import { type SeedPath, SeedRefused } from './seed-refused.js'

/** What a seed is written into. */
export interface SeedTarget {
  /** `fetch` as that user. Throws where there is none. */
  readonly fetchAs: (username: string) => typeof fetch
  readonly addUser: (username: string, more: Readonly<Record<string, unknown>>) => Promise<unknown>
  readonly moveTo: (moment: string) => Promise<void>
}

type Json = Readonly<Record<string, unknown>>

/** Does one thing after another over the API, as the users of the seed; what is refused is refused with its place. */
export class SeedWriter {
  readonly #target: SeedTarget
  readonly #placeOf: ReadSeed['placeOf']

  constructor(target: SeedTarget, placeOf: ReadSeed['placeOf']) {
    this.#target = target
    this.#placeOf = placeOf
  }

  refuse(path: SeedPath, reason: string): never {
    throw new SeedRefused(path, reason, this.#placeOf(path))
  }

  async addUser(path: SeedPath, username: string, more: Json): Promise<void> {
    await this.#target.addUser(username, more).catch((error: unknown) => this.refuse(path, (error as Error).message))
  }

  async moveTo(path: SeedPath, moment: string | undefined): Promise<void> {
    if (moment === undefined) return
    await this.#target.moveTo(moment).catch((error: unknown) => this.refuse(path, (error as Error).message))
  }

  /** Sends a request as somebody; its answer as JSON. */
  async send(path: SeedPath, as: string, method: string, url: string, body?: Json): Promise<Json> {
    const init = body === undefined ? {} : { body: JSON.stringify(body) }
    const headers = { 'content-type': 'application/json' }
    const response = await this.#as(path, as)(`/api/v4${url}`, { method, headers, ...init })
    const answer = await response.text()
    if (response.ok) return answer === '' ? {} : (JSON.parse(answer) as Json)
    return this.refuse(path, `${method} ${url} as ${as} was answered ${response.status}: ${answer}`)
  }

  /** Asks again until the answer is as wanted: what reactors do comes a moment later. */
  async until(path: SeedPath, as: string, url: string, isReady: (answer: Json) => boolean): Promise<void> {
    for (let attempt = 0; attempt < 500; attempt++) {
      if (isReady(await this.send(path, as, 'GET', url))) return
      await pause(10)
    }
    this.refuse(path, `GET ${url} never came to be ready`)
  }

  #as(path: SeedPath, username: string): typeof fetch {
    try {
      return this.#target.fetchAs(username)
    } catch (error) {
      return this.refuse(path, (error as Error).message)
    }
  }
}
