import * as programs from '@forgefold/spec/programs'
import { describe, expect, it } from 'vitest'
import { ciProject } from '../ci-project.js'

const CI = `
release:
  script: [make]
  after_script: [clean]
  release:
    name: 'The "first" $CI_COMMIT_TAG'
    tag_name: v$VERSION
    description: What is new
    ref: $CI_COMMIT_SHA
    milestones: [m1, m2]
    assets: { links: [{ name: app, url: 'https://example.com/app' }] }
`

/** `release` of a CI file (docs/reference/behaviour/delivery.md#runner-protocol). */
describe.runIf(programs.need('git'))('a job that makes a release', () => {
  const { must, take, end, world } = ciProject(CI)
  it('gets a step that makes it, for which its token is enough', async () => {
    await must('POST', '/projects/1/pipeline', { ref: 'main' })
    const job = await take()
    const command = [
      ...['release-cli create', '--name "The \\"first\\" $CI_COMMIT_TAG"', '--description "What is new"'],
      ...['--tag-name "v$VERSION"', '--ref "$CI_COMMIT_SHA"', '--milestone "m1"', '--milestone "m2"'],
      '--assets-link "{\\"name\\":\\"app\\",\\"url\\":\\"https://example.com/app\\"}"',
    ].join(' ')
    expect(job['steps']).toMatchObject([
      { name: 'script', script: ['make'], when: 'on_success' },
      { name: 'release', script: [command], when: 'on_success', allow_failure: false },
      { name: 'after_script', script: ['clean'], when: 'always' },
    ])
    const asJob = (method: string, path: string, json?: unknown) =>
      world().ask(method, `/api/v4/projects/1/releases${path}`, {
        headers: { 'job-token': String(job['token']) },
        ...(json === undefined ? {} : { json }),
      })
    const made = await asJob('POST', '', { tag_name: 'v1', ref: 'main', description: 'What is new' })
    expect([made.status, made.json]).toEqual([201, expect.objectContaining({ tag_name: 'v1' })])
    expect((await asJob('GET', '/v1')).status).toBe(200)
    expect((await asJob('PUT', '/v1', { name: 'First' })).json).toMatchObject({ name: 'First' })
    const link = await asJob('POST', '/v1/assets/links', { name: 'app', url: 'https://example.com/app' })
    expect(link.status).toBe(201)
    await end(job)
    expect((await asJob('POST', '', { tag_name: 'v2', ref: 'main', description: 'x' })).status).toBe(401)
  })

  it.each([
    ['text', ' config should be a hash'],
    [{ tag_name: 'v1' }, " description can't be blank"],
    [{ description: 'x' }, " tag name can't be blank"],
    [{ tag_name: 'v1', description: 'x', more: 1 }, ' config contains unknown keys: more'],
    [{ tag_name: 'v1', description: 'x', ref: 7 }, ' ref should be a string'],
    [{ tag_name: 'v1', description: 'x', assets: { links: [{ name: 'a' }] } }, ":assets:links url can't be blank"],
  ])('is refused with `release: %j`', async (release, sentence) => {
    const content = JSON.stringify({ job: { script: 'make', release } })
    const found = await must('POST', '/projects/1/ci/lint', { content })
    expect(found).toMatchObject({ valid: false, errors: [`jobs:job:release${sentence}`] })
  })
})
