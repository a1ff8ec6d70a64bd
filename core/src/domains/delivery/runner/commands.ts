import type { Changes, Instant } from '../../../kernel/index.js'
import type { RunnerProgram, RunnerRegistration, RunnerSettings } from './events.js'

/** The commands of a runner. */
export type RunnerCommand =
  | ({ readonly type: 'Register' } & { readonly registration: RunnerRegistration })
  | { readonly type: 'Change'; readonly changes: Changes<RunnerSettings> }
  | { readonly type: 'ResetToken'; readonly digest: string }
  | { readonly type: 'NoteContact'; readonly program: RunnerProgram; readonly at: Instant }
  | { readonly type: 'Enable'; readonly projectId: number }
  | { readonly type: 'Disable'; readonly projectId: number }
  | { readonly type: 'Delete' }
