import type { Principal } from '@forgefold/core/access'
import {
  blameOf,
  type Criteria,
  type Documents,
  documentChanges,
  entryOf,
  eventsOfStream,
  explainEvent,
  findEvent,
  findThing,
  type History,
  type HistoryEntry,
  ledToBy,
  type Places,
  placesIn,
  positionAt,
  relatedEvents,
  searchHistory,
  type Thing,
} from '@forgefold/core/audit'
import { openProfile } from '@forgefold/core/domains/identity/user'
import {
  categoryOf,
  missing,
  type Position,
  type Rejection,
  type StoredEvent,
  unprocessable,
} from '@forgefold/core/kernel'
import type { PersonalData } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import {
  type BlameAnswer,
  blameAnswer,
  type DifferenceAnswer,
  differenceAnswer,
  type ExplanationAnswer,
  explanationAnswer,
  type HistoryPage,
  type PastAnswer,
} from './answers.js'
import { documentPath } from './document-path.js'

type Answer<A> = Promise<E.Either<Rejection, A>>

/** What is looked for, with the thing by its name. */
export interface HistoryQuery extends Omit<Criteria, 'thing'> {
  readonly thing?: string | undefined
  readonly after?: number | undefined
  readonly newestFirst?: boolean | undefined
  readonly limit: number
}

/** What auditors ask of a history, answered as JSON. */
export interface Auditor {
  /** Rejections: `BadRequest` and `Missing` for the name of a thing; `Unavailable`. */
  readonly history: (query: HistoryQuery) => Answer<HistoryPage>
  /** Rejections: `Missing`; `Unavailable`. */
  readonly explain: (event: string) => Answer<ExplanationAnswer>
  /** Rejections: as `history`; `Unprocessable` for things that the API does not document one by one, and for too much history. */
  readonly blame: (
    thing: string,
    field: string | undefined,
    onProgress?: (done: number, of: number) => void,
  ) => Answer<BlameAnswer>
  /** A thing at a moment, by default now. Rejections: as `blame`; `Missing` where it was not there then. */
  readonly show: (thing: string, at: string | undefined) => Answer<PastAnswer>
  /** What differs in a thing between two moments, by default the beginning and now. Rejections: as `blame`. */
  readonly diff: (thing: string, from: string | undefined, to: string | undefined) => Answer<DifferenceAnswer>
}

declare module '@forgefold/core/app' {
  interface Forge {
    /** What the caller may ask of the past; whether anything may be asked is the routes' business. */
    readonly auditor: (principal: Principal) => Auditor
  }
}

/** What an auditor looks at, and by what bounds. */
export interface AuditorOptions {
  readonly history: History
  /** The keys of persons; undefined where they are not here. */
  readonly personalData: Pick<PersonalData, 'open'> | undefined
  readonly documents: Documents
  /** How many events to look at for one page, and on either side of an explained event; default: all. */
  readonly most?: number
  /** How many events a thing may hang on for its blame to be found; default: any number. */
  readonly mostRelated?: number
}

/** How many of the following events are looked at for what an entry led to. */
const FOLLOWING = 200

/** Before anything happened. */
const NEVER = -1 as Position

/** A thing that the API documents, in the history up to a moment. */
interface Documented {
  readonly thing: Thing
  readonly path: string
  readonly events: ReadonlyArray<StoredEvent>
}

