import { makeMemoryEventStore, makeMemoryPersonalData } from '@forgefold/adapters/memory'
import { makeReadModel, type Projection } from '@forgefold/adapters/read-model'
import { expect, it } from 'vitest'

const made: Array<string> = []

const projection = (name: string): Projection => ({
  name,
  version: 1,
  schema: '',
  handlers: () => [],
  queries: {
    [name]: () => {
      made.push(name)
      return { is: name }
    },
  } as Projection['queries'],
})

interface Named {
  readonly first: object
  readonly second: object
}

it('makes queries when they are first asked for, once for each read model', async () => {
  const projections = [projection('first'), projection('second')]
  const open = () =>
    makeReadModel({
      file: ':memory:',
      store: makeMemoryEventStore(),
      personalData: makeMemoryPersonalData(),
      projections,
    })
  const [one, other] = [open(), open()]
  expect(made).toEqual([])
  const read = one.read as unknown as Named
  expect(read.second).toEqual({ is: 'second' })
  expect(read.second).toBe(read.second)
  expect(made).toEqual(['second'])
  expect((other.read as unknown as Named).second).not.toBe(read.second)
  expect(made).toEqual(['second', 'second'])
  await one.close()
  await other.close()
})
