import { openTestInstance } from '@forgefold/spec/instance'
import { expect, it } from 'vitest'

const PLAN = { plan: 'default', trial_ends_on: null, trial: false }

it.each([
  ['free', {}],
  ['premium', PLAN],
] as const)(
  'those who administer a namespace see who is in it, and on paid instances its plan: %s',
  async (tier, plan) => {
    const world = await openTestInstance({ tier })
    const [owner, dev] = [await world.person('owner'), await world.person('dev')]
    const at = (who: { readonly token: string }, method: string, path: string, json?: object) =>
      world.ask(method, `/api/v4${path}`, { as: who.token, json })
    await at(owner, 'POST', '/groups', { name: 'top', path: 'top' })
    const top = ((await at(owner, 'GET', '/groups/top')).json as { readonly id: number }).id
    const sub = await at(owner, 'POST', '/groups', { name: 'sub', path: 'sub', parent_id: top })
    const subId = (sub.json as { readonly id: number }).id
    await at(owner, 'POST', `/groups/${subId}/members`, { user_id: dev.id, access_level: 40 })
    await at(owner, 'POST', `/groups/${subId}/members`, { user_id: owner.id, access_level: 50 })
    expect((await at(owner, 'GET', `/namespaces/${top}`)).json).toMatchObject({
      members_count_with_descendants: 2,
      ...plan,
    })
    expect((await at(owner, 'GET', '/namespaces')).json).toMatchObject([
      { kind: 'user', ...plan },
      { path: 'top', members_count_with_descendants: 2, ...plan },
      { path: 'sub', members_count_with_descendants: 2, ...plan },
    ])
    const seen = (await at(dev, 'GET', `/namespaces/${subId}`)).json
    expect(seen).toMatchObject({ path: 'sub' })
    for (const name of ['members_count_with_descendants', 'plan', 'trial']) expect(seen).not.toHaveProperty(name)
    await world.close()
  },
)
