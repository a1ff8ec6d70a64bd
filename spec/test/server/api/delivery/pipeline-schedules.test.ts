import { runDueSchedules } from '@forgefold/core/domains/delivery/pipeline-schedule'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Schedule {
  readonly id: number
  readonly next_run_at: string | null
  readonly owner: { readonly id: number }
  readonly last_pipeline: { readonly id: number } | null
}

type Person = Awaited<ReturnType<TestInstance['person']>>

let world: TestInstance
let dev: Person
let other: Person
let keeper: Person
let at: string
/** The server looks at the schedules by itself as well, each second: here it finds nothing due. */
let looks = false
const runDue = () => {
  looks = true
  const run = runDueSchedules(world.forge, world.caller())
  looks = false
  return run
}

const ask = (method: string, path: string, as: string, json?: unknown) => {
  const [place = '', query = ''] = path.split('?')
  return world.ask(method, `/api/v4${place}`, json === undefined ? { as, query } : { as, json })
}
const make = async (wanted: object = {}): Promise<Schedule> => {
  const given = { description: 'nightly', ref: 'main', cron: '0 1 * * *', ...wanted }
  const made = await ask('POST', `${at}/pipeline_schedules`, dev.token, given)
  expect([made.status, made.text]).toEqual([201, made.text])
  return made.json as Schedule
}
const pipelinesOf = async ({ id }: Schedule) =>
  (await ask('GET', `${at}/pipeline_schedules/${id}/pipelines`, dev.token)).json as ReadonlyArray<{
    readonly id: number
  }>

beforeAll(async () => {
  world = await openTestInstance()
  const { pipelineSchedules } = world.forge.read
  const { due } = pipelineSchedules
  Object.assign(pipelineSchedules, { due: (...given: Parameters<typeof due>) => (looks ? due(...given) : []) })
  const wanted = { name: 'app', initialize_with_readme: true, default_branch: 'main' }
  const project = (await ask('POST', '/projects', world.root, wanted)).json as { readonly id: number }
  at = `/projects/${project.id}`
  dev = await world.person('dev')
  other = await world.person('other')
  keeper = await world.person('keeper')
  for (const [{ id: user_id }, access_level] of [
    [dev, 30],
    [other, 30],
    [keeper, 40],
  ] as const)
    await ask('POST', `${at}/members`, world.root, { user_id, access_level })
  const content = 'job:\n  script: [make]\n  rules:\n    - if: $CI_PIPELINE_SOURCE == "schedule" && $NIGHT == "yes"\n'
  const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content }]
  const commit = { branch: 'main', commit_message: 'CI', actions }
  expect((await ask('POST', `${at}/repository/commits`, world.root, commit)).status).toBe(201)
  expect((await ask('DELETE', `${at}/protected_branches/main`, world.root)).status).toBe(204)
})
afterAll(() => world.close())

