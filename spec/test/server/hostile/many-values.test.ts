import type { Route } from '@forgefold/server/http'
import { apiRoutes } from '@forgefold/spec/api-routes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HostileWorld, openHostileWorld } from './world.js'

let world: HostileWorld
beforeAll(async () => {
  world = await openHostileWorld()
})
afterAll(async () => {
  kept.clear()
  await world.close()
})

/** More than SQLite takes variables in one statement (32,766), or is deep in one expression (1,000). */
const MANY = 33_000
const FEW = 1_200

const words = (count: number): ReadonlyArray<string> => Array.from({ length: count }, (_, n) => `w${n}`)
const numbers = (count: number): ReadonlyArray<string> => Array.from({ length: count }, (_, n) => String(n + 1))

type Schema = Readonly<Record<string, unknown>>

/** The names a value can be given under: of an object each of its own, in brackets. */
const namesOf = (name: string, schema: Schema): ReadonlyArray<readonly [string, Schema]> => {
  const { properties } = schema as { readonly properties?: Readonly<Record<string, Schema>> }
  return properties === undefined
    ? [[name, schema]]
    : Object.entries(properties).flatMap(([inner, own]) => namesOf(`${name}[${inner}]`, own))
}

const pathNames = ({ path }: Route): ReadonlySet<string> =>
  new Set([...path.matchAll(/[:*]([a-z_0-9]+)/g)].map(([, name]) => name ?? ''))

/** Every way to give many values at once: words, phrases, lists with commas, of texts and of numbers. */
const AT_ONCE: ReadonlyArray<string> = [
  words(FEW).join('%20'),
  words(MANY).join('%20'),
  words(FEW)
    .map((word) => `%22${word}%20x%22`)
    .join('%20'),
  words(MANY).join(','),
  numbers(FEW).join(','),
  numbers(MANY).join(','),
  '%25'.repeat(MANY),
  '_%25'.repeat(MANY),
  '%22'.repeat(FEW),
  '*'.repeat(MANY),
]
/** And one by one, each with the name in brackets. */
const ONE_BY_ONE = [words(FEW), numbers(MANY)]

const valuesFor = (name: string): ReadonlyArray<string> => [
  ...AT_ONCE.map((value) => `${name}=${value}`),
  ...ONE_BY_ONE.map((values) => `${name}[]=${values.join(`&${name}[]=`)}`),
]

const lists = apiRoutes.filter(({ method, params }) => method === 'GET' && Object.keys(params).length > 0)

/** A name that so many routes have (`page`, `search`, `sort`) keeps its texts, which are a megabyte long together. */
const COMMON = 8
const timesNamed = new Map<string, number>()
for (const { params } of lists)
  for (const name of Object.keys(params)) timesNamed.set(name, (timesNamed.get(name) ?? 0) + 1)
const kept = new Map<string, ReadonlyArray<string>>()

const textsFor = (name: string): ReadonlyArray<string> => {
  const known = kept.get(name)
  if (known !== undefined) return known
  const texts = valuesFor(name)
  if ((timesNamed.get(name) ?? 0) >= COMMON) kept.set(name, texts)
  return texts
}

describe('thousands of values for one parameter', () => {
  it.each(lists.map((route) => [route.path, route] as const))(
    'of GET %s are taken or refused, never a failure of the server',
    async (_, route) => {
      const path = route.path.replace(/[:*]([a-z_0-9]+)/g, (_all, name: string) =>
        encodeURIComponent(world.reach(route.path, name)),
      )
      const own = pathNames(route)
      const required = Object.entries(route.params)
        .filter(([name, spec]) => spec.required && !own.has(name))
        .map(([name, spec]) => [name, `${name}=${String(world.plausible(name, spec.type.schema))}`] as const)
      const failures: Array<string> = []
      for (const [param, { type }] of Object.entries(route.params)) {
        if (own.has(param)) continue
        const rest = required.filter(([name]) => name !== param).map(([, pair]) => pair)
        for (const [name] of namesOf(param, type.schema))
          for (const value of textsFor(name)) {
            const query = [...rest, 'scope=all', value].filter(
              (pair) => !pair.startsWith('scope=all') || param !== 'scope',
            )
            const { status } = await world.ask('GET', path, { query: query.join('&') })
            if (status >= 500) failures.push(`${status} for ${value.slice(0, 60)}`)
          }
      }
      expect(failures).toEqual([])
    },
  )
})
