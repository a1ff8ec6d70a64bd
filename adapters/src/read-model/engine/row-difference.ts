import SqliteDatabase, { type Database } from 'better-sqlite3'

/** A row that differs between two read models: its table, and its key there. */
export interface RowDifference {
  readonly table: string
  readonly key: string
}

interface Table {
  readonly name: string
  /** The columns that identify a row, in sort order. */
  readonly key: ReadonlyArray<string>
}

interface Column {
  readonly name: string
  /** The place in the primary key, from 1; 0 if the column is not part of it. */
  readonly pk: number
}

/** Tables whose rows do not come from events: the read model's own state, and package downloads. */
const OF_NO_EVENT: ReadonlySet<string> = new Set(['read_model', 'failed_events', 'package_downloads'])

/** Tables with rows of their own. Full-text indexes are derived from other tables. */
const tablesOf = (db: Database): ReadonlyArray<Table> => {
  const listed = db.pragma('table_list') as ReadonlyArray<{
    readonly schema: string
    readonly name: string
    readonly type: string
  }>
  return listed
    .filter(({ schema, name, type }) => schema === 'main' && type === 'table' && !name.startsWith('sqlite_'))
    .filter(({ name }) => !OF_NO_EVENT.has(name))
    .map(({ name }) => ({ name, key: keyOf(db, name) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

const keyOf = (db: Database, table: string): ReadonlyArray<string> => {
  const columns = db.pragma(`table_info("${table}")`) as ReadonlyArray<Column>
  const primary = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
  return (primary.length > 0 ? primary : columns).map(({ name }) => name)
}

type Row = ReadonlyArray<unknown>

/** Rows start with their keys, and are sorted by them. */
const rowsOf = (db: Database, { name, key }: Table): IterableIterator<Row> => {
  const quoted = key.map((column) => `"${column}"`).join(', ')
  const rows = db.prepare(`SELECT ${quoted}, * FROM "${name}" ORDER BY ${quoted}`).raw()
  return rows.iterate() as IterableIterator<Row>
}

/** Of two different rows, the one that sorts first: the other side lacks it, or has a different one. */
const earlier = (one: Row | undefined, other: Row | undefined, width: number): Row => {
  if (one === undefined || other === undefined) return one ?? other ?? []
  for (let at = 0; at < width; at++) {
    const [a, b] = [one[at] as string | number, other[at] as string | number]
    if (a !== b) return a < b ? one : other
  }
  return one
}

const differenceIn = (one: Database, other: Database, table: Table): RowDifference | undefined => {
  const [left, right] = [rowsOf(one, table), rowsOf(other, table)]
  const width = table.key.length
  try {
    for (;;) {
      const [a, b] = [left.next(), right.next()].map((next) => (next.done === true ? undefined : next.value))
      if (a === undefined && b === undefined) return undefined
      if (JSON.stringify(a) !== JSON.stringify(b))
        return { table: table.name, key: earlier(a, b, width).slice(0, width).join(' ') }
    }
  } finally {
    left.return?.()
    right.return?.()
  }
}

/**
 * The first row that two read models of the same history and the same code do not have alike; undefined where there is none. Both files
 * are read side by side, row by row, so it takes no memory.
 */
export const rowDifference = (file: string, otherFile: string): RowDifference | undefined => {
  const [one, other] = [file, otherFile].map((path) => new SqliteDatabase(path, { readonly: true })) as [
    Database,
    Database,
  ]
  try {
    for (const table of tablesOf(one)) {
      const found = differenceIn(one, other, table)
      if (found !== undefined) return found
    }
    return undefined
  } finally {
    one.close()
    other.close()
  }
}
