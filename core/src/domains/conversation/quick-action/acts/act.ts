import type { SignedIn } from '../../../../access/principal.js'
import type { Caller } from '../../../../app/caller.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import type { Day } from '../../../../kernel/index.js'
import type { IssuableType } from '../../../issuable/event-fields.js'
import type { IssuableRef } from '../../../issuable/issuable.js'
import type { ProjectAccess } from '../../../projects/project/access.js'
import type { MergeRequestRow } from '../../../review/merge-request/queries.js'

/** What quick actions set; all of it together is one change. */
export interface Settings {
  readonly title: string
  readonly assigneeIds: ReadonlyArray<number>
  readonly reviewerIds: ReadonlyArray<number>
  readonly labelIds: ReadonlyArray<number>
  readonly milestoneId: number | null
  readonly dueDate: Day | null
  readonly confidential: boolean
  readonly discussionLocked: boolean
  readonly targetBranch: string
  readonly stateEvent: 'close' | 'reopen'
}

/** The merge request or issue that is acted on, as it is after the actions before. */
export interface Subject extends Omit<Settings, 'stateEvent' | 'targetBranch'> {
  readonly type: IssuableType
  readonly ref: IssuableRef
  readonly id: number
  readonly project: ProjectAccess
  readonly isOpen: boolean
  readonly isClosed: boolean
  readonly mayUpdate: boolean
  readonly mayReopen: boolean
  /** Labels, milestone, people, time. */
  readonly mayAdmin: boolean
  /** Undefined for an issue. */
  readonly request: MergeRequestRow | undefined
}

/** Somebody acting on something. */
export interface Acting {
  readonly forge: Forge
  readonly caller: Caller
  readonly user: SignedIn
  readonly subject: Subject
}

/** One more thing that is done for an action, after everything that is set. */
export type Step = (forge: Forge) => UseCaseResult<unknown>

/** What an action comes to. */
export interface Effect {
  /** As the API tells it in `commands_changes`. */
  readonly changes: Readonly<Record<string, unknown>>
  /** What the summary says; also why nothing came of it. */
  readonly message?: string | undefined
  readonly set?: Partial<Settings> | undefined
  /** What is done besides, after everything that is set. */
  readonly besides?: Step | undefined
}

/** Undefined where the one who speaks may not do that, or not now: the line is gone, and nothing else. */
export type Act = (acting: Acting, argument: string) => Effect | undefined | Promise<Effect | undefined>

/** Nothing comes of it, for a reason that is told or goes without saying. */
export const inVain = (message?: string): Effect => ({ changes: {}, message })

export const nounOf = ({ type }: Subject): string => (type === 'Issue' ? 'issue' : 'merge request')

/** `a`, `a and b`, `a, b, and c`. */
export const sentence = (words: ReadonlyArray<string>): string =>
  words.length <= 2 ? words.join(' and ') : `${words.slice(0, -1).join(', ')}, and ${words.at(-1) ?? ''}`
