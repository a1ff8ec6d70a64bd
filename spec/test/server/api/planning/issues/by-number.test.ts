import { openTestInstance } from '@forgefold/spec/instance'
import { expect, it } from 'vitest'

it('administrators read an issue by its number in the instance', async () => {
  const world = await openTestInstance()
  const dev = await world.person('dev')
  const ask = (path: string, as: string | undefined) => world.ask('GET', `/api/v4${path}`, { as })
  for (const name of ['one', 'two']) {
    await world.ask('POST', '/api/v4/projects', { as: dev.token, json: { name } })
  }
  for (const id of [1, 2, 2]) {
    await world.ask('POST', `/api/v4/projects/${id}/issues`, { as: dev.token, json: { title: `of ${id}` } })
  }
  const { status, json } = await ask('/issues/3', world.root)
  expect([status, json]).toMatchObject([200, { id: 3, iid: 2, project_id: 2, title: 'of 2' }])
  expect(json).toEqual((await ask('/projects/2/issues/2', world.root)).json)
  expect((await ask('/issues/3', dev.token)).status).toBe(403)
  expect((await ask('/issues/3', undefined)).status).toBe(401)
  const nowhere = await ask('/issues/99', world.root)
  expect([nowhere.status, nowhere.json]).toEqual([404, { message: '404 Not found' }])
  await world.close()
})
