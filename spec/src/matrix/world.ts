import { openTestInstance, type TestInstance } from '../instance/index.js'
import { askingOf } from './asking.js'
import { type People, registerPeople } from './people.js'
import { makePlace, type Place, VISIBILITIES } from './place.js'

/** Everybody in a place of each visibility. */
export interface MatrixWorld {
  readonly instance: TestInstance
  readonly people: People
  readonly places: ReadonlyMap<string, Place>
  readonly close: () => Promise<void>
}

/** The release in which every endpoint exists. */
const RELEASE = '15.7'

export const openMatrixWorld = async (): Promise<MatrixWorld> => {
  const instance = await openTestInstance({ release: RELEASE })
  const asking = askingOf(instance)
  // So that what is deleted can be restored.
  await asking.make('PUT', '/application/settings', { delayed_group_deletion: true, delayed_project_deletion: true })
  const people = await registerPeople(instance, asking)
  const places = new Map<string, Place>()
  for (const visibility of VISIBILITIES) places.set(visibility, await makePlace(visibility, asking, people))
  return { instance, people, places, close: () => instance.close() }
}
