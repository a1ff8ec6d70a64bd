import {
  compositeStatus,
  type JobData,
  type PipelineCommand,
  type PipelineEvent,
  pipeline,
} from '@forgefold/core/domains/delivery/pipeline'
import { fold, type Instant } from '@forgefold/core/kernel'
import { aggregateCases } from '@forgefold/spec/testing'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { runCases } from '../../../../run-cases.js'

const at = '2022-08-22T12:00:00.000Z' as Instant

const ofCiFile: JobData = {
  ...{ id: 1, name: 'build', stage: 'test', stageIndex: 1, kind: 'build', when: 'on_success', allowFailure: true },
  ...{ status: 'created', environment: null, environmentUrl: null, environmentAction: null },
  ...{ targetUrl: null, description: null, userId: 1 },
}
const begin = (jobs: ReadonlyArray<JobData>): PipelineCommand => ({
  ...{ type: 'Create', projectId: 1, iid: 1, sha: 'a', ref: 'main', tag: false, source: 'push', beforeSha: '0' },
  ...{ userId: 1, mergeRequestId: null, sourceSha: null, yamlErrors: null, skipped: false, jobs, at },
})

const status = fc.constantFrom('pending', 'running', 'success', 'failed', 'canceled')
const told = { targetUrl: fc.constant(null), description: fc.constantFrom(null, 'd'), coverage: fc.constant(null) }
const reports = fc.record({
  ...{ type: fc.constant('ReportExternal' as const), jobId: fc.integer({ min: 2, max: 10_000 }), ...told },
  ...{ name: fc.constantFrom('a', 'b', 'c'), status, userId: fc.constantFrom(1, 2), at: fc.constant(at) },
})
const commands: fc.Arbitrary<PipelineCommand> = fc.oneof(
  { weight: 6, arbitrary: reports },
  fc.record({
    ...{ type: fc.constant('ReportJob' as const), jobId: fc.constantFrom(1, 2), at: fc.constant(at) },
    ...{ status: fc.constantFrom('running' as const, 'failed' as const), failureReason: fc.constant(null) },
    coverage: fc.constant(null),
  }),
  fc.constant<PipelineCommand>({ type: 'Cancel', at }),
)

/** What became of all jobs, each looked for among all of them. */
const jobsAfter = (history: ReadonlyArray<PipelineEvent>) => {
  const jobs = new Map<number, JobData & { readonly retried: boolean }>()
  for (const { type, data } of history) {
    if (type === 'JobsAdded') for (const job of data.jobs) jobs.set(job.id, { ...job, retried: false })
    const known = type === 'JobMoved' || type === 'JobRetried' ? jobs.get(data.jobId) : undefined
    if (known === undefined) continue
    jobs.set(known.id, type === 'JobMoved' ? { ...known, status: data.status } : { ...known, retried: true })
  }
  return [...jobs.values()].filter(({ retried }) => !retried)
}

describe('jobs that are reported from outside', () => {
  runCases(
    'those of one pipeline',
    aggregateCases({
      aggregate: pipeline,
      commands: fc.oneof(fc.constant(begin([ofCiFile])), commands),
      unreached: ['PipelineDeleted'],
      mayRepeat: ({ type }) => type === 'ReportExternal',
    }),
  )

  it('count once for each name, and for the status of the pipeline like all others', () =>
    fc.assert(
      fc.property(fc.boolean(), fc.array(commands, { maxLength: 30 }), (hasJob, all) => {
        const history: Array<PipelineEvent> = []
        const ids = new Set<number>()
        for (const command of [begin(hasJob ? [ofCiFile] : []), ...all]) {
          if (command.type === 'ReportExternal' && ids.has(command.jobId)) continue
          const decided = pipeline.decide(command)(fold(pipeline, history))
          if (E.isLeft(decided)) continue
          if (command.type === 'ReportExternal') ids.add(command.jobId)
          history.push(...decided.right)
          const state = fold(pipeline, history)
          const counting = jobsAfter(history)
          expect(new Set(counting.map(({ name }) => name)).size).toBe(counting.length)
          if (state.kind === 'live') expect(state.status).toBe(compositeStatus(counting) ?? 'created')
        }
      }),
    ))
})
