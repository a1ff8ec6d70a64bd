import { openTestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type World } from '../review/merge-requests/world.js'

const CONTENT = `.base:
  before_script: [prepare]
build:
  extends: .base
  stage: build
  script: make
ship:
  stage: deploy
  script: [one, two]
  when: manual
  tags: [fast]
  environment: production
  needs: [build]
  only: [tags]
`

interface Linted {
  readonly jobs: ReadonlyArray<{ readonly name: string }>
  readonly [key: string]: unknown
}

const jobs = [
  {
    name: 'build',
    stage: 'build',
    before_script: ['prepare'],
    script: ['make'],
    after_script: [],
    tag_list: [],
    only: { refs: ['branches', 'tags'] },
    except: null,
    environment: null,
    when: 'on_success',
    allow_failure: false,
    needs: null,
  },
  {
    name: 'ship',
    stage: 'deploy',
    before_script: [],
    script: ['one', 'two'],
    after_script: [],
    tag_list: ['fast'],
    only: { refs: ['tags'] },
    except: null,
    environment: 'production',
    when: 'manual',
    allow_failure: true,
    needs: [{ name: 'build' }],
  },
]

describe('a look over a CI file', () => {
  let world: World
  const lint = async (who: 'dev' | 'guest' | 'out', json: object | undefined, query = ''): Promise<Linted> => {
    const method = json === undefined ? 'GET' : 'POST'
    const answer = await world.at(world[who], method, '/ci/lint', json, query)
    expect(answer.status, answer.text).toBe(200)
    return answer.json as Linted
  }

  beforeAll(async () => {
    world = await openMergeWorld()
  })
  afterAll(() => world.close())

  it('finds none where the project has none', async () => {
    expect(await lint('dev', undefined)).toEqual({
      valid: false,
      merged_yaml: null,
      errors: ['Please provide content of .gitlab-ci.yml'],
      warnings: [],
    })
  })
  it('shows the file of the default branch with what templates give', async () => {
    await world.commit('main', { '.gitlab-ci.yml': CONTENT })
    const found = await lint('dev', undefined, 'include_jobs=true')
    expect(found).toMatchObject({ valid: true, errors: [], warnings: [], jobs })
    expect(found['merged_yaml']).toContain('\n:build:\n  :before_script:\n  - prepare\n  :extends: .base\n')
    expect(await lint('dev', undefined)).not.toHaveProperty('jobs')
  })
  it('shows with a dry run which jobs a pipeline would have', async () => {
    const names = async (query: string) => (await lint('dev', undefined, query)).jobs.map(({ name }) => name)
    expect(await names('include_jobs=true&dry_run=true')).toEqual(['build'])
    await world.at(world.dev, 'POST', '/repository/tags', { tag_name: 'v1', ref: 'main' })
    expect(await names('include_jobs=true&dry_run=true&ref=v1')).toEqual(['build', 'ship'])
    expect(await lint('dev', undefined, 'dry_run=true&ref=none')).toMatchObject({
      valid: false,
      errors: ['Reference not found'],
    })
  })
  it('looks over a text as if it were the file', async () => {
    const job = { script: 'x', rules: [{ if: '$CI_COMMIT_BRANCH == "none"' }] }
    const content = JSON.stringify({ job })
    expect(await lint('dev', { content, include_jobs: true })).toMatchObject({
      valid: true,
      jobs: [{ name: 'job', only: null }],
    })
    expect(await lint('dev', { content, dry_run: true, ref: 'main' })).toMatchObject({
      valid: false,
      errors: ['No stages / jobs for this pipeline.'],
    })
    expect(await lint('dev', { content: 'job: 1' })).toMatchObject({
      valid: false,
      errors: ['jobs:job: config should be a hash'],
    })
    expect(await lint('dev', { content: 'a: [' })).toMatchObject({ valid: false, merged_yaml: null })
    expect((await lint('dev', { content: `${'# long\n'.repeat(400)}${CONTENT}` }))['valid']).toBe(true)
  })
  it('is for those who may: the file for readers of the code, texts for those who make pipelines', async () => {
    const statuses = [
      await world.at(world.guest, 'GET', '/ci/lint'),
      await world.at(world.out, 'GET', '/ci/lint'),
      await world.at(world.guest, 'POST', '/ci/lint', { content: '' }),
      await world.at(undefined, 'POST', '/ci/lint', { content: '' }),
      await world.at(world.dev, 'POST', '/ci/lint', {}),
    ]
    expect(statuses.map(({ status }) => status)).toEqual([403, 404, 403, 401, 400])
    expect(statuses[4]?.json).toEqual({ error: 'content is missing' })
  })
})

describe.each(['14.8', '15.3', '15.8'])('a look over a text in release %s', (release) => {
  it('warns of what goes, and refuses what is gone', async () => {
    const { ask, root, close } = await openTestInstance({ release })
    try {
      const content = 'types: [one]\njob:\n  type: one\n  script: echo $CI_BUILD_REF\n'
      const query = { include_merged_yaml: true, include_jobs: true, content }
      const answer = await ask('POST', '/api/v4/ci/lint', { json: query })
      expect(answer.status).toBe(200)
      const isOld = release === '14.8'
      expect(answer.json).toMatchObject({ status: isOld ? 'valid' : 'invalid' })
      const { warnings, merged_yaml, jobs: shown } = answer.json as Linted
      if (isOld) {
        expect(warnings).toContain('`types` is deprecated in 14.6 and will be removed in 15.0, use `stages`')
        expect(warnings).toContain('`type` is deprecated in 14.6 and will be removed in 15.0, use `stage`')
        expect(shown).toMatchObject([{ name: 'job', stage: 'one' }])
      }
      if (release === '15.8')
        expect(warnings).toEqual([
          '`CI_BUILD_REF` is deprecated in 14.8 and will be removed in 16.0, use `CI_COMMIT_SHA`',
        ])
      expect(merged_yaml).toMatch(/^---\n:types:\n- one\n/)
      expect(answer.headers.has('deprecation')).toBe(release === '15.8')
      await ask('PUT', '/api/v4/application/settings', { as: root, json: { signup_enabled: false } })
      expect((await ask('POST', '/api/v4/ci/lint', { json: { content } })).status).toBe(401)
      expect((await ask('POST', '/api/v4/ci/lint', { as: root, json: { content } })).status).toBe(200)
    } finally {
      await close()
    }
  })
})

it('of a text is gone in release 16.0', async () => {
  const { ask, root, close } = await openTestInstance({ release: '16.0' })
  expect((await ask('POST', '/api/v4/ci/lint', { as: root, json: { content: 'x: 1' } })).status).toBe(404)
  await close()
})
