import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { projections } from '../registry.js'
import { fingerprintOf, openReadModel } from './database.js'
import { SharedRows } from './shared-rows.js'

/**
 * The file of the empty tables in the published package, next to the code; its name says which code made them.
 *
 * @example
 * assert.match(emptyRowsFile(), /^empty-rows-[0-9a-f]{16}\.sqlite\.gz$/)
 */
export const emptyRowsFile = (): string => `empty-rows-${fingerprintOf(projections).slice(0, 16)}.sqlite.gz`

let empty: SharedRows | undefined

/** Undefined in the workspace, or if the tables in the package were made by other code. */
const readyRows = (): SharedRows | undefined => {
  const file = new URL(emptyRowsFile(), import.meta.url)
  return existsSync(file) ? new SharedRows(gunzipSync(readFileSync(file))) : undefined
}

const madeRows = (): SharedRows => {
  const { db } = openReadModel(':memory:', projections)
  const made = new SharedRows(db.serialize())
  db.close()
  return made
}

/**
 * The tables of a read model without rows, made once in a process: they cost ten times what beginning with them does.
 *
 * @example
 * assert.equal(emptyRows(), emptyRows())
 */
export const emptyRows = (): SharedRows => {
  empty ??= readyRows() ?? madeRows()
  return empty
}
