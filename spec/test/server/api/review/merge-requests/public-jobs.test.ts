import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type World } from './world.js'

describe('pipelines of a project', () => {
  let world: World
  beforeAll(async () => {
    world = await openMergeWorld()
    const made = await world.ask(world.owner, 'GET', '/groups/top')
    const group = `/groups/${(made.json as { readonly id: number }).id}`
    for (const path of [group, `/projects/${world.projectId}`])
      expect((await world.ask(world.owner, 'PUT', path, { visibility: 'public' })).status).toBe(200)
    await world.commit('one', { 'one.txt': '1\n' }, 'main')
    const { sha } = await world.open('one')
    const status = { state: 'success', name: 'test', ref: 'one' }
    expect((await world.at(world.dev, 'POST', `/statuses/${sha}`, status)).status).toBe(201)
  })
  afterAll(() => world.close())

  const show = (visible: boolean) =>
    world.at(world.owner, 'PUT', '', { public_builds: visible }).then(({ status }) => expect(status).toBe(200))

  it.each([true, false])('are shown to visitors and guests where it says so: %j', async (visible) => {
    await show(visible)
    for (const who of [world.out, world.guest]) {
      expect((await world.at(who, 'GET', '/pipelines')).status).toBe(visible ? 200 : 403)
      expect('head_pipeline' in (await world.show(1, '', who))).toBe(visible)
    }
    expect(await world.show(1)).toMatchObject({ head_pipeline: { status: 'success' } })
  })

  it('are shown to guests of a private project, too', async () => {
    expect((await world.at(world.owner, 'PUT', '', { visibility: 'private', public_builds: true })).status).toBe(200)
    expect((await world.at(world.guest, 'GET', '/pipelines')).status).toBe(200)
    await show(false)
    expect((await world.at(world.guest, 'GET', '/pipelines')).status).toBe(403)
    expect((await world.at(world.out, 'GET', '/pipelines')).status).toBe(404)
  })
})
