import * as t from 'io-ts'
import { codecs, current, type EventOf, eventCatalogue } from '../../../kernel/index.js'

const { safeInteger } = codecs

const issued = t.type({
  jobId: safeInteger,
  pipelineId: safeInteger,
  projectId: safeInteger,
  /** Whom it acts for: the one who started the job. */
  userId: safeInteger,
  /** SHA-256 of the token. */
  digest: t.string,
})

export const jobTokenEvents = eventCatalogue({ JobTokenIssued: current(issued) })

export type JobTokenEvent = EventOf<typeof jobTokenEvents>
