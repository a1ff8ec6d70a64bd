import { runDueSchedules } from '@forgefold/core/domains/delivery/pipeline-schedule'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Person = Awaited<ReturnType<TestInstance['person']>>

const TEN_MINUTES = 10 * 60 * 1000
const CI = 'job:\n  script: [make]\n'

let world: TestInstance
let dev: Person
let keeper: Person
let at: string

const ask = (method: string, path: string, as: string, json?: unknown) =>
  world.ask(method, `/api/v4${path}`, { as, json })

/** Who the pipelines of a schedule act for. */
const runsOf = async (id: number): Promise<ReadonlyArray<unknown>> => {
  const made = (await ask('GET', `${at}/pipeline_schedules/${id}/pipelines`, world.root)).json
  const users: Array<unknown> = []
  for (const one of made as ReadonlyArray<{ readonly id: number }>) {
    const { user } = (await ask('GET', `${at}/pipelines/${one.id}`, world.root)).json as {
      readonly user: { readonly username: string }
    }
    users.push(user.username)
  }
  return users
}

const scheduled = async ({ token }: Person, ref: string): Promise<number> => {
  const wanted = { description: 'often', ref, cron: '*/10 * * * *' }
  const made = await ask('POST', `${at}/pipeline_schedules`, token, wanted)
  expect([made.status, made.text]).toEqual([201, made.text])
  return (made.json as { readonly id: number }).id
}

const tenMinutesPass = async (): Promise<void> => {
  world.clock.advance(TEN_MINUTES)
  expect(await runDueSchedules(world.forge, world.caller())).toMatchObject({ _tag: 'Right' })
}

beforeAll(async () => {
  world = await openTestInstance()
  const wanted = { name: 'app', initialize_with_readme: true, default_branch: 'main' }
  const project = (await ask('POST', '/projects', world.root, wanted)).json as { readonly id: number }
  at = `/projects/${project.id}`
  dev = await world.person('dev')
  keeper = await world.person('keeper')
  await ask('POST', `${at}/members`, world.root, { user_id: dev.id, access_level: 30 })
  await ask('POST', `${at}/members`, world.root, { user_id: keeper.id, access_level: 40 })
  const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content: CI }]
  const commit = { branch: 'main', commit_message: 'CI', actions }
  expect((await ask('POST', `${at}/repository/commits`, world.root, commit)).status).toBe(201)
  for (const branch of ['open', 'merged'])
    expect((await ask('POST', `${at}/repository/branches`, world.root, { branch, ref: 'main' })).status).toBe(201)
  const merged = { name: 'merged', push_access_level: 0, merge_access_level: 30 }
  expect((await ask('POST', `${at}/protected_branches`, world.root, merged)).status).toBe(201)
  await ask('POST', `${at}/repository/tags`, world.root, { tag_name: 'v1', ref: 'main' })
  await ask('POST', `${at}/protected_tags`, world.root, { name: 'v*', create_access_level: 40 })
})
afterAll(() => world.close())

describe('pipelines on protected refs', () => {
  it.each(['main', 'refs/heads/main', 'v1'])('are run on %s by those alone who may change it', async (ref) => {
    const refused = await ask('POST', `${at}/pipeline`, dev.token, { ref })
    const name = ref.replace('refs/heads/', '')
    const told = { message: { base: [`You do not have sufficient permission to run a pipeline on '${name}'.`] } }
    expect([refused.status, refused.json]).toEqual([400, told])
    expect((await ask('POST', `${at}/pipeline`, keeper.token, { ref })).status).toBe(201)
  })

  it.each(['open', 'merged'])('are run on %s by developers too, who may push to it or merge into it', async (ref) => {
    expect((await ask('POST', `${at}/pipeline`, dev.token, { ref })).status).toBe(201)
  })

  it('are not made by schedules of those who may not', async () => {
    const id = await scheduled(dev, 'main')
    await tenMinutesPass()
    expect(await runsOf(id)).toEqual([])
    expect((await ask('POST', `${at}/pipeline_schedules/${id}/play`, dev.token)).status).toBe(403)
    expect((await ask('POST', `${at}/pipeline_schedules/${id}/play`, keeper.token)).status).toBe(201)
    expect(await runsOf(id)).toEqual(['keeper'])
  })

  it('are not had by playing the schedule of somebody who may', async () => {
    const id = await scheduled(keeper, 'main')
    expect((await ask('POST', `${at}/pipeline_schedules/${id}/play`, dev.token)).status).toBe(403)
    expect(await runsOf(id)).toEqual([])
    await tenMinutesPass()
    expect(await runsOf(id)).toEqual(['keeper'])
    await ask('DELETE', `${at}/pipeline_schedules/${id}`, keeper.token)
  })
})

describe('a schedule', () => {
  it('lends nobody the rights of its owner: who plays it is who its pipeline acts for', async () => {
    const id = await scheduled(keeper, 'open')
    expect((await ask('POST', `${at}/pipeline_schedules/${id}/play`, dev.token)).status).toBe(201)
    expect(await runsOf(id)).toEqual(['dev'])
    await ask('DELETE', `${at}/pipeline_schedules/${id}`, keeper.token)
  })

  it.each(['is blocked', 'has left'])(
    'makes nothing while its owner %s, and goes on to its next time',
    async (what) => {
      const leaver = await world.person(`leaver-${what.split(' ')[1]}`)
      const member = `${at}/members/${leaver.id}`
      await ask('POST', `${at}/members`, world.root, { user_id: leaver.id, access_level: 30 })
      const id = await scheduled(leaver, 'open')
      await tenMinutesPass()
      expect(await runsOf(id)).toHaveLength(1)
      const [method, path] = what === 'has left' ? ['DELETE', member] : ['POST', `/users/${leaver.id}/block`]
      expect((await ask(method, path, world.root)).status).toBeLessThan(300)
      await tenMinutesPass()
      expect(await runsOf(id)).toHaveLength(1)
      const { next_run_at: next } = (await ask('GET', `${at}/pipeline_schedules/${id}`, world.root)).json as {
        readonly next_run_at: string
      }
      expect(Date.parse(next)).toBeGreaterThan(Date.parse(world.clock.now()))
    },
  )
})
