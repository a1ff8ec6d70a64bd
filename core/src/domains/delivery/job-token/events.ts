import * as t from 'io-ts'
import { codecs, current, eventCatalogue } from '../../../kernel/index.js'

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

export type JobTokenEvent = { readonly type: 'JobTokenIssued'; readonly data: Readonly<t.TypeOf<typeof issued>> }

export const jobTokenEvents = eventCatalogue<JobTokenEvent>({ JobTokenIssued: current(issued) })
