import type { Instant } from '../../../kernel/index.js'
import type { RunnerProgram, RunnerRegistration } from './events.js'

/** A runner as its decider remembers it. */
export interface LiveRunner extends Omit<RunnerRegistration, 'digest' | 'projectId'> {
  readonly kind: 'live'
  readonly digest: string
  /** For which it is enabled; the first is the one that it was registered in. */
  readonly projectIds: ReadonlyArray<number>
  readonly contactedAt: Instant | null
  readonly program: RunnerProgram
}

export type RunnerState = { readonly kind: 'none' } | LiveRunner | { readonly kind: 'deleted' }
