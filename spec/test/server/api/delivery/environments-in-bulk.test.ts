import { DAY_MS, instantOf, millisecondsOf } from '@forgefold/core/kernel'
import { eventually } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStage, type Stage } from './deployments/stage.js'

interface Environment {
  readonly id: number
  readonly name: string
  readonly state: string
}

interface ReviewApps {
  readonly scheduled_entries: ReadonlyArray<Environment>
  readonly unprocessable_entries: ReadonlyArray<Environment>
}

const names = (environments: ReadonlyArray<Environment>): ReadonlyArray<string> => environments.map(({ name }) => name)

describe('many environments at once', () => {
  let stage: Stage
  let at: string
  beforeAll(async () => {
    stage = await openStage({ release: '15.7' })
    at = `/projects/${stage.projectId}/environments`
  })
  afterAll(() => stage.instance.close())

  const days = (number: number): void => stage.instance.clock.advance(number * DAY_MS)
  const ago = (number: number): string => instantOf(millisecondsOf(stage.instance.clock.now()) - number * DAY_MS)
  const make = (name: string) => stage.must<Environment>('POST', at, stage.tokens.maint, { name })
  const made = async (name: string): Promise<Environment> => {
    const one = await make(name)
    return stage.must('POST', `${at}/${one.id}/stop`, stage.tokens.maint)
  }
  const deployTo = async (environment: string): Promise<void> => {
    const branch = environment.replace(/\W/g, '-')
    const sha = await stage.commit(stage.tokens.maint, branch, { 'a.txt': environment }, 'main')
    const wanted = { environment, sha, ref: branch, tag: false, status: 'success' }
    await stage.must('POST', `/projects/${stage.projectId}/deployments`, stage.tokens.maint, wanted)
  }
  const states = async (): Promise<Readonly<Record<string, string>>> => {
    const all = await stage.must<ReadonlyArray<Environment>>('GET', `${at}?per_page=100`, stage.tokens.dev)
    return Object.fromEntries(all.map(({ name, state }) => [name, state]))
  }
  const stopStale = (as: string, before?: string) =>
    stage.call('POST', `${at}/stop_stale`, as, before === undefined ? {} : { before })
  const reviewApps = (query = '', as = stage.tokens.dev) =>
    stage.must<ReviewApps>('DELETE', `${at}/review_apps?${query}`, as)

  it('stops stale ones, but for those that are protected', async () => {
    for (const name of ['old', 'deployed', 'touched', 'guarded']) await make(name)
    await made('stopped')
    await stage.must('POST', `/projects/${stage.projectId}/protected_environments`, stage.tokens.maint, {
      ...{ name: 'guarded', deploy_access_levels: [{ access_level: 40 }] },
    })
    days(10)
    await deployTo('deployed')
    const touched = (await stage.must<ReadonlyArray<Environment>>('GET', `${at}?name=touched`, stage.tokens.dev))[0]
    await stage.must('PUT', `${at}/${touched?.id}`, stage.tokens.dev, { external_url: 'https://touched.example' })
    days(8)
    expect((await stopStale(stage.tokens.maint, ago(19))).status).toBe(200)
    expect((await states())['old']).toBe('available')
    expect(await stopStale(stage.tokens.maint, ago(9))).toEqual({
      ...{ status: 200, json: { message: 'Successfully requested stop for all stale environments' } },
    })
    expect(await states()).toMatchObject({
      ...{ old: 'stopped', deployed: 'available', touched: 'available', guarded: 'available', stopped: 'stopped' },
    })
  })

  it('stops a stale one by its job, where it has one', async () => {
    const run = await stage.pipeline(
      'stale-by-job',
      "ship: { script: ['true'], environment: { name: torn, on_stop: tear } }\n" +
        "tear: { script: ['true'], when: manual, environment: { name: torn, action: stop } }\n",
    )
    await run.report('ship', 'running')
    await run.report('ship', 'success')
    await stage.deployment('environment=torn&status=success')
    days(9)
    expect((await stopStale(stage.tokens.maint, ago(8))).status).toBe(200)
    await run.until('tear', 'pending')
    expect((await states())['torn']).toBe('stopping')
  })

  it('asks for a moment between ten years and a week ago, and for a maintainer', async () => {
    const invalid = { status: 400, json: { message: '400 Bad request - Invalid Date' } }
    for (const before of [ago(6), ago(-1), ago(3660)])
      expect(await stopStale(stage.tokens.maint, before)).toEqual(invalid)
    expect((await stopStale(stage.tokens.maint)).json).toEqual({ error: 'before is missing' })
    expect((await stopStale(stage.tokens.maint, 'long ago')).json).toEqual({ error: 'before is invalid' })
    expect((await stopStale(stage.tokens.dev, ago(8))).status).toBe(403)
  })

  it('deletes stopped review apps a week later, unless they are available by then', async () => {
    for (const name of ['review/one', 'review/two', 'review', 'other/three']) await made(name)
    await make('review/running')
    expect(await reviewApps('dry_run=false')).toEqual({ scheduled_entries: [], unprocessable_entries: [] })
    days(31)
    await made('review/young')
    const planned = await reviewApps()
    expect(names(planned.scheduled_entries)).toEqual(['review/one', 'review/two'])
    expect(Object.keys(planned.scheduled_entries[0] ?? {})).toEqual(['id', 'name', 'slug', 'external_url'])
    expect(await reviewApps(`before=${ago(1)}`)).toEqual(planned)
    expect(names((await reviewApps(`before=${ago(-1)}`)).scheduled_entries)).toContain('review/young')
    expect(names((await reviewApps('limit=1&dry_run=false')).scheduled_entries)).toEqual(['review/one'])
    expect(names((await reviewApps()).scheduled_entries)).toEqual(['review/two'])

    await stage.must('POST', `/projects/${stage.projectId}/protected_environments`, stage.tokens.maint, {
      ...{ name: 'review/two', deploy_access_levels: [{ access_level: 40 }] },
    })
    const refused = await reviewApps('dry_run=false')
    expect([names(refused.scheduled_entries), names(refused.unprocessable_entries)]).toEqual([[], ['review/two']])
    const allowed = await reviewApps('dry_run=false', stage.tokens.maint)
    expect(names(allowed.scheduled_entries)).toEqual(['review/two'])

    const sooner = "ship: { script: ['true'], environment: { name: sooner, auto_stop_in: 5 days } }\n"
    const run = await stage.pipeline('sooner', sooner)
    await run.report('ship', 'running')
    await run.report('ship', 'success')
    await stage.deployment('environment=sooner&status=success')
    days(6)
    // What is due is looked at once a second: by then what is due sooner has ended.
    await eventually('the end of another', async () => ((await states())['sooner'] === 'stopped' ? true : undefined))
    expect(await states()).toMatchObject({ 'review/one': 'stopped', 'review/two': 'stopped' })
    await deployTo('review/two')
    days(2)
    await eventually('the end', async () => ((await states())['review/one'] === undefined ? true : undefined))
    expect(await states()).toMatchObject({ 'review/two': 'available', 'review/young': 'stopped', review: 'stopped' })
  })

  it('takes a limit of 1 to 1000, and a developer', async () => {
    for (const limit of ['0', '1001', 'many'])
      expect((await stage.call('DELETE', `${at}/review_apps?limit=${limit}`, stage.tokens.dev)).status).toBe(400)
    expect((await stage.call('DELETE', `${at}/review_apps`, stage.tokens.reporter)).status).toBe(403)
  })
})
