import type { Principal } from '@forgefold/core/access'
import {
  type AuditTarget,
  consequencesOf,
  type DocumentDifference,
  documentPath,
  eachEvent,
  entryOf,
  eventsOfStream,
  explainEvent,
  findAuditTarget,
  findDocumentTarget,
  findEvent,
  type HistoricalPaths,
  type History,
  type HistoryEntry,
  type Moment,
  momentsIn,
  type OtherDecision,
  readHistoricalPaths,
  readWhatIf,
  searchHistory,
  whatIf,
} from '@forgefold/core/audit'
import { openProfile } from '@forgefold/core/domains/identity/user'
import {
  categoryOf,
  idOf,
  missing,
  type Position,
  type Rejection,
  type StoredEvent,
  unprocessable,
} from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { positionIn } from '../http/position-header.js'
import { differenceAnswer, explanationAnswer, otherDecisionAnswer } from './audit-answers.js'
import type { Answer, Auditor, AuditorOptions } from './auditor-questions.js'
import { makeBlame } from './document-blame.js'
import { knownCriteria, knownKind } from './known-names.js'

declare module '@forgefold/core/app' {
  interface Forge {
    /** What the caller may ask about the past; whether they may ask at all is up to the routes. */
    readonly auditor: (principal: Principal) => Auditor
  }
}

/** How many of the following events are searched for the consequences of an entry. */
const FOLLOWING = 200

/** A subject with a document in the API. */
interface Documented {
  readonly thing: AuditTarget
  readonly path: string
}

