import { makePatterns } from '@forgefold/adapters/patterns'
import { executionOf, planJobs, readCiConfig } from '@forgefold/core/domains/delivery/pipeline'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'

const dialect = { acceptsTypes: false, longestJobName: 255, acceptsCobertura: false, mostParallel: 200 }
const occasion = {
  source: 'push',
  ref: 'main',
  tag: false,
  variables: {},
  changedFiles: undefined,
  files: [],
  release: '15.3',
} as const

const fileWith = (inherit: unknown) => ({
  image: 'ruby',
  default: { before_script: ['prepare'], tags: ['docker'] },
  variables: { ONE: '1', TWO: '2' },
  job: { script: ['make'], variables: { OWN: '$ONE' }, environment: 'of-$ONE-$TWO', inherit },
  bridge: { trigger: 'group/other', variables: { OWN: 'own' }, inherit },
  ruled: { script: ['true'], rules: [{ if: '$TWO' }], inherit },
})

/** What each job of the file gets of it. */
const given = (inherit: unknown) => {
  const file = fileWith(inherit)
  const config = readCiConfig(file, dialect)
  if (E.isLeft(config)) throw new Error(config.left.join())
  const plan = planJobs(file, { dialect, occasion }, { patterns: makePatterns(), digest: () => 'ab' })
  if (plan.kind !== 'planned') throw new Error(plan.kind)
  const named = (name: string) => plan.jobs.find(({ job }) => job.name === name)
  const execution = executionOf(file, 'job')
  return {
    script: execution?.script,
    image: execution?.image?.name,
    tags: named('job')?.job.tags,
    variables: execution?.variables,
    place: named('job')?.place?.name,
    forwarded: named('bridge')?.trigger?.variables,
    ruled: named('ruled') !== undefined,
  }
}

/** What jobs take over of `default` and `variables` (docs/reference/behaviour/delivery.md#ci-files). */
describe('a job of a CI file', () => {
  const everything = {
    script: ['prepare', 'make'],
    image: 'ruby',
    tags: ['docker'],
    variables: { ONE: '1', TWO: '2', OWN: '$ONE' },
    place: 'of-1-2',
    forwarded: { ONE: '1', TWO: '2', OWN: 'own' },
    ruled: true,
  }
  const noDefaults = { script: ['make'], image: undefined, tags: [] }

  it.each([[undefined], [{ default: true, variables: true }]])('takes over everything with inherit: %j', (inherit) => {
    expect(given(inherit)).toEqual(everything)
  })

  it('takes over nothing that inherit excludes', () => {
    expect(given({ default: false })).toEqual({ ...everything, ...noDefaults })
    expect(given({ variables: false })).toEqual({
      ...everything,
      variables: { OWN: '$ONE' },
      place: 'of--',
      forwarded: { OWN: 'own' },
      ruled: false,
    })
  })

  it('takes over what inherit names', () => {
    expect(given({ default: ['image', 'tags'], variables: ['ONE'] })).toEqual({
      ...everything,
      script: ['make'],
      variables: { ONE: '1', OWN: '$ONE' },
      place: 'of-1-',
      forwarded: { ONE: '1', OWN: 'own' },
      ruled: false,
    })
  })
})