describe('pipeline schedules', () => {
  it('are made, read, listed, changed and deleted', async () => {
    const made = await make({ cron_timezone: 'Asia/Tokyo', active: false })
    expect(made).toMatchObject({
      description: 'nightly',
      ref: 'main',
      cron: '0 1 * * *',
      cron_timezone: 'Asia/Tokyo',
      active: false,
      owner: { username: 'dev' },
      last_pipeline: null,
      variables: [],
    })
    expect(made.next_run_at).toMatch(/T16:00:00/)
    const path = `${at}/pipeline_schedules/${made.id}`
    expect((await ask('GET', path, dev.token)).json).toEqual(made)
    const list = async (query: string) =>
      ((await ask('GET', `${at}/pipeline_schedules?${query}`, dev.token)).json as ReadonlyArray<Schedule>).map(
        ({ id }) => id,
      )
    expect(await list('scope=inactive&page=1&per_page=5')).toEqual([made.id])
    expect(await list('scope=active')).toEqual([])
    const changes = {
      description: 'weekly',
      ref: 'other',
      cron: '30 2 * * 0',
      cron_timezone: 'UTC',
      active: true,
    }
    const changed = await ask('PUT', path, dev.token, changes)
    expect([changed.status, changed.json]).toMatchObject([200, changes])
    expect((changed.json as Schedule).next_run_at).toMatch(/T02:30:00/)
    expect(await list('scope=active')).toEqual([made.id])
    expect((await ask('DELETE', path, dev.token)).status).toBe(204)
    expect((await ask('GET', path, dev.token)).json).toEqual({ message: '404 Pipeline Schedule Not Found' })
  })

  it.each([
    ['cron', { cron: 'every day' }],
    ['cron', { cron: '61 * * * *' }],
    ['cron', { cron: '* * * * * *' }],
    ['cron_timezone', { cron_timezone: 'Nowhere/Town' }],
    ['description', { description: ' ' }],
  ])('refuse a wrong %s: %o', async (field, wrong) => {
    const given = { description: 'nightly', ref: 'main', cron: '0 1 * * *', ...wrong }
    const refused = await ask('POST', `${at}/pipeline_schedules`, dev.token, given)
    expect([refused.status, Object.keys((refused.json as { readonly message: object }).message)]).toEqual([
      400,
      [field],
    ])
    const made = await make()
    const path = `${at}/pipeline_schedules/${made.id}`
    expect((await ask('PUT', path, dev.token, wrong)).status).toBe(400)
    expect((await ask('GET', path, dev.token)).json).toEqual(made)
    await ask('DELETE', path, dev.token)
  })

  it('belong to their makers, until a maintainer takes them over', async () => {
    const made = await make()
    const path = `${at}/pipeline_schedules/${made.id}`
    expect((await ask('PUT', path, other.token, { description: 'mine' })).status).toBe(403)
    expect((await ask('POST', `${path}/take_ownership`, other.token)).status).toBe(403)
    expect((await ask('GET', path, other.token)).json).not.toHaveProperty('variables')
    const taken = await ask('POST', `${path}/take_ownership`, keeper.token)
    expect([taken.status, taken.json]).toMatchObject([201, { owner: { id: keeper.id }, variables: [] }])
    expect((await ask('DELETE', path, dev.token)).status).toBe(403)
    expect((await ask('DELETE', path, keeper.token)).status).toBe(204)
  })

  it('have variables, kept sealed', async () => {
    const made = await make()
    const path = `${at}/pipeline_schedules/${made.id}/variables`
    const variable = { key: 'SECRET_NAME', value: 'secret-text-of-it', variable_type: 'file' }
    const added = await ask('POST', path, dev.token, variable)
    expect([added.status, added.json]).toEqual([201, variable])
    const again = await ask('POST', path, dev.token, variable)
    expect([again.status, again.json]).toEqual([400, { message: { key: ['has already been taken'] } }])
    expect((await ask('POST', path, dev.token, { ...variable, key: 'no key' })).status).toBe(400)
    const changed = await ask('PUT', `${path}/SECRET_NAME`, dev.token, { variable_type: 'env_var' })
    expect([changed.status, changed.json]).toEqual([200, { ...variable, variable_type: 'env_var' }])
    const revalued = await ask('PUT', `${path}/SECRET_NAME`, dev.token, { value: 'another' })
    expect(revalued.json).toEqual({ ...variable, value: 'another', variable_type: 'env_var' })
    await ask('PUT', `${path}/SECRET_NAME`, dev.token, { value: variable.value })
    const read = (await ask('GET', `${at}/pipeline_schedules/${made.id}`, dev.token)).json
    expect(read).toMatchObject({ variables: [{ ...variable, variable_type: 'env_var' }] })
    const stored = await world.forge.events.readAll({ filter: { categories: ['pipeline_schedule'] }, limit: 500 })
    expect(JSON.stringify(stored)).not.toContain('secret-text-of-it')
    expect((await ask('PUT', `${path}/OTHER`, dev.token, { value: 'x' })).status).toBe(404)
    const gone = await ask('DELETE', `${path}/SECRET_NAME`, dev.token)
    expect([gone.status, gone.json]).toEqual([202, { ...variable, variable_type: 'env_var' }])
    expect((await ask('DELETE', `${path}/SECRET_NAME`, dev.token)).status).toBe(404)
    await ask('DELETE', `${at}/pipeline_schedules/${made.id}`, dev.token)
  })

  it('make a pipeline when it is time, once for each time, and when they are played', async () => {
    const made = await make({ cron: '*/10 * * * *' })
    const path = `${at}/pipeline_schedules/${made.id}`
    await ask('POST', `${path}/variables`, dev.token, { key: 'NIGHT', value: 'yes' })
    const look = async () => {
      const ran = await runDue()
      return ran._tag === 'Right' ? ran.right : ran.left
    }
    expect(await look()).toBe(0)
    world.clock.advance(25 * 60 * 1000)
    expect(await Promise.all([look(), look()])).toContain(1)
    expect(await look()).toBe(0)
    const [pipeline, ...more] = await pipelinesOf(made)
    expect(more).toEqual([])
    const after = (await ask('GET', path, dev.token)).json as Schedule
    expect(after.last_pipeline).toMatchObject({ id: pipeline?.id, source: 'schedule', ref: 'main' })
    expect(Date.parse(after.next_run_at ?? '')).toBeGreaterThan(Date.parse(world.clock.now()))
    const whole = (await ask('GET', `${at}/pipelines/${pipeline?.id}`, dev.token)).json
    expect(whole).toMatchObject({ source: 'schedule', user: { username: 'dev' } })
    const played = await ask('POST', `${path}/play`, other.token)
    expect([played.status, played.json]).toEqual([201, { message: '201 Created' }])
    const [, second] = await pipelinesOf(made)
    const byOther = (await ask('GET', `${at}/pipelines/${second?.id}`, dev.token)).json
    expect(byOther).toMatchObject({ source: 'schedule', user: { username: 'other' } })
    const page = await ask('GET', `${path}/pipelines?page=2&per_page=1`, dev.token)
    expect(page.json).toHaveLength(1)
    await ask('DELETE', path, dev.token)
  })

  it('go on to the next time where there is nothing to run, and rest in archived projects', async () => {
    const made = await make({ ref: 'gone', cron: '*/10 * * * *' })
    const path = `${at}/pipeline_schedules/${made.id}`
    world.clock.advance(10 * 60 * 1000)
    await ask('POST', `${at}/archive`, world.root)
    expect(await runDue()).toMatchObject({ right: 0 })
    await ask('POST', `${at}/unarchive`, world.root)
    expect(await runDue()).toMatchObject({ right: 1 })
    expect(await runDue()).toMatchObject({ right: 0 })
    expect(await pipelinesOf(made)).toEqual([])
    await ask('DELETE', path, keeper.token)
  })
})
