import { type JobTokenQueries, type JobTokenRow, jobToken } from '@forgefold/core/domains/delivery/job-token'
import type { Database } from 'better-sqlite3'
import { handle, type Projection } from '../engine/projection.js'

const queries = (db: Database): JobTokenQueries => {
  const byDigest = db.prepare<[string], JobTokenRow>(
    `SELECT job_id AS jobId, pipeline_id AS pipelineId, project_id AS projectId, user_id AS userId FROM job_tokens
     WHERE digest = ?`,
  )
  return { byDigest: (digest) => byDigest.get(digest) }
}

/** Job tokens in the read model. */
export const jobTokens: Projection = {
  name: 'job-tokens',
  version: 1,
  schema: `
    CREATE TABLE job_tokens (
      digest TEXT PRIMARY KEY,
      job_id INTEGER NOT NULL,
      pipeline_id INTEGER NOT NULL,
      project_id INTEGER NOT NULL,
      user_id INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
  handlers: (context) => {
    const insert = context.db.prepare(
      `INSERT OR REPLACE INTO job_tokens (digest, job_id, pipeline_id, project_id, user_id)
       VALUES (@digest, @jobId, @pipelineId, @projectId, @userId)`,
    )
    return [
      handle(context, jobToken, {
        JobTokenIssued: (data) => {
          insert.run(data)
        },
      }),
    ]
  },
  queries: { jobTokens: queries },
}
