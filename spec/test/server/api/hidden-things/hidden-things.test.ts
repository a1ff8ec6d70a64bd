import { isRouteServed, type Route } from '@forgefold/server/http'
import { apiRoutes } from '@forgefold/spec/api-routes'
import type { Answered } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HiddenWorld, INNER, openHiddenWorld, PACKAGE, SECRET } from './world.js'

/** Values of a path's parameters that are not numbers. */
const WORDS: Readonly<Record<string, ReadonlyArray<string>>> = {
  branch: ['main'],
  sha: ['main'],
  tag_name: ['v1'],
  file_path: ['README.md'],
  package_name: [PACKAGE.name],
  package_version: [PACKAGE.version],
  package_channel: [PACKAGE.channel],
  recipe_revision: ['0'],
  conan_package_reference: [PACKAGE.build],
  package_revision: ['0'],
  file_name: [PACKAGE.file],
}

/** What changes with every note or with every answer. */
const MOVING = /"(?:updated_at|last_activity_at)":"[^"]*",?/g

const NUMBERS = ['1', '2', '3', '4', '5', '6', '7', '8']

/** Asks for as much as there is. */
const MUCH = new URLSearchParams({
  ...{ per_page: '100', scope: 'all', state: 'all', with_labels_details: 'true', with_counts: 'true' },
  ...{ render_html: 'true', include_diverged_commits_count: 'true', include_subgroups: 'true', all_available: 'true' },
  ...{
    include_ancestor_groups: 'true',
    include_parent_milestones: 'true',
    with_stats: 'true',
    from: 'main',
    to: 'main',
    q: PACKAGE.name,
  },
}).toString()

const valuesOf = (route: Route, name: string, world: HiddenWorld): ReadonlyArray<string> => {
  if (name === 'package_username') return world.conanUsers
  const places = route.path.startsWith('/groups/') ? 'groups' : 'projects'
  if (name !== 'id' || !/^\/(?:groups|projects)\//.test(route.path)) return WORDS[name] ?? NUMBERS
  return [...world.open[places], ...world.hidden[places]].map(String)
}

/** A route with more addresses than this would not be asked in time: its parameters that are not numbers need words. */
const MOST_ADDRESSES = 5000

/** Every address of a route in the world. */
const addressesOf = (route: Route, world: HiddenWorld): ReadonlyArray<string> => {
  let addresses = [route.path]
  for (const [, star, name = ''] of route.path.matchAll(/\/([:*])(\w+)/g)) {
    const values = valuesOf(route, name, world)
    if (addresses.length * values.length > MOST_ADDRESSES) throw new Error(`${route.path} has too many addresses`)
    addresses = addresses.flatMap((address) =>
      values.map((value) => address.replace(`${star}${name}`, encodeURIComponent(value))),
    )
  }
  return addresses
}

/** What an answer shows. */
interface Shown {
  readonly path: string
  readonly text: string
  readonly headers: string
  /** Without what moves with every note. */
  readonly still: string
}

const shownBy = ({ path }: Route, { status, text, headers }: Answered): Shown => {
  const totals = ['x-total', 'x-next-page', 'link'].map((name) => headers.get(name)).join(' ')
  const still = `${status} ${totals} ${text.replace(MOVING, '')}`
  return { path, text, headers: [...headers.values()].join(' '), still }
}

describe('what is hidden from a caller', () => {
  let world: HiddenWorld
  beforeAll(async () => {
    world = await openHiddenWorld()
  })
  afterAll(() => world.instance.close())

  /** The parameters that a route takes, of those that ask for much. */
  const queryOf = (route: Route): string => {
    const known = new URLSearchParams()
    for (const [name, value] of new URLSearchParams(MUCH)) if (name in (route.params ?? {})) known.set(name, value)
    return known.toString()
  }

  /** Everything that a caller is shown, by what was asked. */
  const shownTo = async (as: string | undefined): Promise<ReadonlyMap<string, Shown>> => {
    const shown = new Map<string, Shown>()
    for (const route of apiRoutes) {
      if (route.method !== 'GET' || !isRouteServed(route, world.instance.forge.instance)) continue
      const queries = new Set([queryOf(route), ''])
      for (const address of addressesOf(route, world))
        for (const query of queries) {
          const answered = await world.instance.ask('GET', `/api/v4${address}`, { as, query })
          shown.set(`${address}?${query}`, shownBy(route, answered))
        }
    }
    return shown
  }

  const first = new Map<string | undefined, Promise<ReadonlyMap<string, Shown>>>()

  /** What a caller was shown at first: every reading route is asked for everything of its kind, once for all tests. */
  const firstShownTo = (as: string | undefined): Promise<ReadonlyMap<string, Shown>> => {
    const found = first.get(as) ?? shownTo(as)
    first.set(as, found)
    return found
  }

  const showing = async (as: string | undefined, words: ReadonlyArray<string>): Promise<ReadonlyArray<string>> =>
    [...(await firstShownTo(as))].flatMap(([asked, { path, text, headers }]) =>
      words.some((word) => text.includes(word) || headers.includes(word)) ? [`${path} (${asked})`] : [],
    )

  it('is shown to whoever may see it', async () => {
    const routes = new Set((await showing(world.keeper, [SECRET, INNER])).map((found) => found.split(' ')[0]))
    expect(routes.size).toBeGreaterThan(60)
    for (const base of ['/packages', '/projects/:id/packages'])
      expect([...routes].filter((path) => path?.startsWith(`${base}/conan/`))).toHaveLength(7)
  })

  it.each([
    ['anonymous', [SECRET, INNER]],
    ['stranger', [SECRET, INNER]],
    ['guest', [SECRET, INNER]],
    ['left', [SECRET, INNER]],
    ['steward', [SECRET]],
  ] as const)('is shown to %s by no route, not even beside something else', async (caller, words) => {
    expect(await showing(world.callers[caller], words)).toEqual([])
  })

  it.each(['stranger', 'guest', 'left', 'steward'] as const)('counts as to-dos of %s what it lists', async (caller) => {
    const { headers, json } = await world.instance.ask('GET', '/api/v4/todos', { as: world.callers[caller] })
    expect(Number(headers.get('x-total'))).toBe((json as ReadonlyArray<unknown>).length)
  })

  it.each(['anonymous', 'stranger', 'guest'] as const)(
    'lets an internal note change nothing that is shown to %s',
    async (caller) => {
      const as = world.callers[caller]
      const before = await firstShownTo(as)
      await world.speakInternally(`${INNER} for ${caller}`)
      const after = await shownTo(as)
      expect(after.size).toBe(before.size)
      expect([...after].flatMap(([asked, { still }]) => (before.get(asked)?.still === still ? [] : asked))).toEqual([])
    },
  )
})
