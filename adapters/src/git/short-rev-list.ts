import type { LogQuery, ObjectId } from '@forgefold/core/ports'
import type { Link } from './commit-links.js'
import { linkOf, READS, readAhead } from './read-ahead.js'
import type { RepositoryContext } from './repository-context.js'

/** The most commits that a walk visits, most of them cached from earlier walks. */
const STEPS = 2000
/** This many commits below the last wanted one are visited, as git does, because clocks differ. */
const SLOP = 5

interface Stop {
  readonly id: ObjectId
  readonly link: Link
  unwanted: boolean
}

/** Thrown inside a walk that exceeds its limit. */
class TooLong extends Error {}

class Walk {
  readonly #seen = new Map<ObjectId, Stop>()
  /** Newest first; among equals the first found comes first. */
  readonly #queue: Array<Stop> = []
  #reads = 0
  #steps = 0

  constructor(private readonly context: RepositoryContext) {}

  async #link(id: ObjectId): Promise<Link> {
    const known = this.context.links.get(id)
    if (known !== undefined) return known
    if (++this.#reads > READS) throw new TooLong()
    const object = await this.context.reader().contents(id)
    if (object?.kind !== 'commit') throw new TooLong()
    const link = linkOf(object)
    this.context.links.set(id, link)
    return link
  }

  #enqueue(stop: Stop): void {
    let at = this.#queue.length
    while (at > 0 && (this.#queue[at - 1] as Stop).link.seconds < stop.link.seconds) at--
    this.#queue.splice(at, 0, stop)
  }

  #makeUnwanted(stop: Stop): void {
    const todo = [stop]
    for (let one = todo.pop(); one !== undefined; one = todo.pop()) {
      if (one.unwanted) continue
      one.unwanted = true
      for (const parent of one.link.parents) {
        const found = this.#seen.get(parent)
        if (found !== undefined) todo.push(found)
      }
    }
  }

  async add(ids: ReadonlyArray<ObjectId>, unwanted: boolean): Promise<void> {
    // At once: a commit may have tens of thousands of parents, each of which would be refused by itself.
    if (ids.length > STEPS) throw new TooLong()
    const links = await Promise.all(ids.map((id) => this.#link(id)))
    ids.forEach((id, index) => {
      const found = this.#seen.get(id)
      if (found === undefined) {
        const stop = { id, link: links[index] as Link, unwanted }
        this.#seen.set(id, stop)
        this.#enqueue(stop)
      } else if (unwanted) this.#makeUnwanted(found)
    })
  }

  next(): Stop | undefined {
    if (++this.#steps > STEPS) throw new TooLong()
    return this.#queue.shift()
  }

  /** Whether something wanted may still come, or be found unwanted: the commits in line are as old as the last wanted one. */
  slop(last: number, before: number): number {
    const [newest] = this.#queue
    if (newest === undefined) return 0
    const goesOn = last <= newest.link.seconds || this.#queue.some((stop) => !stop.unwanted)
    return goesOn ? SLOP : before - 1
  }
}

const range = async (walk: Walk, { not = [] }: LogQuery, enough: number): Promise<ReadonlyArray<ObjectId>> => {
  const found: Array<Stop> = []
  let last = Number.POSITIVE_INFINITY
  let slop = SLOP
  // Without a lower end nothing that is found can be taken back.
  const most = not.length === 0 ? enough : Number.POSITIVE_INFINITY
  while (found.length < most) {
    const stop = walk.next()
    if (stop === undefined) break
    if (!stop.unwanted) found.push(stop)
    // What comes behind the last wanted one need not be read.
    if (found.length >= most) break
    await walk.add(stop.link.parents, stop.unwanted)
    if (!stop.unwanted) {
      last = stop.link.seconds
      continue
    }
    slop = walk.slop(last, slop)
    if (slop === 0) break
  }
  return found.filter((stop) => !stop.unwanted).map(({ id }) => id)
}

const within = async <A>(work: () => Promise<A>): Promise<A | undefined> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof TooLong) return undefined
    throw error
  }
}

const ONLY: ReadonlySet<string> = new Set(['from', 'not', 'skip', 'limit'])
/** Options with their default value. */
const isDefaultOption = (key: string, value: unknown): boolean =>
  value === undefined || value === false || value === '' || (key === 'order' && value === 'date')

/**
 * The ids of a plain range in git's own order, without a process; undefined where the range asks for more or reaches too far.
 *
 * It goes through history as `git rev-list` does, by date, and is as wrong as that where clocks differ much.
 */
export const shortRevList = (
  context: RepositoryContext,
  query: LogQuery,
): Promise<ReadonlyArray<ObjectId> | undefined> =>
  within(async () => {
    const { from, not = [], skip = 0, limit = Number.POSITIVE_INFINITY } = query
    const isPlain = Object.entries(query).every(([key, value]) => ONLY.has(key) || isDefaultOption(key, value))
    if (from === 'all' || !isPlain || from.length + not.length > STEPS) return undefined
    const [start] = from
    if (start !== undefined && from.length === 1 && not.length === 0) await readAhead(context, start, skip + limit)
    const walk = new Walk(context)
    await walk.add(from, false)
    await walk.add(not, true)
    const ids = await range(walk, query, skip + limit)
    return ids.slice(skip, skip + limit)
  })

/** This many first parents are examined for a common ancestor. */
const NEAR = 32

/** True if the ancestor is among the nearest first parents of the descendant; false proves nothing. */
export const isNearFirstParent = async (
  context: RepositoryContext,
  ancestor: ObjectId,
  descendant: ObjectId,
): Promise<boolean> => {
  await readAhead(context, descendant, NEAR)
  if (context.links.get(descendant) === undefined) return false
  let at: ObjectId | undefined = descendant
  for (let steps = 0; at !== undefined && steps <= NEAR; steps++) {
    if (at === ancestor) return true
    at = context.links.get(at)?.parents[0]
  }
  return false
}

/** Whether steps from the descendant lead to the ancestor; undefined if its history is too long to be walked to the end. */
export const isNearAncestor = (
  context: RepositoryContext,
  ancestor: ObjectId,
  descendant: ObjectId,
): Promise<boolean | undefined> =>
  within(async () => {
    const walk = new Walk(context)
    await walk.add([descendant], false)
    for (let stop = walk.next(); stop !== undefined; stop = walk.next()) {
      if (stop.id === ancestor) return true
      await walk.add(stop.link.parents, false)
    }
    return false
  })
