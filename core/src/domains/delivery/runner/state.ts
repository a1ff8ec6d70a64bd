import type { Instant } from '../../../kernel/index.js'
import type { RunnerProgram, RunnerRegistration } from './events.js'

/** A runner as `decide` needs it. */
export interface LiveRunner extends Omit<RunnerRegistration, 'digest' | 'projectId'> {
  readonly kind: 'live'
  readonly digest: string
  /** The projects for which it is enabled; the first is that of its registration. */
  readonly projectIds: ReadonlyArray<number>
  readonly contactedAt: Instant | null
  readonly program: RunnerProgram
}

export type RunnerState = { readonly kind: 'none' } | LiveRunner | { readonly kind: 'deleted' }
