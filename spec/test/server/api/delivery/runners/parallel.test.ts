import { openTestInstance } from '@forgefold/spec/instance'
import * as programs from '@forgefold/spec/programs'
import { formFile, zipOf } from '@forgefold/spec/testing'
import { describe, expect, it } from 'vitest'
import { ciProject, type Json } from '../ci-project.js'

const CI = `
stages: [build, test, deploy]
spread: { stage: build, script: [make], parallel: 3, artifacts: { paths: [out] } }
grid:
  stage: test
  script: [make]
  needs: [spread]
  tags: [$CLOUD, $UNKNOWN]
  variables: { SHARED: 'yes', CLOUD: none }
  environment: { name: '$CLOUD/$STACK' }
  parallel:
    matrix:
      - { CLOUD: aws, STACK: [web, jobs] }
      - { CLOUD: [gcp], STACK: 1 }
aws: { stage: test, script: [make], needs: [], rules: [{ if: '$CI_NODE_INDEX == "2"' }], parallel: 2 }
last: { stage: deploy, script: [make], dependencies: [spread] }
one: { stage: deploy, script: [make], needs: ['spread 2/3'] }
`
const GRID = ['grid: [aws, web]', 'grid: [aws, jobs]', 'grid: [gcp, 1]']

/** `parallel` of a CI file (docs/reference/behaviour/delivery.md#parallel-jobs). */
describe.runIf(programs.need('git'))('a job that the CI file makes several of', () => {
  const { ask, must, request, take, end, world } = ciProject(CI, { tag_list: 'aws,gcp,$UNKNOWN' })
  const nameOf = (job: Json): string => String((job['job_info'] as Json)['name'])
  const namesIn = (json: unknown, key = 'name') => (json as ReadonlyArray<Json>).map((one) => one[key])
  const lint = async (job: Json, more: Json = {}) =>
    (
      await must('POST', '/projects/1/ci/lint', {
        content: JSON.stringify({ job: { script: 'make', ...job }, ...more }),
      })
    )['errors']

  it('is as many jobs, each with its place, its variables and its name, and all of them are needed', async () => {
    const { id } = await must('POST', '/projects/1/pipeline', { ref: 'main' })
    const { json } = await ask('GET', `/projects/1/pipelines/${id}/jobs`)
    expect(namesIn(json).reverse()).toEqual([
      ...['spread 1/3', 'spread 2/3', 'spread 3/3'],
      ...[...GRID, 'aws 2/2', 'last', 'one'],
    ])
    const taken = new Map<string, Json>()
    const begin = async (): Promise<Json> => {
      const job = await take()
      taken.set(nameOf(job), job)
      return job
    }
    const first = [await begin(), await begin(), await begin()]
    expect(first.map(nameOf)).toEqual(['spread 1/3', 'spread 2/3', 'spread 3/3'])
    expect(nameOf(await begin())).toBe('aws 2/2')
    expect((await request()).status).toBe(204)
    for (const job of first) await end(job)
    for (const name of [...GRID, 'one']) expect(nameOf(await begin())).toBe(name)
    const variablesOf = (name: string): Json => {
      const { variables } = taken.get(name) as { readonly variables: ReadonlyArray<Json> }
      return Object.fromEntries(variables.map(({ key, value }) => [key, value]))
    }
    expect(variablesOf('spread 2/3')).toMatchObject({
      CI_NODE_INDEX: '2',
      CI_NODE_TOTAL: '3',
      CI_JOB_NAME: 'spread 2/3',
    })
    const ofGrid = { CLOUD: 'gcp', STACK: '1', SHARED: 'yes', CI_NODE_INDEX: '3', CI_NODE_TOTAL: '3' }
    expect(variablesOf('grid: [gcp, 1]')).toMatchObject({ ...ofGrid, CI_ENVIRONMENT_NAME: 'gcp/1' })
    expect(variablesOf('one')).toMatchObject({ CI_NODE_TOTAL: '1' })
    expect(variablesOf('one')).not.toHaveProperty('CI_NODE_INDEX')
    expect(await must('GET', `/projects/1/jobs/${taken.get('grid: [aws, jobs]')?.['id']}`)).toMatchObject({
      name: 'grid: [aws, jobs]',
      tag_list: ['aws', '$UNKNOWN'],
    })
    for (const job of taken.values())
      await ask('PUT', `/jobs/${job['id']}`, { token: job['token'], state: 'success' }, '')
    const last = await begin()
    expect(nameOf(last)).toBe('last')
    await end(last)
    expect(await must('GET', `/projects/1/pipelines/${id}`)).toMatchObject({ status: 'success' })
  })

  it('takes the archives of all jobs that one has become', async () => {
    const dependencies = async (name: string): Promise<unknown> => {
      const { id } = await must('POST', '/projects/1/pipeline', { ref: 'main' })
      let found: unknown
      for (let open = 9; open > 0; open--) {
        const job = await take()
        if (nameOf(job).startsWith('spread')) {
          const form = await formFile(
            'file',
            zipOf([{ name: 'out', bytes: Buffer.from('x'), deflated: false }]),
            'a.zip',
          )
          const headers = { ...form.headers, 'job-token': String(job['token']) }
          const handed = await world().ask('POST', `/api/v4/jobs/${job['id']}/artifacts`, {
            bytes: form.bytes,
            headers,
          })
          expect(handed.status).toBe(201)
        }
        if (nameOf(job) === name) found = namesIn(job['dependencies'])
        await end(job)
      }
      expect(await must('GET', `/projects/1/pipelines/${id}`)).toMatchObject({ status: 'success' })
      return found
    }
    expect(await dependencies('last')).toEqual(['spread 1/3', 'spread 2/3', 'spread 3/3'])
    expect(await dependencies('one')).toEqual(['spread 2/3'])
    expect(await dependencies('grid: [aws, web]')).toEqual(['spread 1/3', 'spread 2/3', 'spread 3/3'])
  })

  it('is shown by the lint as the jobs that it becomes', async () => {
    const { jobs } = await must('POST', '/projects/1/ci/lint', { content: CI, include_jobs: true })
    expect(namesIn(jobs).slice(0, 3)).toEqual(['spread 1/3', 'spread 2/3', 'spread 3/3'])
    expect((jobs as ReadonlyArray<Json>).find(({ name }) => name === GRID[0])).toMatchObject({
      stage: 'test',
      needs: [{ name: 'spread 1/3' }, { name: 'spread 2/3' }, { name: 'spread 3/3' }],
    })
  })

  it.each([
    [true, 'should be an integer or a hash'],
    ['3', 'should be an integer or a hash'],
    [0, 'config must be greater than or equal to 1'],
    [1.5, 'config must be an integer'],
    [201, 'config must be less than or equal to 200'],
    [{}, 'config missing required keys: matrix'],
    [{ matrix: [], more: 1 }, 'config contains unknown keys: more'],
  ])('is refused with `parallel: %j`', async (parallel, sentence) => {
    expect(await lint({ parallel })).toEqual([`jobs:job:parallel ${sentence}`])
  })

  it.each([
    ['none', 'should be an array of hashes'],
    [['none'], 'should be an array of hashes'],
    [
      [{ A: Array.from({ length: 15 }, String), B: Array.from({ length: 14 }, String) }],
      'generates too many jobs (maximum is 200)',
    ],
  ])('is refused with a wrong matrix', async (matrix, sentence) => {
    expect(await lint({ parallel: { matrix } })).toEqual([`jobs:job:parallel:matrix config ${sentence}`])
  })

  it('cannot be too many parts of a pipeline, and a bridge has a matrix alone', async () => {
    expect(await lint({ script: undefined, trigger: 'a/b', parallel: 2 })).toEqual([
      'jobs:job:parallel config cannot use "parallel: <number>".',
    ])
    expect(await lint({ script: undefined, trigger: 'a/b', parallel: { matrix: [{ A: ['1', '2'] }] } })).toEqual([])
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [
        `j${at}`,
        { script: 'x', parallel: 200, needs: at === 0 ? [] : ['job', 'j0'] },
      ]),
    )
    expect(await lint({ parallel: 200 }, many)).toEqual(['the jobs have too many parts'])
  })

  it('is 50 jobs at most before 15.9', async () => {
    const before = await openTestInstance({ release: '15.8' })
    const content = JSON.stringify({ job: { script: 'make', parallel: 51 } })
    const { json } = await before.ask('POST', `/api/v4/ci/lint`, { as: before.root, json: { content } })
    expect(json).toMatchObject({ errors: ['jobs:job:parallel config must be less than or equal to 50'] })
    await before.close()
  })
})
