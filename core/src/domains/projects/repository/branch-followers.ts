import type { SignedIn } from '../../../access/principal.js'
import type { CommandContext } from '../../../app/command-context.js'
import type { EventId } from '../../../kernel/index.js'
import type { RefUpdateOrigin } from './aggregate.js'
import type { MovedRef } from './steps/record-ref-updates.js'
import type { TerminalMessage } from './terminal-text.js'

/** A simultaneous update of branches of one project, with its context. */
export interface FollowedMove {
  readonly projectId: number
  readonly branches: ReadonlyArray<Pick<MovedRef, 'from' | 'to' | 'forced'> & { readonly branch: string }>
  readonly via: RefUpdateOrigin
  readonly context: CommandContext
}

/** A push that has been recorded and is about to be answered. */
export interface AnsweredPush {
  readonly projectId: number
  readonly principal: SignedIn
  readonly context: CommandContext
  /** Each with the event that recorded it. */
  readonly branches: ReadonlyArray<Pick<MovedRef, 'to'> & { readonly branch: string; readonly event: EventId }>
  /** The push options as the client sent them, and those that are carried out (`supportedPushOptions`). */
  readonly sent: ReadonlyArray<string>
  readonly options: ReadonlyArray<string>
}

/** Work that follows from a branch update before it is answered; the merge request domain implements it. */
export interface BranchFollowers {
  readonly follow: (move: FollowedMove) => Promise<void>
  /** Carries out the push options for merge requests; the messages to the user who pushed. */
  readonly answer: (push: AnsweredPush) => Promise<ReadonlyArray<TerminalMessage>>
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly branchFollowers: BranchFollowers
  }
}
