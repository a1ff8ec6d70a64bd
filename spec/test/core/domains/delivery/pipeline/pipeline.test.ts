import {
  countingJobs,
  JOB_WHENS,
  type JobData,
  type LivePipeline,
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

const jobOf = (id: number, name: string, more: Partial<JobData> = {}): JobData => ({
  ...{ id, name, stage: 'test', stageIndex: 1, kind: 'build', when: 'on_success', allowFailure: false },
  ...{ status: 'created', environment: null, environmentUrl: null, environmentAction: null },
  ...{ targetUrl: null, description: null, userId: 1 },
  ...more,
})

const begin = (jobs: ReadonlyArray<JobData>): PipelineCommand => ({
  ...{ type: 'Create', projectId: 1, iid: 1, sha: 'a', ref: 'main', tag: false, source: 'push', beforeSha: '0' },
  ...{ userId: 1, mergeRequestId: null, sourceSha: null, yamlErrors: null, skipped: false, jobs, at },
})

/** A pipeline that is told things; what is refused changes nothing. */
const running = (jobs: ReadonlyArray<JobData>) => {
  const history: Array<PipelineEvent> = []
  const tell = (command: PipelineCommand): boolean => {
    const decided = pipeline.decide(command)(fold(pipeline, history))
    if (E.isRight(decided)) history.push(...decided.right)
    return E.isRight(decided)
  }
  tell(begin(jobs))
  const live = (): LivePipeline => {
    const state = fold(pipeline, history)
    if (state.kind !== 'live') throw new Error('it is there')
    return state
  }
  const now = (name: string) => countingJobs(live()).find((job) => job.name === name)
  const report = (name: string, status: 'running' | 'success' | 'failed' | 'canceled'): boolean =>
    tell({ type: 'ReportJob', jobId: now(name)?.id ?? 0, status, failureReason: null, coverage: null, at })
  return {
    tell,
    report,
    is: (name: string) => now(name)?.status,
    id: (name: string) => now(name)?.id ?? 0,
    status: () => live().status,
    run: (name: string, end: 'success' | 'failed' | 'canceled' = 'success') =>
      report(name, 'running') && report(name, end),
  }
}

const stage = (stageIndex: number, more: Partial<JobData> = {}): Partial<JobData> => ({ stageIndex, ...more })

describe('the turns of jobs', () => {
  it('come stage by stage', () => {
    const one = running([jobOf(1, 'a', stage(1)), jobOf(2, 'b', stage(1)), jobOf(3, 'c', stage(2))])
    expect([one.is('a'), one.is('b'), one.is('c'), one.status()]).toEqual(['pending', 'pending', 'created', 'pending'])
    one.run('a')
    expect(one.is('c')).toBe('created')
    one.run('b')
    expect([one.is('c'), one.status()]).toEqual(['pending', 'running'])
    one.run('c')
    expect(one.status()).toBe('success')
  })

  it.each([
    ['on_success', 'success', 'pending'],
    ['on_success', 'failed', 'skipped'],
    ['on_failure', 'success', 'skipped'],
    ['on_failure', 'failed', 'pending'],
    ['on_failure', 'canceled', 'pending'],
    ['always', 'success', 'pending'],
    ['always', 'failed', 'pending'],
    ['manual', 'success', 'manual'],
    ['manual', 'failed', 'skipped'],
    ['delayed', 'success', 'scheduled'],
    ['delayed', 'failed', 'skipped'],
  ] as const)('of a job that runs %s, after %s, make it %s', (when, end, status) => {
    const one = running([jobOf(1, 'a', stage(1)), jobOf(2, 'b', stage(2, { when }))])
    one.run('a', end)
    expect(one.is('b')).toBe(status)
  })

  it('pass over what may fail, and what waits for a hand that need not come', () => {
    const may = { allowFailure: true }
    const one = running([
      jobOf(1, 'a', stage(1, may)),
      jobOf(2, 'hand', stage(1, { ...may, when: 'manual' })),
      jobOf(3, 'b', stage(2)),
    ])
    expect(one.is('b')).toBe('created')
    one.run('a', 'failed')
    expect([one.is('hand'), one.is('b')]).toEqual(['manual', 'pending'])
    one.run('b')
    expect(one.status()).toBe('success')
  })

  it('wait for a manual job that has to come', () => {
    const one = running([jobOf(1, 'hand', stage(1, { when: 'manual' })), jobOf(2, 'b', stage(2))])
    expect([one.is('hand'), one.is('b'), one.status()]).toEqual(['manual', 'created', 'manual'])
    one.tell({ type: 'PlayJob', jobId: 1, userId: 7, at })
    one.run('hand')
    expect(one.is('b')).toBe('pending')
  })

  it('of jobs that name their needs do not wait for stages', () => {
    const one = running([
      jobOf(1, 'slow', stage(1)),
      jobOf(2, 'fast', stage(1)),
      jobOf(3, 'after fast', stage(2, { needs: ['fast'] })),
      jobOf(4, 'at once', stage(3, { needs: [] })),
      jobOf(5, 'after all', stage(3)),
    ])
    expect([one.is('at once'), one.is('after fast')]).toEqual(['pending', 'created'])
    one.run('fast')
    expect([one.is('after fast'), one.is('slow')]).toEqual(['pending', 'pending'])
    one.run('after fast')
    one.run('at once')
    expect(one.is('after all')).toBe('created')
    one.run('slow')
    expect(one.is('after all')).toBe('pending')
  })

  it('of jobs whose needs failed or never ran do not come', () => {
    const one = running([
      jobOf(1, 'a', stage(1)),
      jobOf(2, 'b', stage(1, { needs: ['a'] })),
      jobOf(3, 'c', stage(1, { needs: ['b'] })),
      jobOf(4, 'rescue', stage(1, { needs: ['a'], when: 'on_failure' })),
      jobOf(5, 'late rescue', stage(1, { needs: ['b'], when: 'on_failure' })),
      jobOf(6, 'sweep', stage(1, { needs: ['c'], when: 'always' })),
    ])
    one.run('a', 'failed')
    expect(['b', 'c', 'rescue', 'late rescue', 'sweep'].map(one.is)).toEqual([
      ...['skipped', 'skipped', 'pending', 'skipped', 'pending'],
    ])
    // Another try gives all of them another turn.
    one.tell({ type: 'Retry', copies: [{ jobId: one.id('a'), newJobId: 10 }], userId: 1, at })
    expect([one.is('b'), one.is('c')]).toEqual(['created', 'created'])
    one.run('a')
    expect([one.is('b'), one.is('c')]).toEqual(['pending', 'created'])
  })

  it('come again to jobs of a pipeline that is retried, and at once to one job', () => {
    const one = running([
      jobOf(1, 'a', stage(1)),
      jobOf(2, 'hand', stage(1, { when: 'manual', allowFailure: true })),
      jobOf(3, 'b', stage(2)),
      jobOf(4, 'needing', stage(3, { needs: ['a'] })),
    ])
    const names = ['a', 'hand', 'b', 'needing']
    const copies = (added: number) => names.map((name) => ({ jobId: one.id(name), newJobId: one.id(name) + added }))
    one.tell({ type: 'Cancel', at })
    expect(names.map(one.is)).toEqual(Array(4).fill('canceled'))
    one.tell({ type: 'Retry', copies: copies(10), inTurn: true, userId: 1, at })
    expect(names.map(one.is)).toEqual(['pending', 'manual', 'created', 'created'])
    one.run('a')
    expect(names.map(one.is)).toEqual(['success', 'manual', 'pending', 'pending'])
    one.tell({ type: 'Cancel', at })
    one.tell({ type: 'Retry', copies: copies(10).slice(1, 2), userId: 1, at })
    expect(names.map(one.is)).toEqual(['success', 'pending', 'canceled', 'canceled'])
  })

  it('come again when a manual job is started that others need', () => {
    const one = running([
      jobOf(1, 'hand', stage(1, { when: 'manual', allowFailure: true })),
      jobOf(2, 'needing', stage(1, { needs: ['hand'] })),
    ])
    expect(one.is('needing')).toBe('skipped')
    one.tell({ type: 'PlayJob', jobId: 1, userId: 1, at })
    expect(one.is('needing')).toBe('created')
    one.run('hand')
    expect(one.is('needing')).toBe('pending')
  })

  it('stop at gates: what is held waits, what is barred fails', () => {
    const jobs = [jobOf(1, 'held'), jobOf(2, 'barred'), jobOf(3, 'free'), jobOf(4, 'by hand', { when: 'manual' })]
    const gates = new Map([
      [1, 'held'],
      [2, 'barred'],
      [4, 'barred'],
    ] as const)
    const decided = pipeline.decide({ ...begin(jobs), gates })(pipeline.initial)
    if (E.isLeft(decided)) throw new Error('refused')
    const state = fold(pipeline, decided.right)
    const shown =
      state.kind === 'live' ? countingJobs(state).map(({ status, failureReason }) => [status, failureReason]) : []
    expect(shown).toEqual([
      ['manual', null],
      ['failed', 'protected_environment_failure'],
      ['pending', null],
      ['manual', null],
    ])
  })
})

describe('what a job refuses', () => {
  const kind = (
    name: string,
    before: (one: ReturnType<typeof running>) => void,
    command: (id: number) => PipelineCommand,
  ) => {
    const one = running([
      jobOf(1, 'a', stage(1)),
      jobOf(2, 'hand', stage(1, { when: 'manual' })),
      jobOf(3, 'z', stage(2)),
    ])
    before(one)
    return one.tell(command(one.id(name)))
  }
  const nothing = (): void => {}
  const report = (status: 'running' | 'success') => (jobId: number) =>
    ({ type: 'ReportJob', jobId, status, failureReason: null, coverage: null, at }) as const
  const play = (jobId: number) => ({ type: 'PlayJob', jobId, userId: 1, at }) as const
  const retry = (jobId: number) => ({ type: 'Retry', copies: [{ jobId, newJobId: 9 }], userId: 1, at }) as const
  const hold = (jobId: number) => ({ type: 'HoldJob', jobId, at }) as const

  it.each([
    ['running what is pending', 'a', nothing, report('running'), true],
    ['ending what is pending', 'a', nothing, report('success'), true],
    ['running what runs', 'a', (one) => one.report('a', 'running'), report('running'), false],
    ['running what ended', 'a', (one) => one.run('a'), report('running'), false],
    ['running what waits for a hand', 'hand', nothing, report('running'), false],
    ['running what has not had its turn', 'z', nothing, report('running'), false],
    ['playing what waits for a hand', 'hand', nothing, play, true],
    ['playing what is pending', 'a', nothing, play, false],
    ['playing what ended', 'a', (one) => one.run('a'), play, false],
    ['retrying a success', 'a', (one) => one.run('a'), retry, true],
    ['retrying a failure', 'a', (one) => one.run('a', 'failed'), retry, true],
    ['retrying what was cancelled', 'a', (one) => one.tell({ type: 'CancelJob', jobId: 1, at }), retry, true],
    ['retrying what runs', 'a', (one) => one.report('a', 'running'), retry, false],
    ['retrying what waits', 'hand', nothing, retry, false],
    [
      'retrying what was skipped',
      'z',
      (one) => {
        one.tell({ type: 'CancelJob', jobId: 2, at })
        one.run('a', 'failed')
      },
      retry,
      false,
    ],
    [
      'retrying what was rejected',
      'a',
      (one) => one.tell({ type: 'DropJob', jobId: 1, reason: 'deployment_rejected', at }),
      retry,
      false,
    ],
    [
      'cancelling what ended changes nothing',
      'a',
      (one) => one.run('a'),
      (jobId) => ({ type: 'CancelJob', jobId, at }),
      true,
    ],
    ['holding what is pending', 'a', nothing, hold, true],
    ['holding what runs', 'a', (one) => one.report('a', 'running'), hold, false],
    ['anything about no job of it', 'none', nothing, play, false],
  ] as ReadonlyArray<
    readonly [string, string, (one: ReturnType<typeof running>) => unknown, (id: number) => PipelineCommand, boolean]
  >)('%s', (_, name, before, command, granted) => {
    expect(kind(name, (one) => void before(one), command)).toBe(granted)
  })
})

const id = fc.integer({ min: 1, max: 6 })
const when = fc.constant(at)
const job: fc.Arbitrary<JobData> = fc
  .record({
    id,
    name: fc.constantFrom('a', 'b', 'c'),
    stageIndex: fc.integer({ min: 1, max: 3 }),
    when: fc.constantFrom(...JOB_WHENS),
    allowFailure: fc.boolean(),
    needs: fc.option(fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 2 }), { nil: undefined }),
  })
  .map(({ needs, name, id: number, ...more }) =>
    jobOf(number, name, { ...more, ...(needs === undefined ? {} : { needs }) }),
  )
