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

/** The search criteria, with the subject by its name. */
export interface HistoryQuery extends Omit<Criteria, 'thing'> {
  readonly thing?: string | undefined
  readonly after?: number | undefined
  readonly newestFirst?: boolean | undefined
  readonly limit: number
}

/** Two moments of everything, and the requested page of differences. */
export interface DifferencesQuery {
  readonly from: string | undefined
  readonly to: string | undefined
  /** The `next` of the previous page. */
  readonly after?: number | undefined
  /** How many subjects a page examines. */
  readonly limit: number
}

/** Another value of a policy, and which decisions are repeated with it: default: all. */
export interface WhatIfQuery {
  /** `approvals_required=2`, or with a name `production:required_approvals=2`. */
  readonly set: string
  readonly from: string | undefined
  readonly to: string | undefined
}

/** The requested values, and the page of the events that they depend on. */
export interface BlameQuery {
  /** Only this field and those below it. */
  readonly field?: string | undefined
  /** The `next` of the previous page. */
  readonly after?: string | undefined
  readonly onProgress?: ((done: number, of: number) => void) | undefined
}

/** The questions of auditors to a history, with JSON answers. */
export interface Auditor {
  /** Rejections: `BadRequest` and `Missing` for the name of a subject; `Unavailable`. */
  readonly history: (query: HistoryQuery) => Answer<HistoryPage>
  /** Rejections: `Missing`; `Unavailable`. */
  readonly explain: (event: string) => Answer<ExplanationAnswer>
  /** Rejections: as `history`; `Unprocessable` for subjects without a document of their own, and for too much history. */
  readonly blame: (thing: string, query: BlameQuery) => Answer<BlamePage>
  /**
   * The same for the last of these documents, each of which is the parent of the next. Rejections: `Missing`; `Unprocessable` for too much
   * history; `Unavailable`.
   */
  readonly blameDocument: (reads: ReadonlyArray<DocumentRead>, query: BlameQuery) => Answer<BlamePage>
  /** A document at a moment, by default now. Rejections: as `blame`; `Missing` where it did not exist then. */
  readonly show: (thing: string, at: string | undefined) => Answer<PastAnswer>
  /** The differences in a document between two moments, by default the beginning and now. Rejections: as `blame`. */
  readonly diff: (thing: string, from: string | undefined, to: string | undefined) => Answer<DifferenceAnswer>
  /** The differences in all documents, a page of subjects in creation order. Rejections: `BadRequest`; `Unavailable`. */
  readonly differences: (query: DifferencesQuery) => Answer<DifferencesPage>
  /** The decisions that would have been different. Rejections: `BadRequest`; `Unprocessable` for too much history; `Unavailable`. */
  readonly whatIf: (query: WhatIfQuery) => Answer<ReadonlyArray<OtherDecisionAnswer>>
}

/** The history of an auditor, and its limits. */
export interface AuditorOptions {
  readonly known: KnownNames
  readonly history: History
  /** The keys of personal data; undefined where they are not available. */
  readonly personalData: Pick<PersonalData, 'open'> | undefined
  readonly documents: Documents
  /** The most events to examine for one page, and on either side of an explained event; default: all. */
  readonly most?: number
  /** The most events of a history whose decisions are repeated; default: unlimited. */
  readonly maxDecisions?: number
  /** The most events to replay for one page of a blame, counted for each replay; default: unlimited. */
  readonly maxReplayedEvents?: number
}
