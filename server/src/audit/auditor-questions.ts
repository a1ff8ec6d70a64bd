import type { Criteria, DocumentRead, Documents, History } from '@forgefold/core/audit'
import type { Rejection } from '@forgefold/core/kernel'
import type { PersonalData } from '@forgefold/core/ports'
import type * as E from 'fp-ts/lib/Either.js'
import type {
  BlamePage,
  DifferenceAnswer,
  DifferencesPage,
  ExplanationAnswer,
  HistoryPage,
  OtherDecisionAnswer,
  PastAnswer,
} from './audit-answers.js'
import type { KnownNames } from './known-names.js'

export type Answer<A> = Promise<E.Either<Rejection, A>>

/** What is looked for, with the thing by its name. */
export interface HistoryQuery extends Omit<Criteria, 'thing'> {
  readonly thing?: string | undefined
  readonly after?: number | undefined
  readonly newestFirst?: boolean | undefined
  readonly limit: number
}

/** Two moments of everything, and which page of what differs is wanted. */
export interface DifferencesQuery {
  readonly from: string | undefined
  readonly to: string | undefined
  /** The `next` of the page before. */
  readonly after?: number | undefined
  /** Things that a page looks at. */
  readonly limit: number
}

/** Another value of a rule, and which decisions are made anew by it: by default all. */
export interface WhatIfQuery {
  /** `approvals_required=2`, or with what it is about `production:required_approvals=2`. */
  readonly set: string
  readonly from: string | undefined
  readonly to: string | undefined
}

/** Which values are asked about, and which page of the events that they hang on. */
export interface BlameQuery {
  /** Only this one and those below it. */
  readonly field?: string | undefined
  /** The `next` of the page before. */
  readonly after?: string | undefined
  readonly onProgress?: ((done: number, of: number) => void) | undefined
}

/** What auditors ask of a history, answered as JSON. */
export interface Auditor {
  /** Rejections: `BadRequest` and `Missing` for the name of a thing; `Unavailable`. */
  readonly history: (query: HistoryQuery) => Answer<HistoryPage>
  /** Rejections: `Missing`; `Unavailable`. */
  readonly explain: (event: string) => Answer<ExplanationAnswer>
  /** Rejections: as `history`; `Unprocessable` for things that the API does not document one by one, and for too much history. */
  readonly blame: (thing: string, query: BlameQuery) => Answer<BlamePage>
  /** The same of what the last of these documents shows, each of which lies in the one before. Rejections: `Missing`; `Unprocessable` for too much history; `Unavailable`. */
  readonly blameDocument: (reads: ReadonlyArray<DocumentRead>, query: BlameQuery) => Answer<BlamePage>
  /** A thing at a moment, by default now. Rejections: as `blame`; `Missing` where it was not there then. */
  readonly show: (thing: string, at: string | undefined) => Answer<PastAnswer>
  /** What differs in a thing between two moments, by default the beginning and now. Rejections: as `blame`. */
  readonly diff: (thing: string, from: string | undefined, to: string | undefined) => Answer<DifferenceAnswer>
  /** What differs in everything that the API documents, a page of things in the order in which they began. Rejections: `BadRequest`; `Unavailable`. */
  readonly differences: (query: DifferencesQuery) => Answer<DifferencesPage>
  /** The decisions that would have been others. Rejections: `BadRequest`; `Unprocessable` for too much history; `Unavailable`. */
  readonly whatIf: (query: WhatIfQuery) => Answer<ReadonlyArray<OtherDecisionAnswer>>
}

/** What an auditor looks at, and by what bounds. */
export interface AuditorOptions {
  readonly known: KnownNames
  readonly history: History
  /** The keys of persons; undefined where they are not here. */
  readonly personalData: Pick<PersonalData, 'open'> | undefined
  readonly documents: Documents
  /** How many events to look at for one page, and on either side of an explained event; default: all. */
  readonly most?: number
  /** How many events there may be where decisions are made anew; default: any number. */
  readonly maxDecisions?: number
  /** How many events to go through for one page of a blame, each as often as another is left out; default: any number. */
  readonly maxReplayedEvents?: number
}
