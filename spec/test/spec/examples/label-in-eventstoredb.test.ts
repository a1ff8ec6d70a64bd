import { keepLabel } from '@forgefold/spec/examples'
import { expect, it } from 'vitest'

it('one aggregate keeps its events in EventStoreDB, which holds the second writer off', async () => {
  expect(await keepLabel()).toEqual(['written', 'Conflict', 'LabelCreated'])
})
