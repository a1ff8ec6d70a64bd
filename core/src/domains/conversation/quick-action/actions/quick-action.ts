import type { SignedIn } from '../../../../access/principal.js'
import type { Caller } from '../../../../app/caller.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import type { Day } from '../../../../kernel/index.js'
import type { Issuable, IssuableRef } from '../../../issuable/issuable.js'
import type { MergeRequestRow } from '../../../review/merge-request/queries.js'

/** The attributes that quick actions set; all of them together are one change. */
export interface AttributeChanges {
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

/** The issuable of the actions, with the effects of earlier actions. */
export interface ActionTarget extends Issuable {
  readonly ref: IssuableRef
  /** Empty for an issue. */
  readonly reviewerIds: ReadonlyArray<number>
  /** Null for a merge request. */
  readonly dueDate: Day | null
  /** Undefined for an issue. */
  readonly mergeRequest: MergeRequestRow | undefined
}

/** An issuable and the user whose quick action is executed on it. */
export interface ActionContext {
  readonly forge: Forge
  readonly caller: Caller
  readonly user: SignedIn
  readonly issuable: ActionTarget
}

/** A command that is executed after all attributes are set. */
export type Step = (forge: Forge) => UseCaseResult<unknown>

/** What an action changes. */
export interface Effect {
  /** As the API shows it in `commands_changes`. */
  readonly changes: Readonly<Record<string, unknown>>
  /** The sentence for the summary; also the reason where the action had no effect. */
  readonly message?: string | undefined
  readonly set?: Partial<AttributeChanges> | undefined
  /** A further command, executed after all attributes are set. */
  readonly followUp?: Step | undefined
}

/** Undefined where the action is not available to the user now: its line is removed, and nothing else happens. */
export type QuickAction = (context: ActionContext, argument: string) => Effect | undefined | Promise<Effect | undefined>

/** The action changes nothing; the message, where there is one, gives the reason. */
export const noEffect = (message?: string): Effect => ({ changes: {}, message })

export const nounOf = ({ type }: ActionTarget): string => (type === 'Issue' ? 'issue' : 'merge request')

/** `a`, `a and b`, `a, b, and c`. */
export const sentence = (words: ReadonlyArray<string>): string =>
  words.length <= 2 ? words.join(' and ') : `${words.slice(0, -1).join(', ')}, and ${words.at(-1) ?? ''}`
