import { checkOptions, shown } from '../embedding/known-names.js'
import type { KeptForks } from './control-forks.js'
import type { KeptSnapshots } from './control-snapshots.js'
import { type EventMark, markedSince } from './event-log.js'
import type { ArrangedFault } from './fault.js'
import { arrange } from './faults.js'
import type { TestForge } from './test-forge.js'

/** The members of a request's query and body. */
export type Asked = Readonly<Record<string, unknown>>

/** A forge, and what tests in other languages keep of it. */
export interface Controlled {
  readonly forge: TestForge
  readonly snapshots: KeptSnapshots
  readonly forks: KeptForks
}

/** Answers one request to the control API; throws a sentence for the caller where it is not understood. */
export type Does = (controlled: Controlled, asked: Asked) => unknown

const textIn = (asked: Asked, name: string): string => {
  const value = asked[name]
  if (value === undefined) throw new Error(`${name} is missing`)
  if (typeof value !== 'string') throw new Error(`${name} has to be a string`)
  return value
}

const numberIn = (asked: Asked, name: string): number | undefined => {
  const value = asked[name]
  if (value !== undefined && typeof value !== 'number') throw new Error(`${name} has to be a number`)
  return value
}

const NONE = {}

/** An action with these members, all of which may be missing; any other is refused. */
const taking =
  (known: object, does: Does): Does =>
  (controlled, asked) => {
    checkOptions('the request', asked, known, 'member')
    return does(controlled, asked)
  }

const fail: Does = async ({ forge: { faults } }, asked) => {
  const { stale, ...more } = asked
  const pattern = textIn(asked, 'pattern')
  if (stale === undefined) return arrange(faults, { ...more, pattern } satisfies ArrangedFault)
  if (stale !== true || Object.keys(more).length > 1) throw new Error('stale is true, and alone with its pattern')
  return faults.stale(pattern)
}

const move: Does = ({ forge: { clock } }, asked) => {
  if (Object.keys(asked).length > 1) throw new Error('now and advance are two ways to move the clock: take one')
  if (Object.keys(asked).length === 0) throw new Error('now is missing, or advance')
  const by = numberIn(asked, 'advance')
  return by === undefined ? clock.moveTo(textIn(asked, 'now')) : clock.advance(by * 1000)
}

const MARK = /^\d{1,15}$/

/** A mark, which is text in a query. */
const markIn = ({ since }: Asked): EventMark => {
  if (since === undefined || since === null) return undefined
  if (!MARK.test(String(since))) throw new Error(`since is ${shown(since)}; it is a mark, which GET mark gives`)
  return Number(since) as EventMark
}

const happened: Does = async ({ forge: { events } }, asked) => {
  const { since: _, ...only } = asked
  const { mark, events: found } = await markedSince(events, markIn(asked), only)
  return { mark: mark ?? null, events: found }
}

const expectation: Does = ({ forge }, asked) =>
  forge.expectEvents(textIn(asked, 'type'), numberIn(asked, 'times'), markIn(asked))

const requests: Does = ({ forge }, asked) =>
  asked['pattern'] === undefined ? forge.requests.all : forge.requests.matching(textIn(asked, 'pattern'))

const restore: Does = ({ forge, snapshots }, asked) => {
  const number = numberIn(asked, 'snapshot')
  if (number === undefined) throw new Error('snapshot is missing')
  return forge.restore(snapshots.get(number))
}

const fork: Does = async ({ forge, forks }, asked) => {
  const port = numberIn(asked, 'port')
  const { url, tokens } = forks.keep(await forge.fork({ port: port ?? 0 }))
  return { url, tokens }
}

/** What the control API does, by method and path. */
export const ACTIONS: Readonly<Record<string, Does>> = {
  'GET tokens': taking(NONE, ({ forge }) => forge.tokens),
  'POST users': async ({ forge }, { username, ...more }) => {
    const made = await forge.addUser(textIn({ username }, 'username'), more)
    return { username: made.username, token: made.token }
  },
  'POST reset': taking(NONE, ({ forge }) => forge.reset()),
  'POST snapshots': taking(NONE, ({ forge, snapshots }) => ({ snapshot: snapshots.keep(forge.snapshot()) })),
  'DELETE snapshots': taking(NONE, ({ snapshots }) => snapshots.clear()),
  'POST restore': taking({ snapshot: true }, restore),
  'POST forks': taking({ port: true }, fork),
  'DELETE forks': taking({ url: true }, ({ forks }, asked) =>
    asked['url'] === undefined ? forks.closeAll() : forks.close(textIn(asked, 'url')),
  ),
  'POST settled': taking(NONE, ({ forge }) => forge.settled()),
  'GET mark': taking(NONE, async ({ forge }) => ({ mark: (await forge.events.mark()) ?? null })),
  'GET events': taking({ since: true, category: true, type: true }, happened),
  'POST expect': taking({ type: true, times: true, since: true }, expectation),
  'GET clock': taking(NONE, ({ forge }) => ({ now: forge.clock.now() })),
  'PUT clock': taking({ now: true, advance: true }, move),
  'GET requests': taking({ pattern: true }, requests),
  'DELETE requests': taking(NONE, ({ forge }) => forge.requests.clear()),
  'POST faults': fail,
  'DELETE faults': taking(NONE, ({ forge }) => forge.faults.clear()),
}
