import { makeCiPlanner } from '@forgefold/adapters/ci-file'
import {
  CI_STATUSES,
  type CiStatus,
  type JobData,
  jobsOfFile,
  type PipelineCommand,
  type PipelineEvent,
  pipeline,
  readCiConfig,
} from '@forgefold/core/domains/delivery/pipeline'
import { fold, type Instant } from '@forgefold/core/kernel'
import { aggregateCases } from '@forgefold/spec/testing'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { runCases } from '../../../../run-cases.js'

const at = '2022-08-22T12:00:00.000Z' as Instant
const dialect = { acceptsTypes: false, longestJobName: 255, acceptsCobertura: false, mostParallel: 200 }

const jobOf = (id: number, name: string, more: Partial<JobData> = {}): JobData => ({
  ...{ id, name, stage: 'test', stageIndex: 1, kind: 'build', when: 'on_success', allowFailure: false },
  ...{ status: 'created', environment: null, environmentUrl: null, environmentAction: null },
  ...{ targetUrl: null, description: null, userId: 1 },
  ...more,
})
const bridgeOf = (id: number, name: string, depends: boolean, more: Partial<JobData> = {}): JobData =>
  jobOf(id, name, {
    kind: 'bridge',
    trigger: { project: 'a/b', branch: null, files: [], depends, forwardsPipelineVariables: false, variables: [] },
    ...more,
  })
const begin = (jobs: ReadonlyArray<JobData>): PipelineCommand => ({
  ...{ type: 'Create', projectId: 1, iid: 1, sha: 'a', ref: 'main', tag: false, source: 'push', beforeSha: '0' },
  ...{ userId: 1, mergeRequestId: null, sourceSha: null, yamlErrors: null, skipped: false, jobs, at },
})
const report = (jobId: number, status: 'running' | 'success' | 'failed'): PipelineCommand => ({
  ...{ type: 'ReportJob', jobId, status, failureReason: null, coverage: null, at },
})
const follow = (status: CiStatus, jobId = 1): PipelineCommand => ({ type: 'FollowDownstreamInJob', jobId, status, at })

/** The statuses of the bridge 1, and of the job 2 of the next stage, after these commands. */
const after = (depends: boolean, ...commands: ReadonlyArray<PipelineCommand>): ReadonlyArray<string | undefined> => {
  const history: Array<PipelineEvent> = []
  for (const command of [begin([bridgeOf(1, 'start', depends), jobOf(2, 'next', { stageIndex: 2 })]), ...commands]) {
    const decided = pipeline.decide(command)(fold(pipeline, history))
    if (E.isRight(decided)) history.push(...decided.right)
  }
  const state = fold(pipeline, history)
  return state.kind === 'live' ? jobsOfFile(state).map(({ status }) => status) : []
}
const cancel: PipelineCommand = { type: 'CancelJob', jobId: 1, at }

describe('a bridge', () => {
  it.each([
    ['waits for its turn', [], ['pending', 'created']],
    ['runs while its pipeline is pending', [follow('pending')], ['running', 'created']],
    ['runs while a manual job holds its pipeline', [report(1, 'running'), follow('manual')], ['running', 'created']],
    ['succeeds', [report(1, 'running'), follow('success')], ['success', 'pending']],
    ['fails', [report(1, 'running'), follow('failed')], ['failed', 'skipped']],
    ['fails with a pipeline that is skipped', [report(1, 'running'), follow('skipped')], ['failed', 'skipped']],
    ['is cancelled', [report(1, 'running'), follow('canceled')], ['canceled', 'skipped']],
    ['runs again', [report(1, 'running'), follow('failed'), follow('running')], ['running', 'created']],
    ['is mended', [report(1, 'running'), follow('failed'), follow('success')], ['success', 'pending']],
    ['stays cancelled', [report(1, 'running'), cancel, follow('running'), follow('success')], ['canceled', 'skipped']],
  ] as const)('that depends on a pipeline %s', (_, commands, statuses) => {
    expect(after(true, ...commands)).toEqual(statuses)
  })

  it('that depends on none does not follow it', () => {
    expect(after(false, report(1, 'running'), report(1, 'success'), follow('failed'))).toEqual(['success', 'pending'])
  })

  it('follows its pipeline once it is replaced no more', () => {
    const retry = { type: 'Retry', copies: [{ jobId: 1, newJobId: 3 }], userId: 1, at } as const
    expect(after(true, report(1, 'running'), follow('failed'), retry, follow('running'))).toEqual([
      ...['failed', 'created', 'pending'],
    ])
  })
})

const id = fc.integer({ min: 1, max: 4 })
const bridge = fc
  .record({ id, name: fc.constantFrom('a', 'b'), depends: fc.boolean(), stageIndex: fc.integer({ min: 1, max: 2 }) })
  .map(({ id: number, name, depends, stageIndex }) => bridgeOf(number, name, depends, { stageIndex }))
