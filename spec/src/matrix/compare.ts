import type { AccessPage, RequestRow, RightsRow } from './page.js'
import type { Person } from './people.js'
import type { Place } from './place.js'
import { RouteProbe } from './route-probe.js'
import type { MatrixWorld } from './world.js'

/** What differed, cell by cell, and how many cells were asked. */
export interface Comparison {
  readonly cells: number
  readonly differences: ReadonlyArray<string>
}

export const NOT_ASKED = '—'
export const ANYWHERE = '—'
const ANONYMOUS = 'anonymous'

/** The rows of a right. Throws where the page has none. */
export const rightsOf = (page: AccessPage, { right }: RequestRow): ReadonlyArray<RightsRow> => {
  const rows = page.rights.filter((row) => row.right === right)
  if (rows.length === 0) throw new Error(`${page.name}: nobody says who has the right "${right}"`)
  return rows
}

/** Who a column is about; undefined for the anonymous. Throws for an unknown column. */
const callerOf = (world: MatrixWorld, name: string): Person | undefined => {
  const person = world.people.get(name)
  if (person === undefined && name !== ANONYMOUS) throw new Error(`nobody is called "${name}"`)
  return person
}

/** The place of a row; what has no place is asked from the public one. */
export const placeOf = (world: MatrixWorld, name: string): Place => {
  const place = world.places.get(name === ANYWHERE ? 'public' : name)
  if (place === undefined) throw new Error(`no place is ${name}`)
  return place
}

export const titleOf = ({ method, path, thing }: RequestRow): string => `${method} ${path}${thing && ` ${thing}`}`

/** Compares what a request answers to everybody, in every place, with its right. */
export const compareRoles = async (world: MatrixWorld, page: AccessPage, row: RequestRow): Promise<Comparison> => {
  const differences: Array<string> = []
  let cells = 0
  for (const { place, cells: expected } of rightsOf(page, row)) {
    const probe = new RouteProbe(row, placeOf(world, place))
    for (const [name, cell] of expected) {
      if (cell === NOT_ASKED) continue
      cells += 1
      const caller = callerOf(world, name)
      const answered = await probe.ask(caller, caller === undefined ? {} : { 'private-token': caller.token })
      if (answered !== cell) differences.push(`${place} ${name}: ${answered} where ${cell} is expected`)
    }
  }
  return { cells, differences }
}
