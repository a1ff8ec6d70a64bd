import { isComplete, type JobData, type PipelineEvent, pipeline } from '@forgefold/core/domains/delivery/pipeline'
import type { Instant, StoredEvent } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import * as E from 'fp-ts/lib/Either.js'

/** A change of a job's status. */
export type JobMove = Extract<PipelineEvent, { readonly type: 'JobMoved' }>['data']

/** Writes the rows of jobs. */
export interface JobWriter {
  /** `move`: what was written with the job, and moves it at once. */
  readonly add: (pipelineId: string, job: JobData, at: Instant, move: JobMove | undefined) => void
  readonly move: (data: JobMove) => void
}

/** The move of a job that a stored event is; undefined where it is none, or its codec refuses it. */
export const jobMoveOf = (event: StoredEvent | undefined): JobMove | undefined => {
  if (event?.type !== 'JobMoved') return undefined
  const decoded = pipeline.events.decode(event)
  return E.isRight(decoded) && decoded.right.type === 'JobMoved' ? decoded.right.data : undefined
}

/** Whether a job can be written with this move: when a delayed job starts is reckoned from its row. */
export const isOfOneRow = ({ status }: JobMove): boolean => status !== 'scheduled'

const movedColumns = (move: JobMove) => ({
  status: move.status,
  failureReason: move.failureReason,
  coverage: move.coverage,
  variables: move.variables === undefined ? null : JSON.stringify(move.variables),
  runnerId: move.runnerId ?? null,
  queuedAt: move.status === 'pending' ? move.at : null,
  startedAt: move.status === 'running' ? move.at : null,
  finishedAt: isComplete(move.status) ? move.at : null,
})

const UNMOVED = {
  failureReason: null,
  coverage: null,
  variables: null,
  runnerId: null,
  queuedAt: null,
  startedAt: null,
  finishedAt: null,
}

/** A writer of jobs in one database. */
export const makeJobWriter = (db: Database): JobWriter => {
  // Where an insert of several rows may be undone SQLite copies every page first. A failure undoes the whole event anyway.
  const addJob = db.prepare(
    `INSERT OR FAIL INTO jobs (id, pipeline_id, project_id, name, stage, stage_index, kind, "when", status, allow_failure,
       environment, environment_url, environment_action, on_stop, auto_stop_in, start_in, held, target_url, description, user_id, tags, coverage_pattern, rule_variables, "trigger", resource_group, resource_group_id, created_at,
       failure_reason, coverage, variables, runner_id, queued_at, started_at, finished_at)
     SELECT @id, p.id, p.project_id, @name, @stage, @stageIndex, @kind, @when, @status, @allowFailure,
       @environment, @environmentUrl, @environmentAction, @onStop, @autoStopIn, @startIn, @held, @targetUrl, @description, @userId, @tags, @coveragePattern, @ruleVariables, @trigger, @resourceGroup,
       coalesce(@resourceGroupId, (SELECT g.id FROM resource_groups g WHERE g.project_id = p.project_id AND g."key" = @resourceGroup)), @at,
       @failureReason, @coverage, @variables, @runnerId, @queuedAt, @startedAt, @finishedAt
     FROM pipelines p WHERE p.id = @pipelineId`,
  )
  const moveJob = db.prepare(
    `UPDATE jobs SET status = @status, failure_reason = @failureReason, user_id = coalesce(@userId, user_id),
       coverage = coalesce(@coverage, coverage), held = max(held, @held), variables = coalesce(@variables, variables), environment_url = coalesce(@environmentUrl, environment_url), allow_failure = max(allow_failure, @allowFailure), runner_id = coalesce(@runnerId, runner_id),
       queued_at = CASE WHEN @status = 'pending' THEN @at ELSE queued_at END,
       scheduled_at = CASE WHEN @status = 'scheduled'
         THEN strftime('%Y-%m-%dT%H:%M:%fZ', @at, '+' || coalesce(start_in, 0) || ' seconds') ELSE NULL END,
       started_at = CASE WHEN @status = 'running' THEN @at ELSE started_at END,
       finished_at = CASE WHEN @complete = 1 THEN @at ELSE NULL END
     WHERE id = @jobId`,
  )
  return {
    add: (pipelineId, job, at, move) => {
      const { status } = job
      addJob.run({
        id: job.id,
        name: job.name,
        stage: job.stage,
        stageIndex: job.stageIndex,
        kind: job.kind,
        when: job.when,
        environment: job.environment,
        environmentUrl: move?.environmentUrl ?? job.environmentUrl,
        environmentAction: job.environmentAction,
        targetUrl: job.targetUrl,
        description: job.description,
        onStop: job.onStop ?? null,
        autoStopIn: job.autoStopIn ?? null,
        startIn: job.startIn ?? null,
        allowFailure: Number(move?.allowFailure ?? job.allowFailure),
        held: Number(job.held === true || move?.held === true),
        tags: job.tags === undefined ? '[]' : JSON.stringify(job.tags),
        coveragePattern: job.coveragePattern ?? null,
        ruleVariables: job.ruleVariables === undefined ? null : JSON.stringify(job.ruleVariables),
        trigger: job.trigger === undefined ? null : JSON.stringify(job.trigger),
        resourceGroup: job.resourceGroup ?? null,
        resourceGroupId: job.resourceGroupId ?? null,
        userId: move?.userId ?? job.userId,
        pipelineId,
        at,
        ...(move === undefined ? { status, ...UNMOVED } : movedColumns(move)),
      })
    },
    move: (data) => {
      const complete = Number(isComplete(data.status))
      const variables = data.variables === undefined ? null : JSON.stringify(data.variables)
      const held = Number(data.held ?? false)
      const { runnerId = null, environmentUrl = null } = data
      const allowFailure = Number(data.allowFailure ?? false)
      moveJob.run({ complete, ...data, runnerId, environmentUrl, allowFailure, held, variables })
    },
  }
}
