import { makeMemoryPersonalData } from '@forgefold/adapters/memory'
import { makeReadModel, type Projection } from '@forgefold/adapters/read-model'
import { fixedHistory } from '@forgefold/core/audit'
import type { StoredEvent } from '@forgefold/core/kernel'
import { expect, it } from 'vitest'

/** Notes whose handlers are made, and what they are called with. */
const noting = (heard: Array<string>) => {
  const projection = (name: string, categories: ReadonlyArray<string>): Projection => ({
    name,
    version: 1,
    schema: '',
    handlers: () => {
      heard.push(`${name} is made`)
      const apply = ({ stream }: StoredEvent) => void heard.push(`${name} hears of ${stream}`)
      return categories.map((category) => ({ category, byType: new Map([['Happened', apply]]) }))
    },
    queries: {},
  })
  return [projection('both', ['sun', 'moon', 'sun']), projection('night', ['moon']), projection('day', ['sun'])]
}

const apply = async (projections: ReadonlyArray<Projection>, streams: ReadonlyArray<string>): Promise<void> => {
  const events = streams.map((stream, position) => ({ id: `${position}`, stream, position, type: 'Happened' }))
  const store = fixedHistory(events as ReadonlyArray<unknown> as ReadonlyArray<StoredEvent>)
  const model = makeReadModel({ file: ':memory:', store, personalData: makeMemoryPersonalData(), projections })
  await model.projector.start()
  await model.close()
}

it('the next database with the same projections makes handlers only of those that handle its events, in their order', async () => {
  const heard: Array<string> = []
  const projections = noting(heard)
  await apply(projections, ['moon-1'])
  const ofMoon = ['both hears of moon-1', 'night hears of moon-1']
  expect(heard.splice(0)).toEqual(['both is made', 'night is made', 'day is made', ...ofMoon])
  await apply(projections, ['moon-1', 'moon-1'])
  expect(heard.splice(0)).toEqual(['both is made', 'night is made', ...ofMoon, ...ofMoon])
  await apply(projections, ['stars-1', 'sun-1'])
  const ofSun = ['both hears of sun-1', 'both hears of sun-1', 'day hears of sun-1']
  expect(heard).toEqual(['both is made', 'day is made', ...ofSun])
})
