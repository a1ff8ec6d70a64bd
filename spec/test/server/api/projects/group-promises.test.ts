import { openTestInstance } from '@forgefold/spec/instance'
import { expect, it } from 'vitest'

const opened = async (tier: 'free' | 'premium' = 'premium') => {
  const world = await openTestInstance({ tier })
  const [owner, dev] = [await world.person('owner'), await world.person('dev')]
  const at = (who: { readonly token: string }, method: string, path: string, json?: object) =>
    world.ask(method, `/api/v4${path}`, { as: who.token, json })
  const numberOf = async (asked: ReturnType<typeof at>): Promise<number> => {
    const { status, text, json } = await asked
    expect(status, text).toBe(201)
    return (json as { readonly id: number }).id
  }
  const group = await numberOf(at(owner, 'POST', '/groups', { name: 'kept', path: 'kept' }))
  await at(owner, 'POST', `/groups/${group}/members`, { user_id: dev.id, access_level: 40 })
  return { world, owner, dev, at, numberOf, group }
}

it('projects of a group that keeps its forks are forked within the group only', async () => {
  const { world, owner, dev, at, numberOf, group } = await opened()
  const below = await numberOf(at(owner, 'POST', '/groups', { name: 'below', path: 'below', parent_id: group }))
  const beside = await numberOf(at(dev, 'POST', '/groups', { name: 'beside', path: 'beside' }))
  const source = await numberOf(at(owner, 'POST', '/projects', { name: 'source', namespace_id: below }))
  const fork = (json: object) => at(dev, 'POST', `/projects/${source}/fork`, json)
  expect((await at(owner, 'PUT', `/groups/${group}`, { prevent_forking_outside_group: true })).json).toMatchObject({
    prevent_forking_outside_group: true,
  })
  const refused = { status: 404, json: { message: '404 Target Namespace Not Found' } }
  expect(await fork({})).toMatchObject(refused)
  expect(await fork({ namespace_id: beside })).toMatchObject(refused)
  expect(await fork({ namespace_path: 'beside' })).toMatchObject(refused)
  expect((await fork({ namespace_id: group })).status).toBe(201)
  await at(owner, 'PUT', `/groups/${group}`, { prevent_forking_outside_group: false })
  expect((await fork({})).status).toBe(201)
  await world.close()
})

it('whoever mentions a group that cannot be mentioned speaks to nobody', async () => {
  const { world, owner, at, numberOf, group } = await opened()
  const project = await numberOf(at(owner, 'POST', '/projects', { name: 'talk', namespace_id: group }))
  await at(owner, 'PUT', `/groups/${group}`, { mentions_disabled: true })
  await at(owner, 'POST', `/projects/${project}/issues`, { title: 'hush', description: 'thanks to @kept' })
  const participants = async (iid: number) =>
    ((await at(owner, 'GET', `/projects/${project}/issues/${iid}/participants`)).json as ReadonlyArray<object>).length
  expect(await participants(1)).toBe(1)
  await at(owner, 'PUT', `/groups/${group}`, { mentions_disabled: false })
  await at(owner, 'POST', `/projects/${project}/issues`, { title: 'hello', description: 'thanks to @kept' })
  expect(await participants(2)).toBe(2)
  await world.close()
})

it('a limit of addresses, which would not hold, is refused', async () => {
  const { world, owner, at, group } = await opened()
  const wrong = await at(owner, 'PUT', `/groups/${group}`, { ip_restriction_ranges: '10.0.0.0/8' })
  expect([wrong.status, wrong.json]).toEqual([400, { error: 'ip_restriction_ranges does not have a valid value' }])
  expect((await at(owner, 'PUT', `/groups/${group}`, { ip_restriction_ranges: '', name: 'Kept' })).status).toBe(200)
  await world.close()
})

it('a fork says where its merge requests begin', async () => {
  const { world, owner, dev, at, numberOf, group } = await opened('free')
  const source = await numberOf(at(owner, 'POST', '/projects', { name: 'source', namespace_id: group }))
  expect((await at(owner, 'GET', `/projects/${source}`)).json).not.toHaveProperty('mr_default_target_self')
  const fork = await numberOf(at(dev, 'POST', `/projects/${source}/fork`, {}))
  expect((await at(dev, 'GET', `/projects/${fork}`)).json).toMatchObject({ mr_default_target_self: false })
  const changed = await at(dev, 'PUT', `/projects/${fork}`, { mr_default_target_self: true })
  expect(changed.json).toMatchObject({ mr_default_target_self: true })
  await world.close()
})
