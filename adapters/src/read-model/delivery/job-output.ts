import {
  type ArtifactRow,
  type DotenvVariable,
  type JobOutputQueries,
  jobOutput,
  type TraceChunk,
} from '@forgefold/core/domains/delivery/job-output'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { handle, type Projection } from '../engine/projection.js'

const ARTIFACT = 'a.job_id AS jobId, a.type, a.format, a.name, a.sha256, a.size, a.expire_at AS expireAt'

const queries = (db: Database): JobOutputQueries => {
  const trace = db.prepare<[number], TraceChunk>(
    'SELECT "offset", size, sha256 FROM trace_chunks WHERE job_id = ? ORDER BY "offset"',
  )
  const size = db
    .prepare<[number], number | null>('SELECT max("offset" + size) FROM trace_chunks WHERE job_id = ?')
    .pluck()
  const artifacts = db.prepare<[number], ArtifactRow>(
    `SELECT ${ARTIFACT} FROM job_artifacts a WHERE a.job_id = ? ORDER BY a.place`,
  )
  const dotenv = db.prepare<[number], string>('SELECT variables FROM dotenv_reports WHERE job_id = ?').pluck()
  const withArtifacts = db
    .prepare<[number], number>(
      'SELECT DISTINCT a.job_id FROM job_artifacts a JOIN jobs j ON j.id = a.job_id WHERE j.project_id = ? ORDER BY a.job_id',
    )
    .pluck()
  const bytes = db
    .prepare<[number], number | null>(
      'SELECT sum(a.size) FROM job_artifacts a JOIN jobs j ON j.id = a.job_id WHERE j.project_id = ?',
    )
    .pluck()
  const withBytes = db.prepare<[string], number>('SELECT DISTINCT job_id FROM job_artifacts WHERE sha256 = ?').pluck()
  const newer = db
    .prepare<[number], number>(
      `SELECT 1 FROM pipelines old JOIN pipelines new
         ON new.project_id = old.project_id AND new.ref = old.ref AND new.tag = old.tag AND new.id > old.id
           AND new.source <> 'parent_pipeline'
       WHERE old.id = ? AND new.status IN ('success', 'manual') LIMIT 1`,
    )
    .pluck()
  return {
    trace: (jobId) => trace.all(jobId),
    traceSize: (jobId) => size.get(jobId) ?? 0,
    artifacts: (jobId) => artifacts.all(jobId),
    dotenv: (jobId) => JSON.parse(dotenv.get(jobId) ?? '[]') as ReadonlyArray<DotenvVariable>,
    jobsWithArtifacts: (projectId) => withArtifacts.all(projectId),
    bytesOf: (projectId) => bytes.get(projectId) ?? 0,
    jobsWithBytes: (sha256) => withBytes.all(sha256),
    isSuperseded: (pipelineId) => newer.get(pipelineId) !== undefined,
  }
}

/** Traces and artifacts of jobs in the read model. */
export const jobOutputs: Projection = {
  name: 'job_outputs',
  version: 1,
  schema: `
    CREATE TABLE trace_chunks (
      job_id INTEGER NOT NULL,
      "offset" INTEGER NOT NULL,
      size INTEGER NOT NULL,
      sha256 TEXT NOT NULL,
      PRIMARY KEY (job_id, "offset")
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE job_artifacts (
      place INTEGER PRIMARY KEY,
      job_id INTEGER NOT NULL,
      type TEXT NOT NULL,
      format TEXT NOT NULL,
      name TEXT NOT NULL,
      sha256 TEXT NOT NULL,
      size INTEGER NOT NULL,
      expire_at TEXT
    ) STRICT;
    CREATE INDEX job_artifacts_by_job ON job_artifacts (job_id);
    CREATE INDEX job_artifacts_by_bytes ON job_artifacts (sha256);
    -- Jobs that start later need the variables also where the artifacts are gone.
    CREATE TABLE dotenv_reports (
      job_id INTEGER PRIMARY KEY,
      variables TEXT NOT NULL
    ) STRICT;
  `,
  handlers: (context) => {
    const { db } = context
    const append = db.prepare(
      'INSERT INTO trace_chunks (job_id, "offset", size, sha256) VALUES (@id, @offset, @size, @sha256)',
    )
    const add = db.prepare(
      `INSERT INTO job_artifacts (job_id, type, format, name, sha256, size, expire_at)
       VALUES (@id, @type, @format, @name, @sha256, @size, @expireAt)`,
    )
    const note = db.prepare(
      'INSERT INTO dotenv_reports (job_id, variables) VALUES (?, ?) ON CONFLICT DO UPDATE SET variables = excluded.variables',
    )
    const forget = db.prepare('DELETE FROM dotenv_reports WHERE job_id = ?')
    const keep = db.prepare('UPDATE job_artifacts SET expire_at = NULL WHERE job_id = ?')
    const remove = db.prepare('DELETE FROM job_artifacts WHERE job_id = ?')
    const erase = db.prepare('DELETE FROM trace_chunks WHERE job_id = ?')
    return [
      handle(context, jobOutput, {
        TraceAppended: (data, { stream }) => {
          append.run({ ...data, id: idOf(stream) })
        },
        ArtifactUploaded: ({ variables, ...data }, { stream }) => {
          add.run({ ...data, id: idOf(stream) })
          if (variables !== undefined) note.run(idOf(stream), JSON.stringify(variables))
        },
        ArtifactsKept: (_, { stream }) => {
          keep.run(idOf(stream))
        },
        ArtifactsDeleted: (_, { stream }) => {
          remove.run(idOf(stream))
        },
        JobErased: (_, { stream }) => {
          remove.run(idOf(stream))
          erase.run(idOf(stream))
          forget.run(idOf(stream))
        },
      }),
    ]
  },
  queries: { jobOutputs: queries },
}
