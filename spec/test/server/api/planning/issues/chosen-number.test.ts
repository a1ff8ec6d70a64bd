import { openTestInstance } from '@forgefold/spec/instance'
import { expect, it } from 'vitest'

it('owners and administrators choose the number of an issue; of others the choice is ignored', async () => {
  const world = await openTestInstance()
  const owner = await world.person('owner')
  const guest = await world.person('guest')
  await world.ask('POST', '/api/v4/projects', { as: owner.token, json: { name: 'moved', visibility: 'public' } })
  const open = async (iid: unknown, as: string = owner.token) => {
    const made = await world.ask('POST', '/api/v4/projects/1/issues', { as, json: { title: 'it', iid } })
    return made.status === 201 ? (made.json as { readonly iid: number }).iid : [made.status, made.json]
  }
  expect(await open(7)).toBe(7)
  expect(await open(undefined)).toBe(8)
  expect(await open('12', world.root)).toBe(12)
  // Lower ones that were left out are free, once; those that were given are not.
  expect(await open(3)).toBe(3)
  expect(await open(10)).toBe(10)
  for (const taken of [3, 7, 8, 10, 12]) expect(await open(taken)).toEqual([409, { message: 'Duplicated issue' }])
  expect(await open(900, guest.token)).toBe(13)
  expect(await open(null)).toBe(14)
  expect(await open(0)).toEqual([400, { message: { iid: ['must be greater than 0'] } }])
  expect(await open('x')).toEqual([400, { error: 'iid is invalid' }])
  expect(await open(1)).toBe(1)
  await world.close()
})
