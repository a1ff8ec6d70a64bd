import type { Actor } from '../../actor.js'

export type Json = Readonly<Record<string, unknown>>

const PER_PAGE = 100

/** Records what an export leaves out, and why. */
export type OnOmitted = (what: string) => void

/** An instance that is read over its API by an administrator. Rejects if a read is refused. */
export class SeedSource {
  readonly #admin: Actor
  readonly leftOut: OnOmitted
  #last = ''

  constructor(admin: Actor, leftOut: OnOmitted) {
    this.#admin = admin
    this.leftOut = leftOut
  }

  /** Undefined if it does not exist or the tier lacks it. */
  async find(path: string): Promise<Json | undefined> {
    const response = await this.#admin.fetch(`/api/v4${path}`)
    if (response.ok) return (await response.json()) as Json
    const text = await response.text()
    if ([403, 404].includes(response.status)) return undefined
    throw new Error(`GET ${path} was answered ${response.status}: ${text}`)
  }

  /** All pages of a list; empty if there is no such list. */
  async all(path: string): Promise<ReadonlyArray<Json>> {
    const found: Array<Json> = []
    for (let page = 1; ; page++) {
      const more = await this.find(`${path}${path.includes('?') ? '&' : '?'}per_page=${PER_PAGE}&page=${page}`)
      if (!Array.isArray(more)) return found
      found.push(...more)
      if (more.length < PER_PAGE) return found
    }
  }

  async bytes(path: string): Promise<Buffer> {
    return this.#bytesOf(`/api/v4${path}`, {})
  }

  /** Sends a request as a git client. */
  git(path: string, init: RequestInit = {}): Promise<Buffer> {
    const { username, token } = this.#admin
    const authorization = `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}`
    return this.#bytesOf(path, { ...init, headers: { ...init.headers, authorization } })
  }

  async #bytesOf(path: string, init: RequestInit): Promise<Buffer> {
    const response = await this.#admin.fetch(path, init)
    const bytes = Buffer.from(await response.arrayBuffer())
    if (!response.ok) throw new Error(`${path} was answered ${response.status}`)
    return bytes
  }

  /** The member `at` of an entry; only if it is later than all before it, because a seed is written in order. */
  at(moment: unknown): { readonly at?: string } {
    if (typeof moment !== 'string') return {}
    const iso = new Date(moment).toISOString()
    if (iso <= this.#last) return {}
    this.#last = iso
    return { at: iso }
  }
}

/** The members of an object without those that are left out or blank. */
export const withoutBlanks = <A extends Json>(members: A): A =>
  Object.fromEntries(
    Object.entries(members).filter(
      ([, value]) =>
        value !== undefined &&
        value !== null &&
        value !== '' &&
        !(typeof value === 'object' && Object.keys(value).length === 0),
    ),
  ) as A

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const listOf = (value: unknown): ReadonlyArray<Json> => (Array.isArray(value) ? (value as Array<Json>) : [])

export const usernameOf = (value: unknown): string => textOf((value as Json | null | undefined)?.['username'])
