import { eventually, openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Json = Readonly<Record<string, unknown>>
interface Job {
  readonly id: number
  readonly status: string
}

const CI = `
deploy:
  script: [make]
  resource_group: $CI_COMMIT_BRANCH/production
`
const LATE_CI = `
build:
  stage: build
  script: [make]
deploy:
  stage: deploy
  script: [make]
  resource_group: late
`
const HAND_CI = `
deploy:
  script: [make]
  when: manual
  resource_group: by hand
`

describe.runIf(programs.need('git'))('resource groups', () => {
  let world: TestInstance
  let at: string
  let runner: string

  const ask = (method: string, path: string, json?: unknown, as: string | undefined = world.root) =>
    world.ask(method, `/api/v4${path}`, { ...(as === '' ? {} : { as }), json })
  const must = async <A = Json>(method: string, path: string, json?: unknown, as?: string): Promise<A> => {
    const { status, json: answer, text } = await ask(method, path, json, as)
    expect(status, `${method} ${path}: ${text}`).toBeLessThan(300)
    return answer as A
  }
  beforeAll(async () => {
    world = await openTestInstance()
    at = `/projects/${(await must('POST', '/projects', { name: 'app', initialize_with_readme: true, default_branch: 'main' }))['id']}`
    const token = (await must('GET', at))['runners_token']
    runner = String((await must('POST', '/runners', { token }))['token'])
  })
  afterAll(() => world.close())

  const branch = (name: string, content: string) =>
    must('POST', `${at}/repository/commits`, {
      ...{ branch: name, start_branch: 'main', commit_message: 'CI [skip ci]' },
      actions: [{ action: 'create', file_path: '.gitlab-ci.yml', content }],
    })
  const run = async (ref: string): Promise<number> => (await must('POST', `${at}/pipeline`, { ref }))['id'] as number
  const jobs = (pipeline: number) => must<ReadonlyArray<Json>>('GET', `${at}/pipelines/${pipeline}/jobs`)
  const jobOf = async (pipeline: number, name = 'deploy'): Promise<Job> => {
    const found = (await jobs(pipeline)).find((job) => job['name'] === name)
    if (found === undefined) throw new Error(`${name} is in the pipeline`)
    return found as unknown as Job
  }
  const comes = (pipeline: number, status: string, name = 'deploy'): Promise<Job> =>
    eventually(`${name} is ${status}`, async () => {
      const job = await jobOf(pipeline, name)
      return job.status === status ? job : undefined
    })
  const take = async (): Promise<Json | undefined> => {
    const { status, json } = await ask('POST', '/jobs/request', { token: runner }, '')
    return status === 201 ? (json as Json) : undefined
  }
  const end = (job: Json, state = 'success') => must('PUT', `/jobs/${job['id']}`, { token: job['token'], state }, '')
  const takes = async (pipeline: number, name?: string): Promise<Json> => {
    const { id } = await comes(pipeline, 'pending', name)
    const taken = await take()
    expect(taken?.['id']).toBe(id)
    return taken as Json
  }
  const group = (key: string) => `${at}/resource_groups/${encodeURIComponent(key)}`
  const upcoming = async (key: string): Promise<ReadonlyArray<unknown>> =>
    (await must<ReadonlyArray<Json>>('GET', `${group(key)}/upcoming_jobs`)).map(({ id }) => id)

  it('let one job at a time wait for a runner, whichever way it ends', async () => {
    await branch('one', CI)
    const [first, second, third] = [await run('one'), await run('one'), await run('one')]
    const held = await takes(first)
    const waiting = await comes(second, 'waiting_for_resource')
    const last = await comes(third, 'waiting_for_resource')
    expect(await upcoming('one/production')).toEqual([waiting.id, last.id])
    const paged = { as: world.root, query: 'per_page=1&page=2' }
    const page = await world.ask('GET', `/api/v4${group('one/production')}/upcoming_jobs`, paged)
    expect((page.json as ReadonlyArray<Json>).map(({ id }) => id)).toEqual([last.id])
    expect((await must('GET', `${at}/pipelines/${second}`))['status']).toBe('waiting_for_resource')
    expect(await take()).toBeUndefined()
    const early = await ask('POST', `${at}/jobs/${waiting.id}/play`)
    expect(early.status).toBe(400)
    await end(held, 'failed')
    const next = await takes(second)
    expect((await jobOf(third)).status).toBe('waiting_for_resource')
    await must('POST', `${at}/jobs/${next['id']}/cancel`)
    await end(await takes(third))
    expect(await upcoming('one/production')).toEqual([])
    const again = await must('POST', `${at}/jobs/${held['id']}/retry`)
    expect(again['status']).toBe('waiting_for_resource')
    await end(await takes(first))
  })

  it('go on where the pipeline of the job that has the resource is deleted, and where a waiting job is cancelled', async () => {
    await branch('gone', CI)
    const [first, second, third] = [await run('gone'), await run('gone'), await run('gone')]
    await comes(first, 'pending')
    const waiting = await comes(second, 'waiting_for_resource')
    await must('POST', `${at}/jobs/${waiting.id}/cancel`)
    await must('DELETE', `${at}/pipelines/${first}`)
    await end(await takes(third))
  })

  it('give the resource to the oldest or the newest pipeline where that is asked for', async () => {
    await branch('late', LATE_CI)
    const pipelines = [await run('late'), await run('late'), await run('late')] as const
    const [first, second, third] = pipelines
    await must('PUT', group('late'), { process_mode: 'oldest_first' })
    const deploys = await Promise.all(pipelines.map(async (id) => (await jobOf(id)).id))
    expect(await upcoming('late')).toEqual(deploys)
    const builds = [await takes(first, 'build'), await takes(second, 'build'), await takes(third, 'build')] as const
    await end(builds[1])
    await comes(second, 'waiting_for_resource')
    await end(builds[0])
    const oldest = await takes(first)
    expect((await jobOf(second)).status).toBe('waiting_for_resource')
    await must('PUT', group('late'), { process_mode: 'newest_first' })
    expect(await upcoming('late')).toEqual([deploys[2], deploys[1]])
    await end(oldest)
    await end(builds[2])
    const newest = await takes(third)
    expect((await jobOf(second)).status).toBe('waiting_for_resource')
    await end(newest)
    await end(await takes(second))
  })

  it('go on at once where the order no longer keeps a job waiting', async () => {
    const [first, second] = [await run('late'), await run('late')]
    await must('PUT', group('late'), { process_mode: 'oldest_first' })
    const builds = [await takes(first, 'build'), await takes(second, 'build')] as const
    await end(builds[1])
    await comes(second, 'waiting_for_resource')
    await must('PUT', group('late'), { process_mode: 'unordered' })
    await end(await takes(second))
    await must('POST', `${at}/pipelines/${first}/cancel`)
  })

  it('have manual jobs wait once they are started', async () => {
    await branch('hand', HAND_CI)
    const [first, second] = [await run('hand'), await run('hand')]
    const jobs = [await jobOf(first), await jobOf(second)] as const
    for (const { id } of jobs) await must('POST', `${at}/jobs/${id}/play`)
    const held = await takes(first)
    await comes(second, 'waiting_for_resource')
    await end(held)
    await end(await takes(second))
  })

  it('are listed, read and changed by developers', async () => {
    const [dev, reporter] = [await world.person('dev'), await world.person('reporter')]
    await must('POST', `${at}/members`, { user_id: dev.id, access_level: 30 })
    await must('POST', `${at}/members`, { user_id: reporter.id, access_level: 20 })
    const all = await must<ReadonlyArray<Json>>('GET', `${at}/resource_groups`, undefined, dev.token)
    expect(all.map(({ key }) => key)).toEqual(['one/production', 'gone/production', 'late', 'by hand'])
    const paged = await world.ask('GET', `/api/v4${at}/resource_groups`, { as: dev.token, query: 'per_page=1&page=3' })
    expect(paged.json).toEqual([all[2]])
    const path = group('one/production')
    expect(await must('GET', path, undefined, dev.token)).toEqual(all[0])
    expect(all[0]).toMatchObject({ key: 'one/production', process_mode: 'unordered' })
    world.clock.advance(1000)
    const changed = await must('PUT', path, { process_mode: 'newest_first' }, dev.token)
    expect(changed).toEqual({ ...all[0], process_mode: 'newest_first', updated_at: changed['updated_at'] })
    expect(changed['updated_at']).not.toBe(all[0]?.['updated_at'])
    expect(await must('PUT', path, {}, dev.token)).toEqual(changed)
    expect((await ask('PUT', path, { process_mode: 'random' }, dev.token)).status).toBe(400)
    expect((await ask('GET', group('other'), undefined, dev.token)).json).toEqual({ message: '404 Not found' })
    for (const [method, where] of [
      ['GET', `${at}/resource_groups`],
      ['GET', path],
      ['PUT', path],
      ['GET', `${path}/upcoming_jobs`],
    ] as const)
      expect((await ask(method, where, undefined, reporter.token)).status).toBe(403)
  })

  it('are none where the key cannot be one, and at most 100 new ones come with a pipeline', async () => {
    await branch('odd', 'job:\n  script: [make]\n  resource_group: /odd/\n')
    const odd = await run('odd')
    expect((await jobOf(odd, 'job')).status).toBe('pending')
    await must('POST', `${at}/pipelines/${odd}/cancel`)
    await branch('list', 'job:\n  script: [make]\n  resource_group: [a]\n')
    const broken = await must('POST', `${at}/pipeline`, { ref: 'list' })
    expect(broken['yaml_errors']).toBe('jobs:job resource group should be a string')
    const many = Array.from({ length: 101 }, (_, n) => `j${n}: { script: [make], resource_group: g${n} }\n`).join('')
    await branch('many', many)
    const refused = await ask('POST', `${at}/pipeline`, { ref: 'many' })
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('at most 100 are made')])
  })
})
