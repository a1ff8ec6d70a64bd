import { makePatterns } from '@forgefold/adapters/patterns'
import { type PipelineOccasion, readCiConfig, selectJobs } from '@forgefold/core/domains/delivery/pipeline'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'

const dialect = { acceptsTypes: false, longestJobName: 255, acceptsCobertura: false, mostParallel: 200 }

const PUSH: PipelineOccasion = {
  patterns: makePatterns(),
  source: 'push',
  ref: 'main',
  tag: false,
  variables: { CI_PIPELINE_SOURCE: 'push', CI_COMMIT_BRANCH: 'main', CI_DEFAULT_BRANCH: 'main' },
  changedFiles: ['src/a.ts'],
  files: () => ['src/a.ts', 'Dockerfile'],
}
const TAG: PipelineOccasion = {
  ...PUSH,
  ref: 'v1',
  tag: true,
  variables: { CI_PIPELINE_SOURCE: 'push', CI_COMMIT_TAG: 'v1' },
}
const REQUEST: PipelineOccasion = {
  ...PUSH,
  source: 'merge_request_event',
  ref: 'refs/merge-requests/1/head',
  variables: { CI_PIPELINE_SOURCE: 'merge_request_event' },
}
const OCCASIONS = {
  PUSH,
  TAG,
  REQUEST,
  API: { ...PUSH, source: 'api' },
  DOWNSTREAM: { ...PUSH, source: 'pipeline' },
  CHILD: { ...PUSH, source: 'parent_pipeline' },
  CHILD_OF_REQUEST: { ...REQUEST, source: 'parent_pipeline' },
  NEW: { ...PUSH, changedFiles: undefined },
} as const

/** What becomes of one job: when it runs and whether it may fail; undefined where it is left out. */
const chosen = (job: object, occasion: keyof typeof OCCASIONS): string | undefined => {
  const config = readCiConfig({ job: { script: ['true'], ...job } }, dialect)
  if (E.isLeft(config)) throw new Error(config.left.join())
  const selection = selectJobs(config.right, OCCASIONS[occasion])
  if (selection.kind !== 'selected') return undefined
  const [one] = selection.jobs
  return `${one?.when}${one?.allowFailure ? ' may fail' : ''}`
}

const BRANCH = { if: '$CI_COMMIT_BRANCH' }