runCases(
  'a pipeline with bridges',
  aggregateCases({
    aggregate: pipeline,
    unreached: ['JobDescribed', 'JobRetried', 'PipelineDeleted'],
    commands: fc.oneof(
      fc.uniqueArray(bridge, { maxLength: 4, selector: (one) => one.id }).map(begin),
      fc
        .record({ status: fc.constantFrom(...CI_STATUSES), jobId: id })
        .map(({ status, jobId }) => follow(status, jobId)),
      fc
        .record({ jobId: id, status: fc.constantFrom('running', 'success', 'failed') })
        .map((one) => report(one.jobId, one.status as 'running')),
      id.map((jobId): PipelineCommand => ({ type: 'CancelJob', jobId, at })),
    ),
  }),
)

const WHENS = 'on_success, on_failure, always, manual'

describe('what is wrong with a trigger', () => {
  it.each<readonly [job: object, error: string]>([
    [{ trigger: 'a/b', script: ['make'] }, 'jobs:job config contains unknown keys: trigger'],
    [{ trigger: 'a/b', tags: ['x'], image: 'y' }, 'jobs:job config contains unknown keys: tags, image'],
    [{ trigger: 'a/b', when: 'delayed', start_in: '1 day' }, 'jobs:job config contains unknown keys: start_in'],
    [{ trigger: 'a/b', when: 'delayed' }, `jobs:job when should be one of: ${WHENS}`],
    [{ trigger: '' }, "jobs:job:trigger config can't be blank"],
    [{ trigger: null }, "jobs:job:trigger config can't be blank"],
    [{ trigger: {} }, "jobs:job:trigger config can't be blank"],
    [{ trigger: ['a/b'] }, 'jobs:job:trigger has to be either a string or a hash'],
    [{ trigger: 5 }, 'jobs:job:trigger has to be either a string or a hash'],
    [{ trigger: { branch: 'main' } }, "jobs:job:trigger project can't be blank"],
    [{ trigger: { project: ['a/b'] } }, 'jobs:job:trigger project should be a string'],
    [{ trigger: { project: 'a/b', branch: {} } }, 'jobs:job:trigger branch should be a string'],
    [{ trigger: { project: 'a/b', other: 1 } }, 'jobs:job:trigger config contains unknown keys: other'],
    [{ trigger: { project: 'a/b', include: 'c' } }, 'jobs:job:trigger config contains unknown keys: project'],
    [{ trigger: { project: 'a/b', strategy: 'other' } }, 'jobs:job:trigger strategy should be depend'],
    [{ trigger: { include: [] } }, "jobs:job:trigger:include config can't be blank"],
    [{ trigger: { include: 5 } }, 'jobs:job:trigger:include config should be an array or a string'],
    [{ trigger: { include: ['a', 'b', 'c', 'd'] } }, 'jobs:job:trigger:include config is too long (maximum is 3)'],
    [{ trigger: { include: 'a', forward: 1 } }, 'jobs:job:trigger:forward config should be a hash'],
    [
      { trigger: { include: 'a', forward: { other: true } } },
      'jobs:job:trigger:forward config contains unknown keys: other',
    ],
    [
      { trigger: { include: 'a', forward: { yaml_variables: 'no' } } },
      'jobs:job:trigger:forward yaml variables should be a boolean value',
    ],
  ])('%j', (job, error) => {
    const found = readCiConfig({ job }, dialect)
    expect(E.isLeft(found) ? found.left : []).toContain(error)
  })

  it('is nothing where all is well', () => {
    const jobs = {
      one: { trigger: 'a/b', stage: 'test', needs: [], allow_failure: true, resource_group: 'x', when: 'manual' },
      two: {
        trigger: { project: '$A', branch: '$B', strategy: 'depend' },
        rules: [{ if: '$A' }],
        variables: { A: 'b' },
      },
      three: {
        extends: '.base',
        trigger: { include: [{ local: '/x.yml' }, 'y.yml'], forward: { yaml_variables: false } },
      },
      '.base': {
        only: ['main'],
        except: ['tags'],
        interruptible: true,
        parallel: { matrix: [{ A: ['1', '2'] }] },
        inherit: { variables: false },
      },
    }
    expect(E.isRight(readCiConfig(jobs, dialect))).toBe(true)
  })
})

describe('what a bridge forwards', () => {
  const planned = (file: object) =>
    makeCiPlanner().plan({
      yaml: [Buffer.from(JSON.stringify(file))],
      dialect,
      occasion: {
        ...{ source: 'push', ref: 'main', tag: false, variables: { GIVEN: 'x'.repeat(9_000) }, release: '16.0' },
        ...{ changedFiles: undefined, files: [] },
      },
    })
  const variables = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`V${n}`, '$GIVEN']))

  it('is bounded, however short the file is', async () => {
    const plan = await planned({ variables: variables(50), start: { trigger: 'a/b' } })
    expect(plan.kind).toBe('planned')
    for (const file of [
      { variables: variables(60), start: { trigger: 'a/b' } },
      { variables: variables(30), start: { trigger: 'a/b' }, another: { trigger: 'a/b' } },
    ])
      expect(await planned(file)).toEqual({
        kind: 'broken',
        errors: ['the variables that trigger jobs forward and rules set, or the names of files, are too long'],
      })
  })
})
