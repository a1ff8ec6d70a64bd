import { ANYWHERE, type Comparison, NOT_ASKED, placeOf, rightsOf } from './compare.js'
import type { AccessPage, AuditorRights, RequestRow, RightsRow } from './page.js'
import { ALLOWED, RouteProbe } from './route-probe.js'
import type { MatrixWorld } from './world.js'

const REFUSED = 'refused'
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** Requests that read although they are no `GET`, and the other way round. */
const reads = ({ method, takes }: RequestRow): boolean =>
  takes === 'fetching' || (READING.has(method) && takes !== 'pushing')

/** What an auditor without a role is answered, by what the rows of others say (docs/reference/access/README.md#auditors). */
const expectedOf = (
  page: AccessPage,
  row: RequestRow,
  { place, cells }: RightsRow,
  { open, closed }: AuditorRights,
): string => {
  // What readers may do for themselves (subscribe, star) has the right of reading.
  const isReading = page.requests.some((one) => one.right === row.right && reads(one))
  if (open.has(row.right) || (isReading && cells.get('developer') === ALLOWED)) return ALLOWED
  const stranger = cells.get('non-member') ?? NOT_ASKED
  if (place === 'private' || closed.has(row.right)) return REFUSED
  return place === ANYWHERE && stranger === NOT_ASKED ? NOT_ASKED : stranger
}

/** Compares what a request answers to an auditor, in every place, with what is said of auditors. */
export const compareAuditors = async (
  world: MatrixWorld,
  page: AccessPage,
  row: RequestRow,
  rights: AuditorRights,
): Promise<Comparison> => {
  const auditor = world.people.get('auditor')
  if (auditor === undefined) throw new Error('nobody is an auditor')
  const differences: Array<string> = []
  let cells = 0
  for (const one of rightsOf(page, row)) {
    const expected = expectedOf(page, row, one, rights)
    if (expected === NOT_ASKED) continue
    cells += 1
    const answered = await new RouteProbe(row, placeOf(world, one.place)).ask(auditor, {
      'private-token': auditor.token,
    })
    const isRight = expected === REFUSED ? answered !== ALLOWED : answered === expected
    if (!isRight) differences.push(`${one.place}: ${answered} where ${expected} is expected`)
  }
  return { cells, differences }
}
