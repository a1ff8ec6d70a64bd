import { ANYWHERE, type Comparison, NOT_ASKED, rightsOf } from './compare.js'
import { credentialOf } from './credentials.js'
import type { AccessPage, CredentialRow, RequestRow, RightsRow } from './page.js'
import type { Person } from './people.js'
import type { Place } from './place.js'
import { ALLOWED, type Credentials, RouteProbe } from './route-probe.js'
import type { MatrixWorld } from './world.js'

/** Whose credentials are tried, the first who has the right. */
const HOLDERS = ['owner', 'author', 'administrator'] as const

/** Requests that end the credential they come with need a new one each time. */
const ENDS_IT = 'ending itself'

const NOBODY = 'nobody'

/** Credentials that were made, by name and holder. */
export type CredentialCache = Map<string, Promise<Credentials>>

const rowOf = (page: AccessPage, row: RequestRow): RightsRow => {
  const rows = rightsOf(page, row)
  const found = rows.find(({ place }) => place === 'private' || place === ANYWHERE)
  if (found === undefined) throw new Error(`${page.name}: no row of a private place for "${row.right}"`)
  return found
}

/** What the tables of rights and of credentials say together. */
const expected = (cell: string, right: RightsRow, holder: string): string => {
  if (cell === NOBODY) return right.cells.get('anonymous') ?? ''
  if (cell !== ALLOWED) return cell
  const own = right.cells.get(holder) ?? ''
  return own === NOT_ASKED ? ALLOWED : own
}

/** Compares what a request answers to every credential with what it takes, in the private place. */
export const compareCredentials = async (
  world: MatrixWorld,
  purse: CredentialCache,
  page: AccessPage,
  row: RequestRow,
  table: ReadonlyArray<CredentialRow>,
): Promise<Comparison> => {
  const right = rowOf(page, row)
  const place = world.places.get('private') as Place
  const name = HOLDERS.find((one) => right.cells.get(one) === ALLOWED) ?? 'owner'
  const holder = world.people.get(name) as Person
  const probe = new RouteProbe(row, place)
  const differences: Array<string> = []
  for (const { credential, cells } of table) {
    const cell = cells.get(row.takes)
    if (cell === undefined) throw new Error(`no column says who reaches what takes "${row.takes}"`)
    const key = row.takes === ENDS_IT ? `${credential} ${place.next()}` : `${credential} ${name}`
    const made = purse.get(key) ?? credentialOf(credential, world, holder, place)
    purse.set(key, made)
    const answered = await probe.ask(holder, await made, true)
    const wanted = expected(cell, right, name)
    if (answered !== wanted) differences.push(`${credential}: ${answered} where ${wanted} is expected`)
  }
  return { cells: table.length, differences }
}
