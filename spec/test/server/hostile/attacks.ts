import type { Route } from '@forgefold/server/http'
import { apiRoutes } from '@forgefold/spec/api-routes'
import {
  ENDLESS_LIST,
  HOSTILE_BODIES,
  HOSTILE_JSON,
  HOSTILE_QUERY,
  HOSTILE_SEGMENTS,
  LONG_QUERY,
} from '@forgefold/spec/hostile'
import type { Asked } from '@forgefold/spec/instance'
import type { HostileWorld } from './world.js'

const METHODS = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE']
export const areas = [...new Set(apiRoutes.map(({ area }) => area))]
/** The routes of an area: readers first, what deletes last. */
export const routesOf = (wanted: string): ReadonlyArray<Route> =>
  apiRoutes
    .filter(({ area }) => area === wanted)
    .toSorted((a, b) => METHODS.indexOf(a.method) - METHODS.indexOf(b.method) || b.path.length - a.path.length)

const NAMES = /[:*]([a-z_]+)/g
const pathNames = (route: Route): ReadonlyArray<string> => [...route.path.matchAll(NAMES)].map(([, name]) => name ?? '')

/** One request that should do no harm. */
export interface Attack {
  readonly path: string
  readonly asked: Asked
}

export const shown = ({ method }: Route, { path, asked }: Attack): string =>
  `${method} ${path.slice(0, 120)}?${(asked.query ?? '').slice(0, 120)} ${String(asked.json ?? asked.form ?? '').slice(0, 200)}`

/** The path, leading to something in every parameter but those that are given. */
const pathOf = (world: HostileWorld, route: Route, given: Readonly<Record<string, string>> = {}): string =>
  route.path.replace(NAMES, (_, name: string) => given[name] ?? encodeURIComponent(world.reach(route.path, name)))

/** The JSON text of all required parameters but one. */
const requiredBut = (world: HostileWorld, route: Route, left: string): ReadonlyArray<string> => {
  const inPath = pathNames(route)
  return Object.entries(route.params)
    .filter(([name, { required }]) => required && name !== left && !inPath.includes(name))
    .map(([name, { type }]) => `${JSON.stringify(name)}:${JSON.stringify(world.plausible(name, type.schema))}`)
}

const queryOf = (pairs: ReadonlyArray<string>): string => {
  const given = JSON.parse(`{${pairs.join(',')}}`) as Readonly<Record<string, unknown>>
  return Object.entries(given)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')
}

/** So many of the values, beginning somewhere else for each parameter, so that all are met in time. */
const some = (values: ReadonlyArray<string>, count: number, from: number): ReadonlyArray<string> =>
  Array.from({ length: Math.min(count, values.length) }, (_, n) => values[(from + n) % values.length] as string)

/** Everything that is tried on a route; `budget` is about how many values its parameters get all together. */
export function* attacksOn(world: HostileWorld, route: Route, budget: number): Generator<Attack> {
  const names = pathNames(route)
  const path = pathOf(world, route)
  const all = requiredBut(world, route, '')
  for (const name of names)
    for (const segment of HOSTILE_SEGMENTS)
      yield { path: pathOf(world, route, { [name]: segment }), asked: { json: `{${all.join(',')}}` } }
  const hasBody = route.method !== 'GET' && route.method !== 'DELETE'
  const count = Math.max(2, Math.ceil(budget / Object.keys(route.params).length))
  for (const [index, name] of Object.keys(route.params).entries()) {
    if (names.includes(name)) continue
    const rest = requiredBut(world, route, name)
    const query = queryOf(rest)
    for (const tail of some([...HOSTILE_QUERY, LONG_QUERY], count, index * 7))
      yield { path, asked: { query: `${query}&${name}${tail}` } }
    if (!hasBody) continue
    for (const value of some([...HOSTILE_JSON, ENDLESS_LIST], count, index * 7)) {
      const pairs = [...rest, `${JSON.stringify(name)}:${value}`]
      yield { path, asked: { json: `{${pairs.join(',')}}` } }
    }
  }
  for (const [type, body] of HOSTILE_BODIES)
    yield {
      path,
      asked: { bytes: Buffer.from(body), ...(type === '' ? {} : { headers: { 'content-type': type } }) },
    }
}
