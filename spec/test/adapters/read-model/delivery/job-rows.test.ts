import { type JobData, pipeline } from '@forgefold/core/domains/delivery/pipeline'
import fc from 'fast-check'
import { it } from 'vitest'
import { expectSameRowsOneByOne, type Fact } from './one-by-one.js'

const CREATION: Fact = [
  'PipelineCreated',
  {
    ...{ projectId: 1, sha: 'a'.repeat(40), ref: 'main', tag: false, source: 'external', beforeSha: '0'.repeat(40) },
    ...{ mergeRequestId: null, sourceSha: null, yamlErrors: null, skipped: false, iid: 1, userId: 1 },
  },
]

const jobOf = (id: number, more: Partial<JobData>): JobData => ({
  ...{ id, name: `job ${id}`, stage: 'external', stageIndex: 1, kind: 'external', when: 'on_success' },
  ...{ allowFailure: false, status: 'created', environment: null, environmentUrl: null, environmentAction: null },
  ...{ targetUrl: null, description: null, userId: 1 },
  ...more,
})

const number = fc.integer({ min: 1, max: 4 })
const added = fc
  .tuple(
    fc.uniqueArray(number, { minLength: 1, maxLength: 2 }),
    fc.record({ allowFailure: fc.boolean(), held: fc.boolean(), startIn: fc.constantFrom(60, 3600) }),
  )
  .map(([jobs, more]): Fact => ['JobsAdded', { jobs: jobs.map((id) => jobOf(id, more)) }])
const moved = fc
  .record(
    {
      jobId: number,
      status: fc.constantFrom('pending', 'running', 'success', 'failed', 'canceled', 'scheduled', 'created'),
      // The last is no moment: the projection records a failure and leaves the row alone.
      at: fc.constantFrom('2024-03-02T00:00:00.000Z', '2024-03-03T00:00:00.000Z', 'soon'),
      failureReason: fc.constantFrom(null, 'script_failure'),
      coverage: fc.constantFrom(null, 12.5, 80),
      userId: fc.constantFrom(null, 2),
      held: fc.boolean(),
      runnerId: fc.constantFrom(7, 8),
      environmentUrl: fc.constant('https://x.example'),
      allowFailure: fc.constant(true),
      variables: fc.constant([{ key: 'A', value: 'sealed', type: 'env_var' }]),
    },
    { requiredKeys: ['jobId', 'status', 'at', 'failureReason', 'coverage', 'userId'] },
  )
  .map((data): Fact => ['JobMoved', data])
const other = fc.oneof(
  number.map((jobId): Fact => ['JobRetried', { jobId }]),
  number.map((jobId): Fact => ['JobDescribed', { jobId, targetUrl: 'https://ci.example/1', description: 'done' }]),
  fc.constant<Fact>(['PipelineMoved', { status: 'running', at: '2024-03-02T00:00:00.000Z' }]),
  fc.constant<Fact>(['PipelineDeleted', {}]),
)

/** For each append the pipeline that it concerns, and what is written of it besides its creation. */
const histories = fc.array(
  fc.tuple(number, fc.array(fc.oneof(added, moved, moved, other), { minLength: 1, maxLength: 5 })),
  { minLength: 1, maxLength: 16 },
)

it('has the same rows of jobs whether their events are applied together or one by one', () =>
  expectSameRowsOneByOne({ aggregate: pipeline, creation: CREATION, tables: ['jobs', 'pipelines'] }, histories))
