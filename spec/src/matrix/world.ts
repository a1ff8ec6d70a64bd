import { existsOn } from '@forgefold/server/http'
import { apiRoutes } from '../api-routes/index.js'
import { openTestInstance, type TestInstance } from '../instance/index.js'
import { askingOf } from './asking.js'
import type { RequestRow } from './page.js'
import { type People, registerPeople } from './people.js'
import { makePlace, type Place, VISIBILITIES } from './place.js'

/** Everybody in a place of each visibility. */
export interface MatrixWorld {
  readonly instance: TestInstance
  readonly people: People
  readonly places: ReadonlyMap<string, Place>
  readonly close: () => Promise<void>
}

/** The release in which nearly every endpoint exists, and the last one, for those that came later. */
const RELEASES = ['15.7', '16.0'] as const
type MatrixRelease = (typeof RELEASES)[number]

const openMatrixWorld = async (release: MatrixRelease): Promise<MatrixWorld> => {
  const instance = await openTestInstance({ release })
  const asking = askingOf(instance)
  // So that what is deleted can be restored; the last release knows nothing else.
  const delayed = { delayed_group_deletion: true, delayed_project_deletion: true }
  await asking.attempt('PUT', '/application/settings', delayed)
  // Every request that is tried makes a schedule of its own.
  await asking.attempt('PUT', '/application/plan_limits', { plan_name: 'default', ci_pipeline_schedules: 0 })
  const people = await registerPeople(instance, asking)
  const places = new Map<string, Place>()
  for (const visibility of VISIBILITIES) places.set(visibility, await makePlace(visibility, asking, people))
  return { instance, people, places, close: () => instance.close() }
}

/** A world for each release that is asked, opened when first asked for. */
export class MatrixWorlds {
  readonly #opened = new Map<MatrixRelease, Promise<MatrixWorld>>()

  /** The world of a release in which the endpoint of the row exists. */
  of({ method, path }: Pick<RequestRow, 'method' | 'path'>): Promise<MatrixWorld> {
    const route = apiRoutes.find((one) => one.method === method && one.path === path)
    const exists = (release: MatrixRelease): boolean =>
      route === undefined || existsOn({ tier: 'ultimate', release }, route)
    const release = RELEASES.find(exists) ?? RELEASES[0]
    const opened = this.#opened.get(release) ?? openMatrixWorld(release)
    this.#opened.set(release, opened)
    return opened
  }

  async close(): Promise<void> {
    for (const world of this.#opened.values()) await (await world).close()
  }
}
