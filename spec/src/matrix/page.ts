/** Who has a right in a place of one kind: the cell of each caller. */
export interface RightsRow {
  readonly right: string
  readonly place: string
  readonly cells: ReadonlyMap<string, string>
}

/** An endpoint, perhaps of a thing of a particular kind, with the right it asks and the credentials it takes. */
export interface RequestRow {
  readonly method: string
  readonly path: string
  /** What the sentence after the endpoint says; empty where there is none. */
  readonly thing: string
  readonly right: string
  readonly takes: string
}

/** What one page of `docs/reference/access` expects. */
export interface AccessPage {
  readonly name: string
  readonly rights: ReadonlyArray<RightsRow>
  readonly requests: ReadonlyArray<RequestRow>
}

/** What a credential reaches, by what requests take. */
export interface CredentialRow {
  readonly credential: string
  readonly cells: ReadonlyMap<string, string>
}

interface Table {
  readonly head: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
}

const cellsOf = (line: string): ReadonlyArray<string> =>
  line
    .slice(1, line.lastIndexOf('|'))
    .split('|')
    .map((cell) => cell.trim())

const tablesOf = (markdown: string): ReadonlyArray<Table> =>
  markdown.split(/\n(?!\|)/).flatMap((block) => {
    const lines = block.split('\n').filter((line) => line.startsWith('|'))
    const [head, , ...rows] = lines
    return head === undefined || rows.length === 0 ? [] : [{ head: cellsOf(head), rows: rows.map(cellsOf) }]
  })

const rightsOf = ({ head, rows }: Table): ReadonlyArray<RightsRow> => {
  let right = ''
  return rows.map((row) => {
    right = row[0] === '' || row[0] === undefined ? right : row[0]
    const cells = new Map(head.slice(2).map((caller, n) => [caller, row[n + 2] ?? '']))
    return { right, place: row[1] ?? '', cells }
  })
}

const ENDPOINT = /^`([A-Z]+) ([^`]+)`\s*(.*)$/

const requestOf = ([endpoint = '', right = '', takes = '']: ReadonlyArray<string>): RequestRow => {
  const read = ENDPOINT.exec(endpoint)
  if (read === null) throw new Error(`no endpoint: ${endpoint}`)
  const [, method = '', path = '', thing = ''] = read
  return { method, path, thing, right, takes }
}

/** Reads the tables of a page. Throws where a row is none. */
export const readAccessPage = (name: string, markdown: string): AccessPage => {
  const tables = tablesOf(markdown)
  return {
    name,
    rights: tables.filter(({ head }) => head[0] === 'Right').flatMap(rightsOf),
    requests: tables.filter(({ head }) => head[0] === 'Request').flatMap(({ rows }) => rows.map(requestOf)),
  }
}

/** Reads the table of credentials. */
export const readCredentials = (markdown: string): ReadonlyArray<CredentialRow> =>
  tablesOf(markdown)
    .filter(({ head }) => head[0] === 'Credential')
    .flatMap(({ head, rows }) =>
      rows.map((row) => ({
        credential: row[0] ?? '',
        cells: new Map(head.slice(1).map((takes, n) => [takes, row[n + 1] ?? ''])),
      })),
    )

/** Rights that auditors have, or have not, whatever others may. */
export interface AuditorRights {
  readonly open: ReadonlySet<string>
  readonly closed: ReadonlySet<string>
}

/** Reads what is said of auditors. */
export const readAuditorRights = (markdown: string): AuditorRights => {
  const rightsBelow = (title: string): ReadonlySet<string> =>
    new Set(
      tablesOf(markdown)
        .find(({ head }) => head[0] === title)
        ?.rows.map(([right = '']) => right),
    )
  return { open: rightsBelow('Open to auditors'), closed: rightsBelow('Closed to auditors') }
}

/** A route beside the API, with whom it lets in: a cell for each caller. */
export interface PlaceRow {
  readonly method: string
  readonly path: string
  readonly cells: ReadonlyMap<string, string>
}

/** Reads the page of requests outside the API. Throws where a row names an unknown column. */
export const readNonApiPlaces = (markdown: string): ReadonlyArray<PlaceRow> => {
  const tables = tablesOf(markdown)
  const who = tables.find(({ head }) => head[0] === 'Who')
  const cellsOfWho = new Map(
    who?.rows.map(([name = '', ...cells]) => [name, new Map(who.head.slice(1).map((one, n) => [one, cells[n] ?? '']))]),
  )
  return tables
    .filter(({ head }) => head[0] === 'Route')
    .flatMap(({ rows }) =>
      rows.map(([place = '', name = '']) => {
        const { method, path } = requestOf([place])
        const cells = cellsOfWho.get(name)
        if (cells === undefined) throw new Error(`${method} ${path}: nobody is called "${name}"`)
        return { method, path, cells }
      }),
    )
}
