import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { safeInteger } from '../../../kernel/codecs.js'
import { type Aggregate, conflict, current, type EventOf, eventCatalogue, refuse } from '../../../kernel/index.js'

const issued = t.type({
  jobId: safeInteger,
  pipelineId: safeInteger,
  projectId: safeInteger,
  /** The user for whom it acts: the one who started the job. */
  userId: safeInteger,
  /** SHA-256 of the token. */
  digest: t.string,
})

const jobTokenEvents = eventCatalogue({ JobTokenIssued: current(issued) })

export type JobTokenEvent = EventOf<typeof jobTokenEvents>

export type JobTokenState = { readonly kind: 'none' } | { readonly kind: 'issued'; readonly digest: string }

export type JobTokenCommand = { readonly type: 'Issue' } & JobTokenEvent['data']

/** The token of one job: issued once, when the job starts to run, and valid while it runs. */
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
