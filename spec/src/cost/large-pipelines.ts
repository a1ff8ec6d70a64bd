import { type JobData, type PipelineCommand, pipeline } from '@forgefold/core/domains/delivery/pipeline'
import { fold, type Instant } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import type { GrowingStream } from './members.js'

/** About as many jobs as one append takes. */
export const MOST_JOBS = 4096

const at = '2022-08-22T12:00:00.000Z' as Instant

const job = (id: number, more: Partial<JobData>): JobData => ({
  ...{ id, name: `j${id}`, stage: 'test', stageIndex: 1, kind: 'build', when: 'on_success', allowFailure: false },
  ...{ status: 'created', environment: null, environmentUrl: null, environmentAction: null },
  ...{ targetUrl: null, description: null, userId: 1 },
  ...more,
})

const begin = (count: number, of: (id: number) => Partial<JobData>): PipelineCommand => ({
  ...{ type: 'Create', projectId: 1, iid: 1, sha: 'a', ref: 'main', tag: false, source: 'push', beforeSha: '0' },
  ...{ userId: 1, mergeRequestId: null, sourceSha: null, yamlErrors: null, skipped: false, at },
  jobs: Array.from({ length: count }, (_, n) => job(n + 1, of(n + 1))),
})

const after = (...commands: ReadonlyArray<PipelineCommand>): unknown => {
  let state = pipeline.initial
  for (const command of commands) {
    const decided = pipeline.decide(command)(state)
    if (E.isLeft(decided)) throw new Error(`${command.type}: ${decided.left.kind}`)
    state = fold(pipeline, decided.right, state)
  }
  return state
}

const cancel: PipelineCommand = { type: 'Cancel', at }
const retryAll = (count: number): PipelineCommand => ({
  type: 'Retry',
  copies: Array.from({ length: count }, (_, n) => ({ jobId: n + 1, newJobId: count + n + 1 })),
  userId: 1,
  at,
})

const before = (id: number): Pick<JobData, 'needs'> | undefined => (id === 1 ? undefined : { needs: [`j${id - 1}`] })

/** Pipelines whose jobs wait for each other in all the ways there are: as many rounds as jobs, or one of all jobs. */
export const LARGE_PIPELINES: ReadonlyArray<GrowingStream> = [
  { name: 'jobs side by side', grow: (count) => after(begin(count, () => ({}))) },
  {
    name: 'jobs of which each is skipped because of the one before',
    grow: (count) => after(begin(count, (id) => ({ when: id === 1 ? 'on_failure' : 'on_success', ...before(id) }))),
  },
  {
    name: 'stages that need not be started',
    grow: (count) => after(begin(count, (id) => ({ stageIndex: id, when: 'manual', allowFailure: true }))),
  },
  {
    name: 'stages that need not be started, each with a job that needs one of them',
    grow: (count) =>
      after(
        begin(count, (id) =>
          id % 2 === 0 ? { needs: [`j${id - 1}`] } : { stageIndex: id, when: 'manual', allowFailure: true },
        ),
      ),
  },
  {
    name: 'a chain that is cancelled',
    grow: (count) =>
      after(
        begin(count, (id) => before(id) ?? {}),
        cancel,
      ),
  },
  {
    name: 'jobs that are retried together',
    grow: (count) =>
      after(
        begin(count, () => ({})),
        cancel,
        retryAll(count),
      ),
  },
  {
    name: 'a chain that is retried together',
    grow: (count) =>
      after(
        begin(count, (id) => before(id) ?? {}),
        cancel,
        retryAll(count),
      ),
  },
]
