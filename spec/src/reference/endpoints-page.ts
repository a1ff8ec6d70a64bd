import { publicEndpoints } from '@forgefold/server/api/public-endpoints'
import { type DocumentedEndpoint, endpointKey } from '@forgefold/server/http'
import { apiRoutes } from '../api-routes/index.js'

interface Row extends DocumentedEndpoint {
  /** What serves it: undefined where nothing does. */
  readonly servedBy: string | undefined
}

const ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

const byMethod = (a: Row, b: Row): number => ORDER.indexOf(a.method) - ORDER.indexOf(b.method)

/** The kind of thing an endpoint is about: the word after `/projects/:id` and the like, else its first. */
const subjectOf = (path: string): string => {
  const [, first = '', second, third] = path.split('/')
  const isOwned = ['projects', 'groups', 'users'].includes(first) && second?.startsWith(':') === true
  return isOwned && third !== undefined && third !== '-' ? third : first
}

const releasesOf = ({ since, until, tier }: Row): string =>
  [tier, since === undefined ? undefined : `since ${since}`, until === undefined ? undefined : `until ${until}`]
    .filter((part) => part !== undefined)
    .join(', ')

/** Finds the route of which the endpoint is a narrower case. */
const widerRoute = (): ((endpoint: DocumentedEndpoint) => string | undefined) => {
  const table = new Map(
    apiRoutes.flatMap(({ method, path, narrower = [] }) =>
      narrower.map((one) => [endpointKey({ method, path: one }), path] as const),
    ),
  )
  return (endpoint) => table.get(endpointKey(endpoint))
}

const rowsOf = (): ReadonlyArray<Row> => {
  const documented = publicEndpoints()
  const lifespans = new Map(documented.map((endpoint) => [endpointKey(endpoint), endpoint]))
  const wider = widerRoute()
  const built = apiRoutes.map(({ method, path, since, until, tier }) => {
    const own = { ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) }
    return { ...own, ...(tier === undefined ? {} : { tier }), method, path, servedBy: path }
  })
  const known = new Set<string>()
  return [...built, ...documented.map((endpoint) => ({ ...endpoint, servedBy: wider(endpoint) }))]
    .filter((row) => !known.has(endpointKey(row)) && known.add(endpointKey(row)))
    .map((row) => ({ ...row, path: lifespans.get(endpointKey(row))?.path ?? row.path }))
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : byMethod(a, b)))
}

const stateOf = ({ path, servedBy }: Row): string => {
  if (servedBy === undefined) return '**not built**'
  return endpointKey({ method: '', path }) === endpointKey({ method: '', path: servedBy })
    ? 'built'
    : `built, by \`${servedBy}\``
}

const line = (row: Row): string => `| \`${row.method} ${row.path}\` | ${stateOf(row)} | ${releasesOf(row)} |`

const section = ([subject, rows]: readonly [string, ReadonlyArray<Row>]): string =>
  [`## ${subject}`, '', '| Endpoint | State | Where it exists |', '|---|---|---|', ...rows.map(line), ''].join('\n')

/** The reference page of every endpoint of the public API, made from the routes and the list of what is documented. */
export const endpointsPage = (): string => {
  const rows = rowsOf()
  const bySubject = new Map<string, Array<Row>>()
  for (const row of rows) bySubject.set(subjectOf(row.path), [...(bySubject.get(subjectOf(row.path)) ?? []), row])
  const sections = [...bySubject].sort(([a], [b]) => (a < b ? -1 : 1)).map(section)
  const built = rows.filter(({ servedBy }) => servedBy !== undefined).length
  return `# Endpoints of the public API

Every endpoint below \`/api/v4\` in the releases 14.0 to 16.0, and whether Forgefold serves it: ${built} of ${rows.length} are built. This page is made from the route table and the list in \`server/src/api/public-endpoints\`: \`npm run reference\`.

What is **not built** is answered \`501\`, with the endpoint's name in the header \`Forgefold-Unimplemented\` and in the body, never \`404\`: a client under test can tell what is missing here from what was not found. So is \`/api/graphql\`, the other public API. Where an endpoint does not exist, in the release or on the tier that the instance has, the answer is \`404\`, as on the original. Where a wider route serves an endpoint, that route is named.

${sections.join('\n')}`
}
