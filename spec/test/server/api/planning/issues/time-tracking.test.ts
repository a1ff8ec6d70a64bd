import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type World } from '../../review/merge-requests/world.js'

describe('the time of an issue', () => {
  let world: World
  beforeAll(async () => {
    world = await openMergeWorld()
    await world.at(world.guest, 'POST', '/issues', { title: 'one' })
  })
  afterAll(() => world.close())

  const post = (path: string, json: object = {}, who = world.dev) => world.at(who, 'POST', `/issues/1/${path}`, json)

  it('is estimated, spent, taken back and shown', async () => {
    expect(await post('time_estimate', { duration: '3h30m' })).toMatchObject({
      status: 200,
      json: { time_estimate: 12_600, human_time_estimate: '3h 30m', total_time_spent: 0, human_total_time_spent: null },
    })
    expect(await post('add_spent_time', { duration: '1w', summary: 'thinking' })).toMatchObject({
      status: 201,
      json: { total_time_spent: 144_000, human_total_time_spent: '1w' },
    })
    expect(await post('add_spent_time', { duration: '-1h' })).toMatchObject({ status: 201 })
    expect((await world.at(world.guest, 'GET', '/issues/1/time_stats')).json).toMatchObject({
      time_estimate: 12_600,
      total_time_spent: 140_400,
    })
    expect((await world.at(world.dev, 'GET', '/issues/1')).json).toMatchObject({
      time_stats: { time_estimate: 12_600, total_time_spent: 140_400 },
    })
    expect(await post('reset_time_estimate')).toMatchObject({ status: 200, json: { time_estimate: 0 } })
    expect(await post('reset_spent_time')).toMatchObject({ status: 200, json: { human_total_time_spent: null } })
  })

  it('is refused where it says nothing, takes back too much, or comes from a guest', async () => {
    expect(await post('time_estimate')).toMatchObject({ status: 400, json: { error: 'duration is missing' } })
    expect(await post('time_estimate', { duration: 'soon' })).toMatchObject({
      status: 400,
      json: { message: { time_estimate: ['has an invalid format'] } },
    })
    expect(await post('add_spent_time', { duration: 'soon' })).toMatchObject({
      status: 400,
      json: { message: { 'timelogs.time_spent': ["can't be blank"] } },
    })
    expect(await post('add_spent_time', { duration: '-1h' })).toMatchObject({
      status: 400,
      json: { message: { base: ['Time to subtract exceeds the total time spent'] } },
    })
    for (const call of ['time_estimate', 'add_spent_time'])
      expect((await post(call, { duration: '1h' }, world.guest)).status).toBe(403)
    for (const call of ['reset_time_estimate', 'reset_spent_time'])
      expect((await post(call, {}, world.guest)).status).toBe(403)
    expect((await post('time_estimate', { duration: '1h' }, world.out)).status).toBe(404)
  })
})
