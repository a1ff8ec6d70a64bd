import { openTestInstance } from '@forgefold/spec/instance'
import { describe, expect, it } from 'vitest'

/** What a client is told that makes a pipeline of this CI file: the lines of the release table. */
const toldAt = async (release: string, content: string): Promise<ReadonlyArray<string>> => {
  const instance = await openTestInstance({ release })
  const post = (path: string, json: unknown) => instance.ask('POST', `/api/v4${path}`, { as: instance.root, json })
  const { id } = (await post('/projects', { name: 'p', initialize_with_readme: true })).json as { readonly id: number }
  await post(`/projects/${id}/repository/commits`, {
    branch: 'main',
    commit_message: 'CI [skip ci]',
    actions: [{ action: 'create', file_path: '.gitlab-ci.yml', content }],
  })
  const made = await post(`/projects/${id}/pipeline`, { ref: 'main' })
  await instance.close()
  expect(made.status, made.text).toBe(201)
  const told = [...(made.headers.get('link') ?? '').matchAll(/#([^>]+)>; rel="deprecation"/g)].map(
    ([, item]) => item ?? '',
  )
  expect(made.headers.has('deprecation')).toBe(told.length > 0)
  return told
}

const OLD = 'job:\n  script: ["echo $CI_BUILD_REF", "echo ${CI_BUILD_ID}"]\n'
const TYPES =
  'types: [build]\njob:\n  type: build\n  script: make\n  artifacts:\n    reports:\n      cobertura: c.xml\n'

describe('a CI file that uses what is announced to go', () => {
  it.each([
    ['14.7', OLD, []],
    ['14.8', OLD, ['ci_variable.CI_BUILD_REF', 'ci_variable.CI_BUILD_ID']],
    ['15.8', OLD, ['ci_variable.CI_BUILD_REF', 'ci_variable.CI_BUILD_ID']],
    ['16.0', OLD, []],
    ['14.5', TYPES, []],
    ['14.8', TYPES, ['ci.types_keyword', 'ci.type_keyword', 'ci.artifacts_reports_cobertura']],
    ['15.3', 'job:\n  script: echo $CI_COMMIT_SHA\n', []],
  ])('at %s: %j is told %j', async (release, content, told) => {
    expect(await toldAt(release, content)).toEqual(told)
  })
})
