import * as programs from '@forgefold/spec/programs'
import { describe, expect, it } from 'vitest'
import { ciProject, type Json } from '../ci-project.js'

const CI = `
job:
  script: [make]
  cache:
    - { key: { files: [lock.json, absent], prefix: $CI_JOB_NAME }, paths: [modules] }
    - { key: { files: [absent] }, paths: [none] }
    - { key: shared, paths: [bin], unprotect: true, fallback_keys: [old, older] }
    - { paths: [out] }
`

/** `cache` of a CI file (docs/reference/behaviour/delivery.md#runner-protocol). */
describe.runIf(programs.need('git'))('the caches of a job', () => {
  const { must, take, end } = ciProject(CI)
  const commit = (branch: string, file: string, content: string, action = 'update') =>
    must('POST', '/projects/1/repository/commits', {
      ...{ branch, commit_message: 'more [skip ci]' },
      ...(branch === 'main' ? {} : { start_branch: 'main' }),
      actions: [{ action, file_path: file, content }],
    })
  const keysOn = async (ref: string): Promise<ReadonlyArray<string>> => {
    await must('POST', '/projects/1/pipeline', { ref })
    const job = await take()
    await end(job)
    return (job['cache'] as ReadonlyArray<Json>).map(({ key }) => String(key))
  }

  it('have keys that change with the files which they name, and are apart for protected refs', async () => {
    await commit('main', 'lock.json', '1', 'create')
    const first = await keysOn('main')
    const digest = /^\$CI_JOB_NAME-([0-9a-f]{40})-protected$/
    expect(first).toEqual([
      ...[expect.stringMatching(digest), 'default-protected', 'shared-non_protected', 'default-protected'],
    ])
    await commit('main', 'other', '1', 'create')
    expect(await keysOn('main')).toEqual(first)
    await commit('main', 'lock.json', '2')
    const changed = await keysOn('main')
    expect(changed[0]).toMatch(digest)
    expect(changed[0]).not.toBe(first[0])
    await commit('side', 'side', '1', 'create')
    expect(await keysOn('side')).toEqual(changed.map((key) => key.replace('-protected', '-non_protected')))
    await must('PUT', '/projects/1', { ci_separated_caches: false })
    expect(await keysOn('side')).toEqual(changed.map((key) => key.replace(/-(non_)?protected/, '')))
  })

  it('have what the runner needs besides', async () => {
    await must('POST', '/projects/1/pipeline', { ref: 'main' })
    const job = await take()
    await end(job)
    expect((job['cache'] as ReadonlyArray<Json>)[2]).toEqual({
      ...{ key: 'shared', paths: ['bin'], untracked: false, policy: 'pull-push', when: 'on_success' },
      ...{ unprotect: true, fallback_keys: ['old', 'older'] },
    })
  })

  it.each([
    [[{}, {}, {}, {}, {}], ' config no more than 4 caches can be created'],
    [{ key: { prefix: 'a' } }, ':key config missing required keys: files'],
    [{ key: { files: [] } }, ':key:files config requires at least 1 item'],
    [{ key: { files: ['a', 'b', 'c'] } }, ':key:files config has too many items (maximum is 2)'],
    [{ key: { files: [1] } }, ':key:files config should be an array of strings'],
    [{ fallback_keys: 'a' }, ' fallback keys should be an array of strings'],
  ])('are refused with `cache: %j`', async (cache, sentence) => {
    const content = JSON.stringify({ job: { script: 'make', cache } })
    const found = await must('POST', '/projects/1/ci/lint', { content })
    expect(found).toMatchObject({ valid: false, errors: [`jobs:job:cache${sentence}`] })
  })
})
