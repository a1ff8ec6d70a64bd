import { testClient, testFaults } from '@forgefold/spec/examples'
import { expect, it } from 'vitest'

it('a client of the API is tested against a forge of its own', async () => {
  expect(await testClient()).toEqual([{ title: 'It rains in', author: 'jane', isHere: true }])
})
it('a client is turned away once, asks again, and has one effect', async () => {
  expect(await testFaults()).toEqual({ asked: [429, 201], happened: 1, projects: [] })
})
