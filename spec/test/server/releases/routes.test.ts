import { isDeprecated, isServed, RELEASES, releaseItem, releaseItems } from '@forgefold/core/releases'
import { isRouteServed } from '@forgefold/server/http'
import { apiRoutes } from '@forgefold/spec/api-routes'
import { describe, expect, it } from 'vitest'

const releaseBefore = (release: string): string | undefined =>
  RELEASES[(RELEASES as ReadonlyArray<string>).indexOf(release) - 1]

const instanceAt = (release: string) => ({ externalUrl: 'http://forge.test', tier: 'ultimate', release }) as const

const routeNamed = (name: string) => apiRoutes.find(({ method, path }) => `${method} ${path}` === name)

const endpoints = releaseItems.filter(
  ({ kind, served, name }) => kind === 'endpoint' && served && routeNamed(name) !== undefined,
)

describe('endpoints at the last release before a change and at the first after', () => {
  it('are found by the names in the table', () => expect(endpoints.length).toBeGreaterThanOrEqual(5))

  it.each(endpoints.map((item) => [item.id, item] as const))('%s', (_, item) => {
    const route = routeNamed(item.name)
    for (const release of RELEASES) {
      const there = route !== undefined && isRouteServed(route, instanceAt(release))
      expect(there, release).toBe(isServed(item, release))
    }
    for (const edge of [item.since, item.until]) {
      const before = edge === undefined ? undefined : releaseBefore(edge)
      if (before !== undefined) expect(isServed(item, before)).not.toBe(isServed(item, edge ?? ''))
    }
  })
})

describe('routes and parameters that name a line of the table', () => {
  const notes = apiRoutes.flatMap((route) => [
    [`${route.method} ${route.path}`, route] as const,
    ...Object.entries(route.params).map(([name, param]) => [`${route.method} ${route.path} ${name}`, param] as const),
  ])
  const named = notes.flatMap(([where, note]) => (note.item === undefined ? [] : [[where, note, note.item] as const]))

  it('are many', () => expect(named.length).toBeGreaterThan(15))

  it.each(named)('%s lives as the table says', (_, note, item) => {
    const line = releaseItem(item)
    expect(line).toBeDefined()
    for (const release of RELEASES) {
      expect(isServed(note, release), release).toBe(isServed(line ?? {}, release))
      expect(isDeprecated(note, release), release).toBe(isDeprecated(line ?? {}, release))
    }
  })
})
