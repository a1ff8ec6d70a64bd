import { isComplete, pipeline } from '@forgefold/core/domains/delivery/pipeline'
import { resourceGroup } from '@forgefold/core/domains/delivery/resource-group'
import { idOf, type StoredEvent } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { handle, type Projection } from '../../engine/projection.js'
import { isOfOneRow, jobMoveOf, makeJobWriter } from './job-writer.js'
import { pipelineQueries } from './queries.js'
import { schema } from './schema.js'

const writers = (db: Database) => {
  return {
    create: db.prepare(
      `INSERT INTO pipelines (id, iid, project_id, sha, ref, tag, source, status, before_sha, user_id, merge_request_id,
         source_sha, yaml_errors, variables, trigger_id, schedule_id, bridge_id, upstream_id, root_id, files, copies, created_at, updated_at, finished_at)
       VALUES (@id, @iid, @projectId, @sha, @ref, @tag, @source, @status, @beforeSha, @userId, @mergeRequestId,
         @sourceSha, @yamlErrors, @variables, @triggerId, @scheduleId, @bridgeId, @upstreamId,
         (SELECT coalesce(u.root_id, u.id) FROM pipelines u WHERE u.id = @upstreamId), @files, @copies, @at, @at, @finishedAt)`,
    ),
    describe: db.prepare('UPDATE jobs SET target_url = @targetUrl, description = @description WHERE id = @jobId'),
    nameGroup: db.prepare(
      'UPDATE jobs SET resource_group_id = @id WHERE project_id = @projectId AND resource_group = @key AND resource_group_id IS NULL',
    ),
    retry: db.prepare('UPDATE jobs SET retried = 1 WHERE id = ?'),
    move: db.prepare(
      `UPDATE pipelines SET status = @status, updated_at = @at,
         started_at = CASE WHEN @status = 'running' THEN coalesce(started_at, @at) ELSE started_at END,
         finished_at = CASE WHEN @complete = 1 THEN @at ELSE NULL END WHERE id = @id`,
    ),
    measure: db.prepare(
      `UPDATE pipelines SET
         coverage = (SELECT avg(coverage) FROM jobs WHERE pipeline_id = @id AND retried = 0 AND coverage IS NOT NULL),
         warnings = EXISTS (SELECT 1 FROM jobs WHERE pipeline_id = @id AND retried = 0 AND allow_failure = 1
           AND status IN ('failed', 'canceled'))
       WHERE id = @id`,
    ),
    remove: db.prepare('DELETE FROM pipelines WHERE id = ?'),
    removeJobs: db.prepare('DELETE FROM jobs WHERE pipeline_id = ?'),
  }
}

/** Pipelines and jobs in the read model. */
export const pipelines: Projection = {
  name: 'pipelines',
  version: 9,
  schema,
  handlers: (context) => {
    const write = writers(context.db)
    const jobRows = makeJobWriter(context.db)
    /** The move that was written with its job. */
    let written: StoredEvent | undefined
    return [
      handle(context, pipeline, {
        PipelineCreated: (data, { stream, metadata: { at } }) => {
          const status = data.skipped ? 'skipped' : data.yamlErrors === null ? 'created' : 'failed'
          const finishedAt = isComplete(status) ? at : null
          const {
            skipped: _,
            variables: given,
            triggerId = null,
            scheduleId = null,
            upstream,
            files,
            copies,
            ...rest
          } = data
          const variables = given === undefined ? null : JSON.stringify(given)
          write.create.run({
            ...rest,
            variables,
            triggerId,
            scheduleId,
            bridgeId: upstream?.jobId ?? null,
            upstreamId: upstream?.pipelineId ?? null,
            files: files === undefined ? null : JSON.stringify(files),
            copies: copies === undefined ? null : JSON.stringify(copies),
            id: idOf(stream),
            tag: data.tag ? 1 : 0,
            status,
            finishedAt,
            at,
          })
        },
        JobsAdded: ({ jobs }, { stream, metadata: { at } }, next) => {
          const move = jobMoveOf(next)
          const moved = move !== undefined && isOfOneRow(move) ? jobs.find(({ id }) => id === move.jobId) : undefined
          written = moved === undefined ? undefined : next
          for (const job of jobs) jobRows.add(idOf(stream), job, at, job === moved ? move : undefined)
        },
        JobMoved: (data, event) => {
          if (event !== written) jobRows.move(data)
          write.measure.run({ id: idOf(event.stream) })
        },
        JobDescribed: (data) => {
          write.describe.run(data)
        },
        JobRetried: ({ jobId }) => {
          write.retry.run(jobId)
        },
        PipelineMoved: ({ status, at }, { stream }) => {
          write.move.run({ id: idOf(stream), status, at, complete: isComplete(status) ? 1 : 0 })
        },
        PipelineDeleted: (_, { stream }) => {
          write.remove.run(idOf(stream))
          write.removeJobs.run(idOf(stream))
        },
      }),
      handle(context, resourceGroup, {
        ResourceGroupCreated: (data, { stream }) => {
          write.nameGroup.run({ ...data, id: Number(idOf(stream)) })
        },
      }),
    ]
  },
  queries: { pipelines: pipelineQueries },
}
