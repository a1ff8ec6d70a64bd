import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const P = '/api/v4/projects/1'
const CI = "build:\n  script: make\n  rules:\n    - if: $COLOUR == 'red'\n"

let world: TestInstance
let dev: string
let other: string
const ask = (method: string, path: string, json?: unknown, as = world.root, query = '') =>
  world.ask(method, `${P}${path}`, { as, json, query })
const run = async (json: object, as = world.root) =>
  (await ask('POST', '/pipeline', { ref: 'main', ...json }, as)).json as { readonly id: number }

beforeAll(async () => {
  world = await openTestInstance()
  const [one, two] = [await world.person('dev'), await world.person('other')]
  ;[dev, other] = [one.token, two.token]
  const json = { name: 'p', initialize_with_readme: true, default_branch: 'main' }
  await world.ask('POST', '/api/v4/projects', { as: world.root, json })
  for (const { id } of [one, two]) await ask('POST', '/members', { user_id: id, access_level: 30 })
  await ask('PUT', '/protected_branches/main', {})
  await ask('DELETE', '/protected_branches/main')
  const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content: CI }]
  await ask('POST', '/repository/commits', { branch: 'main', commit_message: 'ci', actions })
})
afterAll(() => world.close())

const given = [
  { key: 'COLOUR', value: 'red' },
  { key: 'SECRET', value: 'a secret of the starter', variable_type: 'file' },
]
const shown = [
  { variable_type: 'env_var', key: 'COLOUR', value: 'red' },
  { variable_type: 'file', key: 'SECRET', value: 'a secret of the starter' },
]

describe('the variables of a pipeline', () => {
  it('are those it was given along, seen by rules', async () => {
    const { id } = await run({ variables: given })
    const { status, json } = await ask('GET', `/pipelines/${id}/variables`)
    expect([status, json]).toEqual([200, shown])
    const form = `ref=main&variables[][key]=COLOUR&variables[][value]=red`
    const made = await world.ask('POST', `${P}/pipeline`, { as: world.root, form })
    const byForm = await ask('GET', `/pipelines/${(made.json as { id: number }).id}/variables`)
    expect(byForm.json).toEqual(shown.slice(0, 1))
    expect((await ask('POST', '/pipeline', { ref: 'main' })).status).toBe(400)
  })

  it('are for maintainers and whoever started it', async () => {
    const { id } = await run({ variables: given }, dev)
    const statuses = [world.root, dev, other].map(
      async (as) => (await ask('GET', `/pipelines/${id}/variables`, undefined, as)).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 200, 403])
    const nowhere = await ask('GET', '/pipelines/999/variables')
    expect([nowhere.status, nowhere.json]).toEqual([404, { message: '404 Not found' }])
  })

  it('stand sealed in the history', async () => {
    await run({ variables: given })
    const read = await world.forge.events.readAll({ limit: 100_000 })
    const history = read.kind === 'Read' ? JSON.stringify(read.events) : ''
    expect(history).toContain('COLOUR')
    expect(history).not.toContain('a secret of the starter')
  })

  it('may be long, but not without end', async () => {
    const variables = [
      { key: 'COLOUR', value: 'red' },
      { key: 'LONG', value: 'x'.repeat(2_000_000) },
    ]
    const long = await ask('POST', '/pipeline', { ref: 'main', variables })
    expect(long.status).toBeGreaterThanOrEqual(400)
    expect(long.status).toBeLessThan(500)
  })

  it.each([
    ['a kind that there is not', { key: 'A', value: 'b', variable_type: 'word' }],
    ['no key', { value: 'b' }],
    ['no value', { key: 'A' }],
  ])('%s is refused', async (_, variable) => {
    expect((await ask('POST', '/pipeline', { ref: 'main', variables: [variable] })).status).toBe(400)
  })
})

describe('the test report of a pipeline', () => {
  it('has no suites, for jobs bring none', async () => {
    const { id } = await run({ variables: given })
    expect((await ask('GET', `/pipelines/${id}/test_report`, undefined, other)).json).toEqual({
      total_time: 0,
      total_count: 0,
      success_count: 0,
      failed_count: 0,
      skipped_count: 0,
      error_count: 0,
      test_suites: [],
    })
    expect((await ask('GET', `/pipelines/${id}/test_report_summary`)).json).toEqual({
      total: { time: 0, count: 0, success: 0, failed: 0, skipped: 0, error: 0, suite_error: null },
      test_suites: [],
    })
    for (const name of ['test_report', 'test_report_summary'])
      expect((await ask('GET', `/pipelines/999/${name}`)).status).toBe(404)
  })
})

describe('a retried pipeline', () => {
  it('runs stage by stage, and asks again before manual jobs', async () => {
    const content = `stages: [build, test]
build: {stage: build, script: x}
hand: {stage: build, script: x, when: manual, allow_failure: true}
test: {stage: test, script: x}
`
    const actions = [{ action: 'update', file_path: '.gitlab-ci.yml', content }]
    const commit = { branch: 'stages', start_branch: 'main', commit_message: 'stages', actions }
    await ask('POST', '/repository/commits', commit)
    const { id } = await run({ ref: 'stages' })
    const statuses = async () => {
      const { json } = await ask('GET', `/pipelines/${id}/jobs`)
      return Object.fromEntries((json as Array<{ name: string; status: string }>).map((job) => [job.name, job.status]))
    }
    const first = { build: 'pending', hand: 'manual', test: 'created' }
    expect(await statuses()).toEqual(first)
    await ask('POST', `/pipelines/${id}/cancel`)
    expect(await statuses()).toEqual({ build: 'canceled', hand: 'canceled', test: 'canceled' })
    expect(await ask('POST', `/pipelines/${id}/retry`)).toMatchObject({ status: 201, json: { status: 'pending' } })
    expect(await statuses()).toEqual(first)
  })
})
