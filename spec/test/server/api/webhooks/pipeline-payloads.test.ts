import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type World } from '../review/merge-requests/world.js'
import { type Receiver, startReceiver } from './receiver.js'

type Json = Readonly<Record<string, unknown>>

const CI = `
stages: [deploy]
ship:
  stage: deploy
  script: ship
  tags: [linux]
  environment: staging
later:
  stage: deploy
  script: later
  when: delayed
  start_in: 1 hour
`

describe.runIf(programs.need('git'))('what webhooks are told of pipelines and jobs', () => {
  let world: World
  let receiver: Receiver

  beforeAll(async () => {
    receiver = await startReceiver()
    world = await openMergeWorld()
    const json = { allow_local_requests_from_web_hooks_and_services: true }
    await world.instance.ask('PUT', '/api/v4/application/settings', { as: world.instance.root, json })
    const hook = { url: receiver.url, push_events: false, pipeline_events: true, job_events: true }
    await world.at(world.owner, 'POST', '/hooks', hook)
  })
  afterAll(async () => {
    await world.close()
    await receiver.close()
  })

  it('is which runner took a job, for which tier it deploys, and how a status is called', async () => {
    const shown = (await world.at(world.owner, 'GET', '')).json as Json
    const wanted = { token: shown['runners_token'], description: 'mine', tag_list: 'linux' }
    const runner = (await world.ask(undefined, 'POST', '/runners', wanted)).json as Json
    await world.commit('main', { '.gitlab-ci.yml': CI })
    const job = await world.until('a job is given out', async () => {
      const asked = await world.ask(undefined, 'POST', '/jobs/request', { token: runner['token'] })
      return asked.status === 201 && (asked.json as Json)
    })
    await world.ask(undefined, 'PUT', `/jobs/${job['id']}`, { token: job['token'], state: 'success' })
    const told = (kind: string) =>
      receiver.heard.map(({ body }) => body as Json).filter((b) => b['object_kind'] === kind)
    const done = () => told('build').find((body) => body['build_status'] === 'success')
    await expect.poll(done, { timeout: 60_000 }).toBeDefined()
    const taken = {
      id: runner['id'],
      description: 'mine',
      runner_type: 'project_type',
      active: true,
      is_shared: false,
      tags: ['linux'],
    }
    const environment = { name: 'staging', action: 'start', deployment_tier: 'staging' }
    expect(done()).toMatchObject({ build_name: 'ship', runner: taken, environment })
    const last = () => told('pipeline').at(-1)
    await expect.poll(last, { timeout: 60_000 }).toMatchObject({
      object_attributes: { status: 'scheduled', detailed_status: 'waiting for delayed job' },
    })
    const builds = last()?.['builds'] as ReadonlyArray<Json>
    expect(builds.map(({ name, manual, runner, environment }) => [name, manual, runner, environment])).toEqual([
      ['ship', false, taken, environment],
      ['later', true, null, null],
    ])
  })
})
