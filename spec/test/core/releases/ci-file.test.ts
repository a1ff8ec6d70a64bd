import { parseCiFile } from '@forgefold/adapters/ci-file'
import { dialectOf, jobVariables, predefinedVariables, readCiConfig } from '@forgefold/core/domains/delivery/pipeline'
import { CI_BUILD_VARIABLES } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'

const readAt = (release: string, yaml: string) => {
  const parsed = parseCiFile(Buffer.from(yaml))
  return readCiConfig(parsed.ok ? parsed.value : undefined, dialectOf(release))
}

const LONG = 'j'.repeat(256)

describe('the CI file at the last release before a change and at the first after', () => {
  it.each([
    ['types', 'types: [check]\njob:\n  stage: check\n  script: x\n', 'root config contains unknown keys: types'],
    ['type', 'job:\n  type: test\n  script: x\n', 'jobs:job config contains unknown keys: type'],
    [
      'names above 255 characters',
      `${LONG}:\n  script: x\n`,
      `jobs:${LONG} name is too long (maximum is 255 characters)`,
    ],
    [
      'cobertura',
      'job:\n  script: x\n  artifacts:\n    reports:\n      cobertura: c.xml\n',
      'jobs:job:artifacts:reports config contains unknown keys: cobertura',
    ],
  ])('%s', (_, yaml, sentence) => {
    expect(E.isRight(readAt('14.10', yaml))).toBe(true)
    const refused = readAt('15.0', yaml)
    expect(E.isLeft(refused) && refused.left).toContain(sentence)
  })

  it('takes type as stage, and types as stages, while they last', () => {
    const read = readAt('14.10', 'types: [first, second]\njob:\n  type: second\n  script: x\n')
    expect(E.isRight(read) && read.right.jobs[0]?.stage).toBe('second')
  })

  it('takes a name of exactly 255 characters at every release', () => {
    const yaml = `${'j'.repeat(255)}:\n  script: x\n`
    for (const release of ['14.0', '14.10', '15.0', '16.0']) expect(E.isRight(readAt(release, yaml))).toBe(true)
  })

  it('takes coverage_report at every release', () => {
    const yaml = 'job:\n  script: x\n  artifacts:\n    reports:\n      coverage_report:\n        path: c.xml\n'
    for (const release of ['14.10', '15.0', '16.0']) expect(E.isRight(readAt(release, yaml))).toBe(true)
  })
})

describe('the predefined variables of a pipeline', () => {
  const facts = {
    projectId: 1,
    fullPath: 'group/project',
    defaultBranch: 'main',
    sha: 'a'.repeat(40),
    beforeSha: '0'.repeat(40),
    ref: 'main',
    tag: false,
    source: 'push',
    commitMessage: 'First',
    frozen: false,
    mergeRequest: undefined,
  } as const

  it('keep the old names through 15.11 and lose them at 16.0', () => {
    const old = predefinedVariables({ ...facts, release: '15.11' })
    const now = predefinedVariables({ ...facts, release: '16.0' })
    const names = Object.keys(CI_BUILD_VARIABLES) as ReadonlyArray<keyof typeof CI_BUILD_VARIABLES>
    const there = names.filter((name) => now[CI_BUILD_VARIABLES[name]] !== undefined)
    expect(there.length).toBeGreaterThanOrEqual(4)
    for (const name of there) expect(old[name], name).toBe(now[CI_BUILD_VARIABLES[name]])
    for (const name of names) expect(now[name], name).toBe(undefined)
  })

  it('of a trigger and of a job have their old names too', () => {
    const of = (release: string) => ({
      ...predefinedVariables({ ...facts, source: 'trigger', release }),
      ...jobVariables({ name: 'build', stage: 'test' }, release),
    })
    const old = { CI_BUILD_TRIGGERED: 'true', CI_BUILD_NAME: 'build', CI_BUILD_STAGE: 'test' }
    expect(of('15.11')).toMatchObject(old)
    expect(Object.keys(of('16.0')).filter((name) => Object.hasOwn(old, name))).toEqual([])
    expect(of('16.0')).toMatchObject({ CI_PIPELINE_TRIGGERED: 'true', CI_JOB_NAME: 'build', CI_JOB_STAGE: 'test' })
  })
})
