import * as E from 'fp-ts/lib/Either.js'
import { type Aggregate, conflict, refuse } from '../../../kernel/index.js'
import type { JobTokenCommand } from './commands.js'
import { type JobTokenEvent, jobTokenEvents } from './events.js'
import type { JobTokenState } from './state.js'

/** The token of one job: issued once, when the job begins to run; good for as long as it runs. */
export const jobToken: Aggregate<JobTokenCommand, JobTokenEvent, JobTokenState> = {
  category: 'job_token',
  stateVersion: 1,
  events: jobTokenEvents,
  initial: { kind: 'none' },
  decide: (command) => (state) => {
    const { type: _, ...data } = command
    return state.kind === 'none' ? E.right([{ type: 'JobTokenIssued', data }]) : refuse(conflict())
  },
  evolve: (_, event) => ({ kind: 'issued', digest: event.data.digest }),
}