const TABLE: ReadonlyArray<readonly [string, object, keyof typeof OCCASIONS, string | undefined]> = [
  ['nothing said, a push', {}, 'PUSH', 'on_success'],
  ['nothing said, a tag', {}, 'TAG', 'on_success'],
  ['nothing said, a merge request', {}, 'REQUEST', undefined],
  ['manual may fail by itself', { when: 'manual' }, 'PUSH', 'manual may fail'],
  ['manual, told not to', { when: 'manual', allow_failure: false }, 'PUSH', 'manual'],
  ['on failure', { when: 'on_failure' }, 'PUSH', 'on_failure'],
  ['always', { when: 'always', allow_failure: true }, 'PUSH', 'always may fail'],
  ['delayed', { when: 'delayed', start_in: '1 hour' }, 'PUSH', 'delayed'],
  ['never', { when: 'never' }, 'PUSH', undefined],
  ['by exit codes', { allow_failure: { exit_codes: 3 } }, 'PUSH', 'on_success'],
  // rules
  ['a rule that holds', { rules: [BRANCH] }, 'PUSH', 'on_success'],
  ['a rule that does not', { rules: [BRANCH] }, 'TAG', undefined],
  ['no rules at all', { rules: [] }, 'PUSH', undefined],
  ['a rule with when', { rules: [{ ...BRANCH, when: 'manual' }] }, 'PUSH', 'manual'],
  ['a rule that may fail', { rules: [{ ...BRANCH, allow_failure: true }] }, 'PUSH', 'on_success may fail'],
  ['the job says when', { when: 'manual', rules: [BRANCH] }, 'PUSH', 'manual'],
  ['the rule says it better', { when: 'manual', rules: [{ ...BRANCH, when: 'always' }] }, 'PUSH', 'always'],
  ['never, first', { rules: [{ ...BRANCH, when: 'never' }, { when: 'always' }] }, 'PUSH', undefined],
  ['never, passed over', { rules: [{ ...BRANCH, when: 'never' }, { when: 'always' }] }, 'TAG', 'always'],
  ['a rule reaches merge requests', { rules: [{ when: 'always' }] }, 'REQUEST', 'always'],
  ['a broken rule', { rules: [{ if: '$A ==' }] }, 'PUSH', undefined],
  ['changes that are there', { rules: [{ changes: ['src/**'] }] }, 'PUSH', 'on_success'],
  ['changes that are not', { rules: [{ changes: ['docs/**'] }] }, 'PUSH', undefined],
  ['changes in paths', { rules: [{ changes: { paths: ['src/*'] } }] }, 'PUSH', 'on_success'],
  ['changes on a new branch', { rules: [{ changes: ['docs/**'] }] }, 'NEW', 'on_success'],
  ['a file that exists', { rules: [{ exists: ['Dockerfile'] }] }, 'PUSH', 'on_success'],
  ['a file that does not', { rules: [{ exists: ['*.rb'] }] }, 'PUSH', undefined],
  ['all of a rule', { rules: [{ ...BRANCH, exists: ['*.rb'] }] }, 'PUSH', undefined],
  // only and except
  ['only a branch', { only: ['main'] }, 'PUSH', 'on_success'],
  ['only another', { only: ['other'] }, 'PUSH', undefined],
  ['only a pattern', { only: ['/^ma/'] }, 'PUSH', 'on_success'],
  ['only a pattern without case', { only: ['/^MA/i'] }, 'PUSH', 'on_success'],
  ['only tags', { only: ['tags'] }, 'PUSH', undefined],
  ['only tags, a tag', { only: ['tags'] }, 'TAG', 'on_success'],
  ['only merge requests', { only: ['merge_requests'] }, 'REQUEST', 'on_success'],
  ['only merge requests, a push', { only: ['merge_requests'] }, 'PUSH', undefined],
  ['only what the API asks for', { only: ['api'] }, 'API', 'on_success'],
  ['only downstream pipelines', { only: ['pipelines'] }, 'DOWNSTREAM', 'on_success'],
  ['only downstream pipelines, a push', { only: ['pipelines'] }, 'PUSH', undefined],
  ['only child pipelines', { only: ['parent_pipelines'] }, 'CHILD', 'on_success'],
  ['nothing said, a child pipeline', {}, 'CHILD', 'on_success'],
  ['nothing said, a child pipeline of a merge request', {}, 'CHILD_OF_REQUEST', undefined],
  ['only merge requests, a child pipeline', { only: ['merge_requests'] }, 'CHILD_OF_REQUEST', 'on_success'],
  ['only by variable', { only: { variables: ['$CI_COMMIT_BRANCH == "main"'] } }, 'PUSH', 'on_success'],
  ['only by another', { only: { variables: ['$NONE'] } }, 'PUSH', undefined],
  ['only by changes', { only: { changes: ['docs/*'] } }, 'PUSH', undefined],
  ['except branches', { except: ['branches'] }, 'PUSH', undefined],
  ['except branches, a tag', { except: ['branches'] }, 'TAG', 'on_success'],
  ['except by variable', { except: { variables: ['$CI_COMMIT_TAG'] } }, 'TAG', undefined],
  ['a word that every object knows', { only: ['constructor'] }, 'PUSH', undefined],
]

describe('a job of the CI file', () => {
  it.each(TABLE)('%s', (_, job, occasion, outcome) => {
    expect(chosen(job, occasion)).toBe(outcome)
  })

  it('is out with its whole pipeline where workflow:rules say no', () => {
    const file = { workflow: { rules: [{ if: '$CI_COMMIT_TAG' }] }, job: { script: ['true'] } }
    const config = readCiConfig(file, dialect)
    if (E.isLeft(config)) throw new Error(config.left.join())
    expect(selectJobs(config.right, PUSH).kind).toBe('filteredOut')
    expect(selectJobs(config.right, TAG).kind).toBe('selected')
  })

  it('makes no pipeline from .pre and .post alone', () => {
    const config = readCiConfig({ job: { script: ['true'], stage: '.pre' } }, dialect)
    if (E.isLeft(config)) throw new Error(config.left.join())
    expect(selectJobs(config.right, PUSH).kind).toBe('noJobs')
  })
})
