import { isComplete, type JobData, pipeline } from '@forgefold/core/domains/delivery/pipeline'
import { type Instant, idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { handle, type Projection } from '../../engine/projection.js'
import { pipelineQueries } from './queries.js'

const SCHEMA = `
  CREATE TABLE pipelines (
    id INTEGER PRIMARY KEY,
    iid INTEGER NOT NULL,
    project_id INTEGER NOT NULL,
    sha TEXT NOT NULL,
    ref TEXT NOT NULL,
    tag INTEGER NOT NULL,
    source TEXT NOT NULL,
    status TEXT NOT NULL,
    before_sha TEXT NOT NULL,
    user_id INTEGER,
    merge_request_id INTEGER,
    source_sha TEXT,
    yaml_errors TEXT,
    variables TEXT,
    trigger_id INTEGER,
    schedule_id INTEGER,
    warnings INTEGER NOT NULL DEFAULT 0,
    coverage REAL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    started_at TEXT,
    finished_at TEXT
  ) STRICT;
  CREATE INDEX pipelines_by_project ON pipelines (project_id, id);
  CREATE INDEX pipelines_by_commit ON pipelines (project_id, sha, id);
  CREATE INDEX pipelines_by_ref ON pipelines (project_id, ref, id);
  CREATE INDEX pipelines_by_status ON pipelines (project_id, status, id);
  CREATE INDEX pipelines_by_merge_request ON pipelines (merge_request_id, id) WHERE merge_request_id IS NOT NULL;
  CREATE INDEX pipelines_by_trigger ON pipelines (trigger_id, id) WHERE trigger_id IS NOT NULL;
  CREATE INDEX pipelines_by_schedule ON pipelines (schedule_id, id) WHERE schedule_id IS NOT NULL;
  CREATE TABLE jobs (
    id INTEGER PRIMARY KEY,
    pipeline_id INTEGER NOT NULL,
    project_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    stage TEXT NOT NULL,
    stage_index INTEGER NOT NULL,
    kind TEXT NOT NULL,
    "when" TEXT NOT NULL,
    status TEXT NOT NULL,
    allow_failure INTEGER NOT NULL,
    environment TEXT,
    environment_url TEXT,
    environment_action TEXT,
    on_stop TEXT,
    auto_stop_in INTEGER,
    start_in INTEGER,
    scheduled_at TEXT,
    held INTEGER NOT NULL,
    target_url TEXT,
    description TEXT,
    user_id INTEGER,
    failure_reason TEXT,
    coverage REAL,
    retried INTEGER NOT NULL DEFAULT 0,
    tags TEXT NOT NULL,
    resource_group_id INTEGER,
    runner_id INTEGER,
    variables TEXT,
    created_at TEXT NOT NULL,
    queued_at TEXT,
    started_at TEXT,
    finished_at TEXT
  ) STRICT;
  CREATE INDEX jobs_by_pipeline ON jobs (pipeline_id, id);
  CREATE INDEX jobs_by_project ON jobs (project_id, kind, id);
  CREATE INDEX jobs_by_status ON jobs (project_id, status, id);
  CREATE INDEX jobs_waiting ON jobs (id) WHERE status = 'pending' AND kind = 'build';
  CREATE INDEX jobs_by_runner ON jobs (runner_id, id) WHERE runner_id IS NOT NULL;
  CREATE INDEX jobs_by_resource_group ON jobs (resource_group_id, pipeline_id, id)
    WHERE resource_group_id IS NOT NULL AND status IN ('waiting_for_resource', 'created', 'scheduled');
  CREATE INDEX jobs_by_schedule ON jobs (scheduled_at) WHERE status = 'scheduled';
  CREATE INDEX jobs_reported ON jobs (pipeline_id, name, id) WHERE kind = 'external' AND retried = 0;
  CREATE INDEX jobs_unbegun ON jobs (pipeline_id, id)
    WHERE retried = 0 AND environment <> '' AND status IN ('created', 'scheduled', 'skipped');
  CREATE INDEX jobs_with_coverage ON jobs (pipeline_id, coverage) WHERE retried = 0 AND coverage IS NOT NULL;
  CREATE INDEX jobs_with_warning ON jobs (pipeline_id)
    WHERE retried = 0 AND allow_failure = 1 AND status IN ('failed', 'canceled');
`

const writers = (db: Database) => {
  const addJob = db.prepare(
    `INSERT INTO jobs (id, pipeline_id, project_id, name, stage, stage_index, kind, "when", status, allow_failure,
       environment, environment_url, environment_action, on_stop, auto_stop_in, start_in, held, target_url, description, user_id, tags, resource_group_id, created_at)
     SELECT @id, p.id, p.project_id, @name, @stage, @stageIndex, @kind, @when, @status, @allowFailure,
       @environment, @environmentUrl, @environmentAction, @onStop, @autoStopIn, @startIn, @held, @targetUrl, @description, @userId, @tags, @resourceGroupId, @at
     FROM pipelines p WHERE p.id = @pipelineId`,
  )
  return {
    create: db.prepare(
      `INSERT INTO pipelines (id, iid, project_id, sha, ref, tag, source, status, before_sha, user_id, merge_request_id,
         source_sha, yaml_errors, variables, trigger_id, schedule_id, created_at, updated_at, finished_at)
       VALUES (@id, @iid, @projectId, @sha, @ref, @tag, @source, @status, @beforeSha, @userId, @mergeRequestId,
         @sourceSha, @yamlErrors, @variables, @triggerId, @scheduleId, @at, @at, @finishedAt)`,
    ),
    addJob: (pipelineId: string, job: JobData, at: Instant) =>
      addJob.run({
        ...job,
        onStop: job.onStop ?? null,
        autoStopIn: job.autoStopIn ?? null,
        startIn: job.startIn ?? null,
        allowFailure: Number(job.allowFailure),
        held: Number(job.held ?? false),
        tags: JSON.stringify(job.tags ?? []),
        resourceGroupId: job.resourceGroupId ?? null,
        pipelineId,
        at,
      }),
    moveJob: db.prepare(
      `UPDATE jobs SET status = @status, failure_reason = @failureReason, user_id = coalesce(@userId, user_id),
         coverage = coalesce(@coverage, coverage), held = max(held, @held), variables = coalesce(@variables, variables), runner_id = coalesce(@runnerId, runner_id),
         queued_at = CASE WHEN @status = 'pending' THEN @at ELSE queued_at END,
         scheduled_at = CASE WHEN @status = 'scheduled'
           THEN strftime('%Y-%m-%dT%H:%M:%fZ', @at, '+' || coalesce(start_in, 0) || ' seconds') ELSE NULL END,
         started_at = CASE WHEN @status = 'running' THEN @at ELSE started_at END,
         finished_at = CASE WHEN @complete = 1 THEN @at ELSE NULL END
       WHERE id = @jobId`,
    ),
    describe: db.prepare('UPDATE jobs SET target_url = @targetUrl, description = @description WHERE id = @jobId'),
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
  version: 7,
  schema: SCHEMA,
  handlers: (context) => {
    const write = writers(context.db)
    return [
      handle(context, pipeline, {
        PipelineCreated: (data, { stream, metadata: { at } }) => {
          const status = data.skipped ? 'skipped' : data.yamlErrors === null ? 'created' : 'failed'
          const finishedAt = isComplete(status) ? at : null
          const { skipped: _, variables: given, triggerId = null, scheduleId = null, ...rest } = data
          const variables = given === undefined ? null : JSON.stringify(given)
          write.create.run({
            ...rest,
            variables,
            triggerId,
            scheduleId,
            id: idOf(stream),
            tag: data.tag ? 1 : 0,
            status,
            finishedAt,
            at,
          })
        },
        JobsAdded: ({ jobs }, { stream, metadata: { at } }) => {
          for (const job of jobs) write.addJob(idOf(stream), job, at)
        },
        JobMoved: (data, { stream }) => {
          const complete = Number(isComplete(data.status))
          const variables = data.variables === undefined ? null : JSON.stringify(data.variables)
          const held = Number(data.held ?? false)
          write.moveJob.run({ ...data, runnerId: data.runnerId ?? null, held, variables, complete })
          write.measure.run({ id: idOf(stream) })
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
    ]
  },
  queries: (db) => ({ pipelines: pipelineQueries(db) }),
}
