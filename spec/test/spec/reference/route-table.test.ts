import { readdir, readFile } from 'node:fs/promises'
import { loadedRoutes, apiRoutes as table } from '@forgefold/server/api/v4'
import { endpointLines, endpointsIn, type RouteHead } from '@forgefold/server/http'
import { routeTable } from '@forgefold/spec/reference'
import { expect, it } from 'vitest'

const FOLDER = 'server/src/api/v4/route-table'

const headOf = ({ method, path, since, until, tier, narrower }: RouteHead) => ({
  method,
  path,
  since,
  until,
  tier,
  narrower,
})

const byName = (heads: ReadonlyArray<RouteHead>) =>
  heads.map(headOf).toSorted((a, b) => `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`))

it('the route table is what the areas declare', async () => {
  const drawn = await routeTable()
  const files = (await readdir(FOLDER)).filter((file) => file !== 'index.ts')
  expect(files.toSorted()).toEqual([...drawn.keys()].toSorted())
  for (const file of files) expect(await readFile(`${FOLDER}/${file}`, 'utf8'), file).toBe(drawn.get(file))
})

it('requests are matched against what the areas declare, and each gets its own route', async () => {
  const declared = await loadedRoutes()
  expect(declared.length).toBeGreaterThan(700)
  expect(byName(table)).toEqual(byName(declared))
  for (const head of table) expect(declared).toContain(await head.area.load(head))
})

it('lines of endpoints say all that is read from them', () => {
  const endpoints: ReadonlyArray<RouteHead> = [
    { method: 'GET', path: '/a' },
    { method: 'PUT', path: '/a' },
    { method: 'POST', path: '/a', tier: 'premium', since: '14.2' },
    { method: 'DELETE', path: '/b/*rest', until: '16.0', narrower: [] },
    { method: 'GET', path: '/c/*rest', narrower: ['/c/:one', '/c/:one/:two'] },
  ]
  expect(endpointsIn(endpointLines(endpoints), {})).toEqual(endpoints)
})