const jobs = fc.uniqueArray(job, { maxLength: 5, selector: (one) => one.id })
const aboutJob = (type: 'CancelJob' | 'HoldJob' | 'StartJob') =>
  fc.record({ type: fc.constant(type), jobId: id, at: when })
const commands: fc.Arbitrary<PipelineCommand> = fc.oneof(
  jobs.map(begin),
  fc.record({
    ...{ type: fc.constant('ReportJob' as const), jobId: id, at: when },
    status: fc.constantFrom('running' as const, 'success' as const, 'failed' as const, 'canceled' as const),
    failureReason: fc.option(fc.constant('script_failure')),
    coverage: fc.option(fc.constantFrom(0, 81.5)),
  }),
  fc.record({ type: fc.constant('PlayJob' as const), jobId: id, userId: id, at: when }),
  fc.record({
    ...{ type: fc.constant('Retry' as const), userId: id, at: when, inTurn: fc.boolean() },
    copies: fc.array(fc.record({ jobId: id, newJobId: fc.integer({ min: 100, max: 10_000 }) }), { maxLength: 3 }),
  }),
  aboutJob('CancelJob'),
  aboutJob('HoldJob'),
  aboutJob('StartJob'),
  fc.record({ type: fc.constant('DropJob' as const), jobId: id, reason: fc.constant('x'), at: when }),
  fc.record({ type: fc.constant('Cancel' as const), at: when }),
  fc.constant({ type: 'Delete' as const }),
)

runCases('a pipeline', aggregateCases({ aggregate: pipeline, commands, unreached: ['JobDescribed'] }))
