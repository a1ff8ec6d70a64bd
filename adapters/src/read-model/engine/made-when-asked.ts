import type { ReadModel } from '@forgefold/core/ports'
import type { Database } from 'better-sqlite3'
import type { Projection } from './projection.js'

/** Where a database stands in its history: these queries belong to no projection. */
type Place = Pick<ReadModel, 'position' | 'reached'>

type ReadModelClass = new (db: Database, place: Place) => Place

/** Reads the queries of a name from the prototype once; they then are a property of the read model. */
const getterOf = (name: string, make: (db: Database) => unknown) =>
  function (this: { readonly db: Database }): unknown {
    const value = make(this.db)
    Object.defineProperty(this, name, { value })
    return value
  }

const classOf = (projections: ReadonlyArray<Projection>): ReadModelClass => {
  class Made implements Place {
    readonly position: Place['position']
    readonly reached: Place['reached']
    protected readonly db: Database

    constructor(db: Database, { position, reached }: Place) {
      this.db = db
      this.position = position
      this.reached = reached
    }
  }
  for (const { queries } of projections)
    for (const [name, make] of Object.entries(queries))
      Object.defineProperty(Made.prototype, name, { get: getterOf(name, make) })
  return Made
}

const classes = new WeakMap<ReadonlyArray<Projection>, ReadModelClass>()

/** The queries of the projections on a database, each made when it is first asked for: most processes ask for few of some seventy. */
export const madeWhenAsked = (projections: ReadonlyArray<Projection>, db: Database, place: Place): ReadModel => {
  const known = classes.get(projections) ?? classOf(projections)
  classes.set(projections, known)
  return new known(db, place) as unknown as ReadModel
}