/** Answers what auditors ask. */
export const makeAuditor = (options: AuditorOptions): Auditor => {
  const { history, personalData, documents, most, mostRelated = Number.POSITIVE_INFINITY } = options
  const profileOf = (userId: number, sealed: string) =>
    personalData === undefined ? undefined : openProfile(personalData, userId, sealed)
  const isErased = (userId: number, sealed: string): boolean =>
    personalData !== undefined && profileOf(userId, sealed) === undefined
  const shown = (event: StoredEvent): HistoryEntry => entryOf(event, isErased)
  const places = (of: History): Answer<Places> => placesIn(of, (id, sealed) => profileOf(id, sealed)?.username)

  const thingNamed = async (name: string, of = history): Answer<Thing> => {
    const known = await places(of)
    return E.isLeft(known) ? known : findThing(of, known.right, name)
  }

  const documented = async (name: string, of = history): Answer<Documented> => {
    const thing = await thingNamed(name, of)
    if (E.isLeft(thing)) return thing
    const [own] = thing.right.streams
    const first = own === undefined ? E.right([]) : await eventsOfStream(of, own, 1)
    if (E.isLeft(first)) return first
    const path = documentPath(thing.right, first.right[0]?.data)
    if (path === undefined)
      return E.left(
        unprocessable(`the API documents no ${categoryOf(thing.right.streams[0] ?? ('' as never))} by itself`),
      )
    const events = await relatedEvents(of, thing.right)
    return E.isLeft(events) ? events : E.right({ thing: thing.right, path, events: events.right })
  }

  /** The history as it was at a moment; as it is where none is given. */
  const historyAt = async (moment: string | undefined): Answer<History> => {
    if (moment === undefined) return E.right(history)
    const position = await positionAt(history, moment)
    return E.isLeft(position) ? position : E.right({ ...history, upTo: position.right })
  }

  return {
    history: async ({ thing: name, after, newestFirst = false, limit, ...criteria }) => {
      const thing = name === undefined ? E.right(undefined) : await thingNamed(name)
      if (E.isLeft(thing)) return thing
      const page = {
        limit,
        after: after as Position | undefined,
        direction: newestFirst ? 'backwards' : 'forwards',
        ...(most === undefined ? {} : { most }),
      } as const
      const found = await searchHistory(history, { ...criteria, thing: thing.right }, page)
      if (E.isLeft(found)) return found
      const { events, end, upTo } = found.right
      const ledTo = await ledToBy(history, events, FOLLOWING)
      if (E.isLeft(ledTo)) return ledTo
      const entries = events.map((event) => ({ ...shown(event), led_to: ledTo.right.get(event.id) ?? [] }))
      return E.right({ entries, next: end || upTo === undefined ? null : upTo })
    },
    explain: async (name) => {
      const event = await findEvent(history, name)
      if (E.isLeft(event)) return event
      const explained = await explainEvent(history, event.right, most === undefined ? {} : { most })
      return E.isLeft(explained) ? explained : E.right(explanationAnswer(explained.right, shown))
    },
    blame: async (name, field, onProgress) => {
      const found = await documented(name)
      if (E.isLeft(found)) return found
      const { thing, path, events } = found.right
      if (events.length > mostRelated)
        return E.left(unprocessable(`${name} hangs on ${events.length} events: ask forgefold audit blame`))
      const blame = await blameOf(events, (some) => documents.ofEvents(some, path), {
        field: field ?? thing.setting,
        own: thing.streams,
        ...(onProgress === undefined ? {} : { onProgress }),
      })
      return blame === undefined ? E.left(missing(`${name} is not there any more`)) : E.right(blameAnswer(path, blame))
    },
    show: async (name, at) => {
      const then = await historyAt(at)
      if (E.isLeft(then)) return then
      const found = await documented(name, then.right)
      if (E.isLeft(found)) return found
      const { path, events } = found.right
      const document = await documents.ofEvents(events, path)
      if (document === undefined) return E.left(missing(`${name} was not there then`))
      return E.right({ path, position: then.right.upTo ?? events.at(-1)?.position ?? 0, document })
    },
    diff: async (name, from, to) => {
      const before = from === undefined ? E.right({ ...history, upTo: NEVER }) : await historyAt(from)
      if (E.isLeft(before)) return before
      const after = await historyAt(to)
      if (E.isLeft(after)) return after
      const found = await documented(name, after.right)
      if (E.isLeft(found)) return found
      const { path, events } = found.right
      const { upTo = NEVER } = before.right
      const older = await documents.ofEvents(
        events.filter(({ position }) => position <= upTo),
        path,
      )
      const newer = await documents.ofEvents(events, path)
      return E.right(differenceAnswer(path, documentChanges(older, newer)))
    },
  }
}
