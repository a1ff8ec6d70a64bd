import { openTestInstance } from '@forgefold/spec/instance'
import { expect, it } from 'vitest'

it('owners say when an issue was changed; what others say of it does not count', async () => {
  const world = await openTestInstance()
  const dev = await world.person('dev')
  const ask = (method: string, path: string, json: object, as = world.root) =>
    world.ask(method, `/api/v4/projects${path}`, { as, json })
  await ask('POST', '', { name: 'app' })
  await ask('POST', '/1/members', { user_id: dev.id, access_level: 30 })
  await ask('POST', '/1/issues', { title: 'One' })
  const updated_at = '2022-08-01T08:00:00.000Z'
  const by = async (as: string, title: string) => (await ask('PUT', '/1/issues/1', { title, updated_at }, as)).json
  expect(await by(world.root, 'Two')).toMatchObject({ title: 'Two', updated_at })
  expect(await by(dev.token, 'Three')).toMatchObject({ title: 'Three', updated_at: '2022-08-22T12:00:00.000Z' })
  expect((await ask('PUT', '/1/issues/1', { title: 'Four', updated_at: 'then' })).status).toBe(400)
  expect((await ask('PUT', '/1/issues/1', { updated_at })).status).toBe(400)
  await world.close()
})
