import { eventually, openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

describe('the first owner of a group or a project of a user', () => {
  let instance: TestInstance
  let lost: boolean

  beforeEach(async () => {
    instance = await openTestInstance()
    lost = false
    const { append } = instance.forge.events
    Object.assign(instance.forge.events, {
      append: (...given: Parameters<typeof append>) => {
        if (!lost || !given[0].startsWith('member-')) return append(...given)
        lost = false
        return Promise.resolve({ kind: 'Unavailable', reason: 'a crash came between' })
      },
    })
  })
  afterEach(() => instance.close())

  const make = (path: string, json: unknown, as: string) => instance.ask('POST', `/api/v4${path}`, { as, json })
  const levelIn = async (path: string, userId: number) => {
    const members = await instance.ask('GET', `/api/v4${path}/members`, { as: instance.root })
    return (members.json as Array<{ id: number; access_level: number }>).find(({ id }) => id === userId)?.access_level
  }

  it.each([
    ['group', '/groups', { name: 'lost', path: 'lost' }, '/groups/lost'],
    ['project', '/projects', { name: 'lost' }, '/projects/ann%2Flost'],
  ])('comes with the %s, also where a crash took it', async (_, path, json, made) => {
    const ann = await instance.person('ann')
    lost = true
    expect((await make(path, json, ann.token)).status).toBe(503)
    expect(await eventually('the owner', () => levelIn(made, ann.id))).toBe(50)
  })

  it('stays away once it has left', async () => {
    const ann = await instance.person('ann')
    const { id } = (await make('/groups', { name: 'g', path: 'g' }, ann.token)).json as { id: number }
    await make(`/groups/${id}/members`, { user_id: 1, access_level: 50 }, ann.token)
    await instance.ask('DELETE', `/api/v4/groups/${id}/members/${ann.id}`, { as: ann.token })
    const { id: next } = (await make('/groups', { name: 'h', path: 'h' }, ann.token)).json as { id: number }
    expect(await eventually('the owner', () => levelIn(`/groups/${next}`, ann.id))).toBe(50)
    expect(await levelIn(`/groups/${id}`, ann.id)).toBeUndefined()
  })
})