/** Answers the questions of auditors. */
export const makeAuditor = (options: AuditorOptions): Auditor => {
  const { history, known, personalData, documents, most } = options
  const { maxDecisions: mostDecided = Number.POSITIVE_INFINITY } = options
  const blamed = makeBlame(options)
  const profileOf = (userId: number, sealed: string) =>
    personalData === undefined ? undefined : openProfile(personalData, userId, sealed)
  const isErased = (userId: number, sealed: string): boolean =>
    personalData !== undefined && profileOf(userId, sealed) === undefined
  const shown = (event: StoredEvent): HistoryEntry => entryOf(event, isErased)
  const pathsIn = (of: History): Answer<HistoricalPaths> =>
    readHistoricalPaths(of, (id, sealed) => profileOf(id, sealed)?.username)

  const thingNamed = async (name: string, of = history): Answer<AuditTarget> => {
    const [, word] = /^([a-z][a-z_-]*):/.exec(name) ?? []
    const kind = word === undefined ? E.right(word) : knownKind(known, word)
    if (E.isLeft(kind)) return kind
    return findAuditTarget(of, () => pathsIn(of), name)
  }

  const documented = async (name: string, of = history): Answer<Documented> => {
    const thing = await thingNamed(name, of)
    if (E.isLeft(thing)) return thing
    const [own] = thing.right.streams
    const first = own === undefined ? E.right([]) : await eventsOfStream(of, own, 1)
    if (E.isLeft(first)) return first
    const path = documentPath(thing.right, first.right[0]?.data)
    return path === undefined
      ? E.left(unprocessable(`the API documents no ${categoryOf(thing.right.streams[0] ?? ('' as never))} by itself`))
      : E.right({ thing: thing.right, path })
  }

  const { head, momentOf, historyAt, asOf, between, differencesAt } = momentsIn(history, documents, positionIn)

  /** The paths of the subjects that were created after a position, in that order. */
  const documentedAfter = async (of: History, after: number | undefined, limit: number) => {
    const paths = new Set<string>()
    const walk = { after: after as Position | undefined, ...(most === undefined ? {} : { most }) }
    const walked = await eachEvent(of, walk, ({ stream, revision, data }) => {
      if (revision !== 0) return undefined
      const path = documentPath({ kind: categoryOf(stream), id: idOf(stream), streams: [stream] }, data)
      if (path !== undefined) paths.add(path)
      return paths.size >= limit ? 'stop' : undefined
    })
    return E.isLeft(walked) ? walked : E.right({ paths: [...paths], ...walked.right })
  }

  return {
    history: async ({ thing: name, after, newestFirst = false, limit, ...named }) => {
      const thing = name === undefined ? E.right(undefined) : await thingNamed(name)
      if (E.isLeft(thing)) return thing
      const criteria = await knownCriteria(known, () => pathsIn(history), named)
      if (E.isLeft(criteria)) return criteria
      const page = {
        limit,
        after: after as Position | undefined,
        direction: newestFirst ? 'backwards' : 'forwards',
        ...(most === undefined ? {} : { most }),
      } as const
      const found = await searchHistory(history, { ...criteria.right, thing: thing.right }, page)
      if (E.isLeft(found)) return found
      const { events, end, upTo } = found.right
      const ledTo = await consequencesOf(history, events, FOLLOWING)
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
    blame: async (name, { field, ...query }) => {
      const found = await documented(name)
      if (E.isLeft(found)) return found
      const { thing, path } = found.right
      return blamed({ thing, path, name, ...query, field: field ?? thing.setting })
    },
    blameDocument: async (reads, query) => {
      const found = await findDocumentTarget(history, documents, reads)
      const path = reads.at(-1)?.path ?? ''
      return E.isLeft(found) ? found : blamed({ ...found.right, path, name: path, ...query })
    },
    show: async (name, at) => {
      const moment = at === undefined ? E.right<Rejection, Moment>('now') : await momentOf(at)
      if (E.isLeft(moment)) return moment
      const found = await documented(name, historyAt(moment.right))
      if (E.isLeft(found)) return found
      const { path } = found.right
      const answered = await asOf(moment.right, [path])
      if (E.isLeft(answered)) return answered
      const [document] = answered.right
      if (document === undefined) return E.left(missing(`${name} was not there then`))
      const newest = typeof moment.right === 'object' ? E.right(moment.right.position) : await head()
      return E.isLeft(newest) ? newest : E.right({ path, position: newest.right, document })
    },
    diff: async (name, from, to) => {
      const moments = await between(from, to)
      if (E.isLeft(moments)) return moments
      const found = await documented(name, historyAt(moments.right[1]))
      if (E.isLeft(found)) return found
      const { path } = found.right
      return E.map(([one]: ReadonlyArray<DocumentDifference>) => differenceAnswer(path, one?.changes ?? []))(
        await differencesAt(moments.right, [path]),
      )
    },
    differences: async ({ from, to, after, limit }) => {
      const moments = await between(from, to)
      if (E.isLeft(moments)) return moments
      const found = await documentedAfter(historyAt(moments.right[1]), after, limit)
      if (E.isLeft(found)) return found
      const { paths, end, upTo } = found.right
      const all = await differencesAt(moments.right, paths)
      if (E.isLeft(all)) return all
      const differences = all.right.filter(({ changes }) => changes.length > 0)
      return E.right({
        differences: differences.map(({ path, changes }) => differenceAnswer(path, changes)),
        next: end || upTo === undefined ? null : upTo,
      })
    },
    whatIf: async ({ set, from, to }) => {
      const change = readWhatIf(set)
      if (E.isLeft(change)) return change
      const moments = await between(from, to)
      if (E.isLeft(moments)) return moments
      const [older, newer] = [historyAt(moments.right[0]), historyAt(moments.right[1])]
      if (mostDecided < Number.POSITIVE_INFINITY) {
        const walked = await eachEvent(newer, { most: mostDecided }, () => undefined)
        if (E.isLeft(walked)) return walked
        if (!walked.right.end)
          return E.left(
            unprocessable(`there are more than ${mostDecided} events: ask forgefold audit what-if of a copy`),
          )
      }
      const range = { after: older.upTo, upTo: newer.upTo }
      const decided = await whatIf(history, change.right, range)
      return E.map((all: ReadonlyArray<OtherDecision>) => all.map((one) => otherDecisionAnswer(one, shown)))(decided)
    },
  }
}
