import * as E from 'fp-ts/lib/Either.js'
import { idOf, type StoredEvent } from '../kernel/envelope.js'
import type { Rejection } from '../kernel/rejection.js'
import { eachEvent, type History } from './each-event.js'

/** Opens the sealed profile of a user; undefined once the person is erased, or where the keys are not available. */
export type UserNameOf = (userId: number, sealedProfile: string) => string | undefined

interface PathHolder {
  readonly id: number
  readonly kind: 'user' | 'group' | 'project'
}

/** The paths of users, groups and projects at the end of a history. */
export interface HistoricalPaths {
  /** Case-insensitive. Where nothing has the path any more, the last holder. */
  readonly find: (path: string, kinds: ReadonlyArray<PathHolder['kind']>) => PathHolder | undefined
  /** The full path; undefined where no event names it. */
  readonly pathOf: (kind: PathHolder['kind'], id: number) => string | undefined
}

const TYPES = [
  'UserRegistered',
  'ProfileChanged',
  'UserErased',
  'GroupCreated',
  'GroupChanged',
  'GroupMoved',
  'GroupDeleted',
  'ProjectCreated',
  'ProjectChanged',
  'ProjectMoved',
  'ProjectMarkedForDeletion',
  'ProjectRestored',
  'ProjectDeleted',
]

interface Known extends PathHolder {
  /** The id of the parent namespace: `g7`, `n12`, or empty. */
  readonly under: string
  readonly path: string
  /** Of a user: the namespace. */
  readonly own?: string
}

type Data = Readonly<Record<string, unknown>>

const text = (value: unknown, other: string): string => (typeof value === 'string' ? value : other)

class PathsInHistory implements HistoricalPaths {
  readonly #known = new Map<string, Known>()
  /** By parent and path: the present holder, and the last one. */
  readonly #holders = new Map<string, Known>()
  readonly #last = new Map<string, Known>()
  readonly #owners = new Map<string, Known>()
  readonly #nameOf: UserNameOf

  constructor(nameOf: UserNameOf) {
    this.#nameOf = nameOf
  }

  #keep(next: Known): void {
    const name = `${next.kind}-${next.id}`
    this.#drop(name)
    const key = `${next.under}/${next.path.toLowerCase()}`
    this.#known.set(name, next)
    this.#holders.set(key, next)
    this.#last.set(key, next)
    if (next.own !== undefined) this.#owners.set(next.own, next)
  }

  /** A deleted holder keeps its last path. */
  #drop(name: string): void {
    const before = this.#known.get(name)
    if (before === undefined) return
    const key = `${before.under}/${before.path.toLowerCase()}`
    if (this.#holders.get(key) === before) this.#holders.delete(key)
  }

  #user(id: number, { namespaceId, profile }: Data): void {
    const before = this.#known.get(`user-${id}`)
    const path = typeof profile === 'string' ? this.#nameOf(id, profile) : undefined
    const own = typeof namespaceId === 'number' ? `n${namespaceId}` : before?.own
    this.#keep({ kind: 'user', id, under: '', path: path ?? before?.path ?? `user:${id}`, ...(own && { own }) })
  }

  #placed(kind: 'group' | 'project', id: number, data: Data): void {
    const before = this.#known.get(`${kind}-${id}`)
    const { path, parentId, groupId, namespaceId } = data
    const above = kind === 'group' ? parentId : groupId
    let under = before?.under ?? ''
    if (typeof above === 'number') under = `g${above}`
    else if (above === null) under = kind === 'group' ? '' : `n${namespaceId}`
    this.#keep({ kind, id, under, path: text(path, before?.path ?? '') })
  }

  take({ stream, type, data }: StoredEvent): void {
    const [kind = ''] = stream.split('-')
    const id = Number(idOf(stream))
    if (type === 'UserErased' || type === 'GroupDeleted' || type === 'ProjectDeleted') this.#drop(`${kind}-${id}`)
    else if (kind === 'user') this.#user(id, data as Data)
    else if (kind === 'group' || kind === 'project') this.#placed(kind, id, data as Data)
  }

  readonly find: HistoricalPaths['find'] = (path, kinds) => {
    const parts = path.toLowerCase().split('/')
    for (const held of [this.#holders, this.#last]) {
      let under = ''
      let found: Known | undefined
      for (const part of parts) {
        found = held.get(`${under}/${part}`) ?? (under === '' ? undefined : this.#last.get(`${under}/${part}`))
        if (found === undefined) break
        under = found.own ?? `g${found.id}`
      }
      if (found !== undefined && kinds.includes(found.kind)) return { id: found.id, kind: found.kind }
    }
    return undefined
  }

  readonly pathOf: HistoricalPaths['pathOf'] = (kind, id) => {
    const parts: Array<string> = []
    let at = this.#known.get(`${kind}-${id}`)
    while (at !== undefined && parts.length < 100) {
      parts.unshift(at.path)
      const { under } = at
      at = under.startsWith('g') ? this.#known.get(`group-${under.slice(1)}`) : this.#owners.get(under)
    }
    return parts.length === 0 ? undefined : parts.join('/')
  }
}

/**
 * Reads the paths that users, groups and projects had at the end of a history. Rejections: `Unavailable`.
 *
 * @example
 * import { fixedHistory } from '@forgefold/core/audit'
 * assert.equal((await readHistoricalPaths({ events: fixedHistory([]) }, () => undefined))._tag, 'Right')
 */
export const readHistoricalPaths = async (
  history: History,
  nameOf: UserNameOf,
): Promise<E.Either<Rejection, HistoricalPaths>> => {
  const paths = new PathsInHistory(nameOf)
  const walk = { filter: { categories: ['user', 'group', 'project'], types: TYPES } }
  const walked = await eachEvent(history, walk, (event) => {
    paths.take(event)
    return undefined
  })
  return E.isLeft(walked) ? walked : E.right(paths)
}
