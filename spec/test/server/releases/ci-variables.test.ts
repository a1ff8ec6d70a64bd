import { CI_BUILD_VARIABLES } from '@forgefold/core/releases'
import { eventually, openTestInstance } from '@forgefold/spec/instance'
import { describe, expect, it } from 'vitest'

/** What a rule or an environment can look at; the others belong to a job that runs, which a runner of your own knows. */
const FOR_BRANCHES = [
  'CI_BUILD_BEFORE_SHA',
  'CI_BUILD_NAME',
  'CI_BUILD_REF',
  'CI_BUILD_REF_NAME',
  'CI_BUILD_REF_SLUG',
  'CI_BUILD_STAGE',
] as const
const FOR_TAGS = ['CI_BUILD_TAG', 'CI_BUILD_REF_NAME'] as const

type Old = (typeof FOR_BRANCHES)[number] | (typeof FOR_TAGS)[number]

const jobFor = (old: Old): string => `${old}:
  script: ['true']
  rules: [{ if: '$${old} && $${old} == $${CI_BUILD_VARIABLES[old]}' }]
`

const CI = `${[...new Set<Old>([...FOR_BRANCHES, ...FOR_TAGS])].map(jobFor).join('')}always:
  script: ['true']
  environment: { name: on/$CI_BUILD_REF_SLUG/$CI_COMMIT_REF_SLUG }
`

interface Job {
  readonly name: string
  readonly ref: string
}

/** The jobs that a pipeline has at a release, on a branch and on a tag, and the environments they deploy to, of which so many are to come. */
const jobsAt = async (release: string, coming: number) => {
  const instance = await openTestInstance({ release })
  const ask = async <A>(method: string, path: string, json?: unknown, query = ''): Promise<A> => {
    const answered = await instance.ask(method, `/api/v4${path}`, { as: instance.root, json, query })
    expect(answered.status, answered.text).toBeLessThan(300)
    return answered.json as A
  }
  await ask('POST', '/projects', { name: 'app', initialize_with_readme: true })
  const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content: CI }]
  await ask('POST', '/projects/1/repository/commits', { branch: 'main', commit_message: 'CI', actions })
  await ask('POST', '/projects/1/repository/tags', { tag_name: 'v1', ref: 'main' })
  // A pipeline comes with all its jobs at once.
  const of = (ref: string) =>
    eventually(`the jobs of ${ref}`, async () => {
      const jobs = await ask<ReadonlyArray<Job>>('GET', '/projects/1/jobs', undefined, 'per_page=100')
      const names = jobs.filter((job) => job.ref === ref).map(({ name }) => name)
      return names.length === 0 ? undefined : names.sort()
    })
  const [branch, tag] = [await of('main'), await of('v1')]
  // Jobs enter their environments a moment later.
  const environments = await eventually(`${coming} environments`, async () => {
    const all = await ask<ReadonlyArray<{ name: string }>>('GET', '/projects/1/environments')
    return all.length < coming ? undefined : all
  })
  await instance.close()
  return { branch, tag, environments: environments.map(({ name }) => name) }
}

describe('CI_BUILD_ variables in rules and environments', () => {
  it('have the values of the new names through 15.11', async () => {
    expect(await jobsAt('15.11', 2)).toEqual({
      branch: [...FOR_BRANCHES, 'always'].sort(),
      tag: [...FOR_BRANCHES, 'CI_BUILD_TAG', 'always'].sort(),
      environments: ['on/main/main', 'on/v1/v1'],
    })
  })

  it('are nothing from 16.0 on', async () => {
    expect(await jobsAt('16.0', 0)).toMatchObject({ branch: ['always'], tag: ['always'] })
  })
})
