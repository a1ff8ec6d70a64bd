import { publicEndpoints } from '../api/public-endpoints/index.js'
import { shown } from '../embedding/known-names.js'
import { API_BASE, type ServedEndpoint } from '../http/index.js'
import { readPattern } from './endpoint-pattern.js'
import { nearestTo } from './nearest-endpoints.js'

/** An endpoint for `GET` answers `HEAD` too, and `OPTIONS` is answered everywhere. */
const isSameMethod = (wanted: string, served: string): boolean =>
  wanted === served || /^(?:\*|OPTIONS)$/.test(wanted) || served === 'ANY' || (wanted === 'HEAD' && served === 'GET')

const isSameSegment = (wanted: string, served: string): boolean =>
  served.startsWith(':') || /:\w/.test(wanted) || wanted === served

/** Whether the last segments of a pattern can match those of the other; `*` in it matches anything. */
const endsAs = (asked: ReadonlyArray<string>, tail: ReadonlyArray<string>): boolean =>
  asked.length > tail.length &&
  tail.every((segment, at) => {
    const mine = asked.at(at - tail.length) as string
    return mine.includes('*') || isSameSegment(mine, segment)
  })

/** `/projects/:id/issue` is not `/projects/user/:user_id`: a literal opposite a parameter, and a parameter opposite a literal. */
const isCrossed = (asked: ReadonlyArray<string>, known: ReadonlyArray<string>): boolean =>
  asked.some((mine, at) => mine.startsWith(':') && /^[^:*]/.test(known[at] ?? '')) &&
  asked.some((mine, at) => /^[a-z_]+$/.test(mine) && known[at]?.startsWith(':') === true)

/** Whether some path matches both patterns. */
const isSamePath = (wanted: string, served: string): boolean => {
  const asked = wanted.split('/')
  const known = served.split('/')
  if (isCrossed(asked, known)) return false
  for (let index = 1; ; index++) {
    const [mine, other] = [asked[index], known[index]]
    if (mine === undefined || other === undefined) return mine === other
    // A trailing wildcard matches everything that follows. At the beginning it would match every path: pages of projects.
    if (other.startsWith('*')) return index > 1 && endsAs(asked.slice(index), known.slice(index + 1))
    if (mine.includes('*')) return other.startsWith(':') || other.startsWith(mine.slice(0, mine.indexOf('*')))
    if (!isSameSegment(mine, other)) return false
  }
}

/** The served endpoints and the known ones: a client may be tested with an endpoint that is not built. */
const endpointsWith = (served: ReadonlyArray<ServedEndpoint>): ReadonlyArray<ServedEndpoint> => [
  ...served,
  ...publicEndpoints().map(({ method, path }) => ({ method, path: API_BASE + path })),
]

const nameOf = ({ method, path }: ServedEndpoint): string => `${method} ${path.replace(`${API_BASE}/`, '/')}`

/** Throws a message that names similar endpoints if a pattern matches neither a served endpoint nor one of the public API. */
export const checkMatchesEndpoint = (pattern: string, served: ReadonlyArray<ServedEndpoint>): void => {
  const { method, path } = readPattern(pattern)
  const endpoints = endpointsWith(served)
  const plain = path.replace(/(?<=.)\/$/, '')
  const paths = [plain, plain.replace(/\.json$/, '')]
  const isMeant = (one: ServedEndpoint): boolean =>
    isSameMethod(method, one.method) && paths.some((each) => isSamePath(each, one.path))
  if (endpoints.some(isMeant)) return
  const near = nearestTo({ method, path: plain }, endpoints).map(nameOf)
  throw new Error(`no endpoint of this forge is meant by ${shown(pattern)}; the nearest are ${near.join(', ')}`)
}
