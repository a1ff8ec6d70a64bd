import { eventually, openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as programs from '@forgefold/spec/programs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AppendOrder, orderAppends } from '../append-order.js'

type Json = Readonly<Record<string, unknown>>

const CI = 'deploy:\n  script: [make]\n  resource_group: production\n'

describe.runIf(programs.need('git'))('a pipeline and its new resource group are written side by side', () => {
  let instance: TestInstance
  let order: AppendOrder
  let project: string

  beforeEach(async () => {
    instance = await openTestInstance({ more: { onDefect: () => undefined } })
    const made = await ask('POST', '/projects', { name: 'p', initialize_with_readme: true })
    project = `/projects/${(made.json as Json)['id']}`
    const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content: CI }]
    await ask('POST', `${project}/repository/commits`, { branch: 'main', commit_message: '[skip ci]', actions })
    order = orderAppends(instance.forge.events)
  })
  afterEach(() => instance.close())

  const ask = (method: string, path: string, json?: unknown) =>
    instance.ask(method, `/api/v4${path}`, { as: instance.root, json })
  const run = async () => (await ask('POST', `${project}/pipeline`, { ref: 'main' })).status
  const groups = async () =>
    ((await ask('GET', `${project}/resource_groups`)).json as ReadonlyArray<Json>).map(({ key }) => key)
  const statuses = async () =>
    ((await ask('GET', `${project}/jobs`)).json as ReadonlyArray<Json>).map(({ status }) => status).reverse()
  const come = (...wanted: ReadonlyArray<string>) =>
    eventually(`jobs that are ${wanted}`, async () => (String(await statuses()) === String(wanted) ? true : undefined))

  it.each(['resource_group-', 'pipeline-'])('and both are there where %s comes first', async (first) => {
    order.first(first)
    expect(await run()).toBe(201)
    expect(await groups()).toEqual(['production'])
    await come('pending')
    expect(await run()).toBe(201)
    await come('pending', 'waiting_for_resource')
    expect(await groups()).toEqual(['production'])
  })

  it('and the resource group is made good where a crash took it', async () => {
    order.lose('resource_group-')
    expect(await run()).toBe(201)
    // Until the grace period is over its key is taken.
    expect([await groups(), await statuses()]).toEqual([[], ['waiting_for_resource']])
    instance.clock.advance(31_000)
    await come('pending')
    expect(await groups()).toEqual(['production'])
    expect(await run()).toBe(201)
    await come('pending', 'waiting_for_resource')
  })

  it('and the resource group stays where a crash took the pipeline', async () => {
    order.lose('pipeline-')
    expect(await run()).toBe(503)
    // The refusal does not wait for what is written beside.
    await eventually('the resource group', async () => (await groups()).includes('production') || undefined)
    expect(await statuses()).toEqual([])
    expect(await run()).toBe(201)
    await come('pending')
  })

  it('and the resource goes on where a pipeline is deleted before its group is there', async () => {
    const held = order.hold('resource_group-')
    const first = run()
    await held.reached
    await eventually('the pipeline', async () => (await statuses()).length === 1 || undefined)
    const [pipeline] = (await ask('GET', `${project}/pipelines`)).json as ReadonlyArray<Json>
    expect((await ask('DELETE', `${project}/pipelines/${pipeline?.['id']}`)).status).toBe(204)
    held.release()
    await first
    expect(await run()).toBe(201)
    await come('pending')
    expect(await groups()).toEqual(['production'])
  })
})
