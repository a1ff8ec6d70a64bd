import { DAY_MS, millisecondsOf } from '@forgefold/core/kernel'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Person = Awaited<ReturnType<TestInstance['person']>>
interface Freeze {
  readonly id: number
}

let world: TestInstance
let reporter: Person
let keeper: Person
let at: string

const ask = (method: string, path: string, json?: unknown, as = world.root) => {
  const [place = '', query = ''] = path.split('?')
  return world.ask(method, `/api/v4${place}`, json === undefined ? { as, query } : { as, json })
}
const WEEKEND = { freeze_start: '0 23 * * 5', freeze_end: '0 7 * * 1' }
const make = async (wanted: object = WEEKEND): Promise<Freeze> => {
  const made = await ask('POST', `${at}/freeze_periods`, wanted, keeper.token)
  expect([made.status, made.text]).toEqual([201, made.text])
  return made.json as Freeze
}

const CI = [
  'check:',
  '  script: [make]',
  'deploy:',
  '  script: [make]',
  '  rules:',
  '    - if: $CI_DEPLOY_FREEZE == null',
  '',
].join('\n')

beforeAll(async () => {
  world = await openTestInstance()
  const wanted = { name: 'app', initialize_with_readme: true, default_branch: 'main', visibility: 'public' }
  at = `/projects/${((await ask('POST', '/projects', wanted)).json as Freeze).id}`
  reporter = await world.person('reporter')
  keeper = await world.person('keeper')
  await ask('POST', `${at}/members`, { user_id: reporter.id, access_level: 20 })
  await ask('POST', `${at}/members`, { user_id: keeper.id, access_level: 40 })
  const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content: CI }]
  const committed = await ask('POST', `${at}/repository/commits`, { branch: 'main', commit_message: 'CI', actions })
  expect(committed.status).toBe(201)
})
afterAll(() => world.close())

describe('freeze periods', () => {
  it('are made, read, listed, changed and deleted', async () => {
    const made = await make({ ...WEEKEND, cron_timezone: 'Asia/Tokyo' })
    expect(made).toMatchObject({ ...WEEKEND, cron_timezone: 'Asia/Tokyo' })
    const second = await make()
    expect(second).toMatchObject({ cron_timezone: 'UTC' })
    const path = `${at}/freeze_periods/${made.id}`
    expect((await ask('GET', path, undefined, reporter.token)).json).toEqual(made)
    expect((await ask('GET', `${at}/freeze_periods`, undefined, reporter.token)).json).toEqual([made, second])
    expect((await ask('GET', `${at}/freeze_periods?per_page=1&page=2`)).json).toEqual([second])
    const changes = { freeze_start: '5 4 * * *', freeze_end: '6 4 * * *', cron_timezone: 'UTC' }
    const changed = await ask('PUT', path, changes, keeper.token)
    expect([changed.status, changed.json]).toMatchObject([200, changes])
    expect((await ask('PUT', path, { freeze_end: '7 4 * * *' }, keeper.token)).json).toMatchObject({
      ...changes,
      freeze_end: '7 4 * * *',
    })
    for (const { id } of [made, second])
      expect((await ask('DELETE', `${at}/freeze_periods/${id}`, undefined, keeper.token)).status).toBe(204)
    const gone = await ask('GET', path)
    expect([gone.status, gone.json]).toEqual([404, { message: '404 Freeze Period Not Found' }])
  })

  it.each([
    ['freeze_start', { freeze_start: 'friday' }],
    ['freeze_end', { freeze_end: '0 25 * * *' }],
    ['cron_timezone', { cron_timezone: 'Nowhere/Town' }],
  ])('refuse a wrong %s: %o', async (field, wrong) => {
    const refused = await ask('POST', `${at}/freeze_periods`, { ...WEEKEND, ...wrong }, keeper.token)
    expect([refused.status, refused.json]).toEqual([400, { message: { [field]: [' is invalid syntax'] } }])
    const { id } = await make()
    expect((await ask('PUT', `${at}/freeze_periods/${id}`, wrong, keeper.token)).status).toBe(400)
    expect((await ask('DELETE', `${at}/freeze_periods/${id}`)).status).toBe(204)
  })

  it('are made by maintainers and seen by reporters', async () => {
    const { id } = await make()
    const stranger = await world.person('stranger')
    expect((await ask('POST', `${at}/freeze_periods`, WEEKEND, reporter.token)).status).toBe(403)
    expect((await ask('PUT', `${at}/freeze_periods/${id}`, WEEKEND, reporter.token)).status).toBe(403)
    expect((await ask('DELETE', `${at}/freeze_periods/${id}`, undefined, reporter.token)).status).toBe(403)
    expect((await ask('GET', `${at}/freeze_periods`, undefined, stranger.token)).status).toBe(403)
    expect((await ask('POST', `${at}/freeze_periods`, { freeze_start: '0 1 * * *' }, keeper.token)).status).toBe(400)
    await ask('DELETE', `${at}/freeze_periods/${id}`)
  })
})

describe('a freeze period that lasts', () => {
  const jobs = async (): Promise<ReadonlyArray<string>> => {
    const { id } = (await ask('POST', `${at}/pipeline`, { ref: 'main' })).json as Freeze
    const found = (await ask('GET', `${at}/pipelines/${id}/jobs`)).json as ReadonlyArray<{ readonly name: string }>
    return found.map(({ name }) => name).sort()
  }
  /** Variables of the next job that a runner of its own is given. */
  const given = async (): Promise<ReadonlyMap<string, string>> => {
    const { runners_token: token } = (await ask('GET', at)).json as { readonly runners_token: string }
    const runner = (await world.ask('POST', '/api/v4/runners', { json: { token } })).json as { readonly token: string }
    const job = await world.ask('POST', '/api/v4/jobs/request', { json: { token: runner.token } })
    expect(job.status).toBe(201)
    const { variables } = job.json as {
      readonly variables: ReadonlyArray<{ readonly key: string; readonly value: string }>
    }
    return new Map(variables.map(({ key, value }) => [key, value]))
  }
  const goTo = (hour: number): void => {
    const midnight = DAY_MS - (millisecondsOf(world.clock.now()) % DAY_MS)
    world.clock.advance(midnight + hour * 3_600_000)
  }

  it('is told to rules and to jobs, and to neither before and after it', async () => {
    goTo(1)
    expect(await jobs()).toEqual(['check', 'deploy'])
    expect((await given()).has('CI_DEPLOY_FREEZE')).toBe(false)
    const { id } = await make({ freeze_start: '0 6 * * *', freeze_end: '0 12 * * *' })
    expect(await jobs()).toEqual(['check', 'deploy'])
    goTo(7)
    expect(await jobs()).toEqual(['check'])
    expect((await given()).get('CI_DEPLOY_FREEZE')).toBe('true')
    await ask('PUT', `${at}/freeze_periods/${id}`, { cron_timezone: 'Asia/Tokyo' })
    expect(await jobs()).toEqual(['check', 'deploy'])
    await ask('PUT', `${at}/freeze_periods/${id}`, { cron_timezone: 'UTC' })
    goTo(13)
    expect(await jobs()).toEqual(['check', 'deploy'])
    goTo(7)
    await ask('DELETE', `${at}/freeze_periods/${id}`)
    expect(await jobs()).toEqual(['check', 'deploy'])
  })
})
