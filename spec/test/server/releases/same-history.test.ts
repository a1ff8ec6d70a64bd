import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type ItemArea,
  isServed,
  RELEASES,
  type Release,
  type ReleaseItem,
  releaseDiff,
  releaseItems,
} from '@forgefold/core/releases'
import { apiRoutes } from '@forgefold/spec/api-routes'
import { type Answered, openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type History, writeHistory } from './history.js'
import { QUERIES } from './history-paths.js'
import { judged } from './judged.js'
import type { Probe, Scene } from './probe.js'
import { probeOf } from './probes.js'

/** What one release answers to every path that can be read, by the path of the route. */
type Answers = ReadonlyMap<string, Answered>

/** The release itself is what these are about. */
const ABOUT_RELEASES = new Set(['/forgefold/deprecations', '/forgefold/releases/diff'])
/** Its changes are numbered over everything there is, and each part of it has a path of its own that is asked. */
const NUMBERED_OVER_ALL = '/forgefold/differences/all'
/** The history is written over the API, which signs neither commits nor tags, and deliveries of webhooks are kept beside it: tests of their own ask for both. */
const NOT_WRITTEN = new Set([
  '/projects/:id/repository/commits/:sha/signature',
  '/projects/:id/repository/tags/:tag_name/signature',
  '/projects/:id/hooks/:hook_id/events',
  '/groups/:id/hooks/:hook_id/events',
  '/hooks/:hook_id/events',
  // For the token of a job alone.
  '/jobs/:id/artifacts',
])
const ROUTES = apiRoutes.filter(
  ({ method, path }) =>
    method === 'GET' && !ABOUT_RELEASES.has(path) && !NOT_WRITTEN.has(path) && path !== NUMBERED_OVER_ALL,
)

const readAll = async (instance: TestInstance, { paths, jobToken }: History): Promise<Answers> => {
  await judged(instance)
  // The first look at the settings is an event itself, which must not come while others count events.
  await instance.ask('GET', '/api/v4/application/settings', { as: instance.root })
  const read = async ({ path }: (typeof ROUTES)[number]): Promise<readonly [string, Answered]> => {
    const who = path === '/job' ? { headers: { 'job-token': jobToken } } : { as: instance.root }
    const [at, query = QUERIES[path] ?? ''] = (paths.get(path) ?? path).split('?')
    const ask = () => instance.ask('GET', `/api/v4${at}`, { ...who, query })
    let answered = await ask()
    // A machine that is busy may keep a first look at the settings waiting: 503 says to ask again.
    for (let tries = 0; tries < 20 && answered.status === 503; tries++) answered = await ask()
    return [path, answered]
  }
  const answers = new Map(await Promise.all(ROUTES.map(read)))
  answers.set('discovery', await instance.ask('GET', '/.well-known/openid-configuration'))
  return answers
}

/** Every key in a JSON value with what stands there: `links.self`; entries of a list by their number. */
const leaves = (value: unknown, at = '', found = new Map<string, unknown>()): ReadonlyMap<string, unknown> => {
  if (typeof value === 'object' && value !== null) {
    if (Array.isArray(value)) found.set(`${at}.length`, value.length)
    for (const [key, inner] of Object.entries(value)) leaves(inner, at === '' ? key : `${at}.${key}`, found)
    return found
  }
  return found.set(at, value)
}

/** The release itself is what these tell. */
const TELLS_THE_RELEASE = new Set(['/version version', '/metadata version'])

/** What reactors do at the moment, and have done. */
const TELLS_THE_MOMENT = /^\/sidekiq\/\S+ (?:processes\.0\.busy|jobs\.\w+)$/

/** What differs between two answers: a key on one side only, or another value. */
const differences = (route: string, one: Answered, other: Answered): ReadonlyArray<string> => {
  if (one.status !== other.status) return [route]
  const [before, after] = [leaves(one.json), leaves(other.json)]
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((key) => before.has(key) !== after.has(key) || before.get(key) !== after.get(key))
    .map((key) => `${route} ${key}`)
    .filter((difference) => !TELLS_THE_RELEASE.has(difference) && !TELLS_THE_MOMENT.test(difference))
}

/** Where a change of an area may show. */
const SHOWS_IN: Partial<Readonly<Record<ItemArea, RegExp>>> = {
  'Merge requests': /merge_requests|approval|closed_by/,
  Settings: /^\/application\/settings$/,
  Packages: /\/packages/,
  Deployments: /deployments|environments/,
  Labels: /labels/,
  OAuth: /^discovery$/,
}

/** What a line may change in an answer, where that is not its name. */
const TELLTALES: Readonly<Record<string, string>> = {
  'labels.dark_text': 'text_color',
  'oauth.implicit_grant': 'response_types_supported',
  'package.pipelines_in_lists': 'pipelines',
  'runners.active': 'active',
  'project.allow_pipeline_trigger_approve_deployment': 'allow_pipeline_trigger_approve_deployment',
  'tokens.admin_mode_scope': 'scopes_supported',
  'users.auditor': 'is_auditor',
  'version.metadata': 'kas',
}

/** Changes of an area that show elsewhere. */
const SHOWN_ELSEWHERE: Readonly<Record<string, RegExp>> = {
  'project.allow_pipeline_trigger_approve_deployment': /projects|groups|forks/,
}

const changes = (item: ReleaseItem & { readonly id: string }, difference: string): boolean => {
  const [route = '', key] = difference.split(' ')
  if (key === undefined) return item.name === `GET ${route}`
  if ((SHOWN_ELSEWHERE[item.id] ?? SHOWS_IN[item.area])?.test(route) === false) return false
  const name = TELLTALES[item.id] ?? item.name.split('.').at(-1) ?? ''
  return key.split('.').includes(name)
}

describe('the same history served at every release', () => {
  let folder: string
  const served = new Map<string, Answers>()
  const found = new Map<string, ReadonlyMap<string, boolean>>()
  const edged = releaseItems.filter(
    ({ served, since, until }) => served && [since, until].some((edge) => RELEASES.indexOf(edge as Release) > 0),
  )

  const probeAll = async (scene: Scene): Promise<ReadonlyMap<string, boolean>> => {
    const answers = new Map<string, boolean>()
    for (const item of edged) {
      const probe: Probe | undefined = probeOf(item)
      if (probe !== undefined) answers.set(item.id, await probe(scene))
    }
    return answers
  }

  const oldApplicationIn = async (data: string): Promise<string> => {
    const instance = await openTestInstance({ release: '14.2', more: { data } })
    const json = { name: 'old', redirect_uri: 'https://client.example/back', scopes: 'api' }
    const made = await instance.ask('POST', '/api/v4/applications', { as: instance.root, json })
    await instance.close()
    const { application_id, secret } = made.json as { readonly application_id: string; readonly secret: string }
    return `client_id=${application_id}&client_secret=${secret}`
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'forgefold-releases-'))
    const seed = join(folder, 'seed')
    const oldApplication = await oldApplicationIn(seed)
    const first = await openTestInstance({ release: '16.0', more: { data: seed } })
    const history = await writeHistory(first)
    await first.close()
    for (const release of RELEASES) {
      // Each release has a copy: what the probes change is no other's business.
      const data = join(folder, release)
      await cp(seed, data, { recursive: true })
      const instance = await openTestInstance({ release, more: { data } })
      const answers = await readAll(instance, history)
      served.set(release, answers)
      found.set(release, await probeAll({ instance, history, release, answers, oldApplication }))
      await instance.close()
    }
  }, 1_800_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('answers every path that can be read, and hardly any list is empty', () => {
    const empty = new Set<string>()
    const wrong: Array<readonly [path: string, release: string, answered: string | undefined]> = []
    for (const release of RELEASES)
      for (const route of ROUTES) {
        const answered = served.get(release)?.get(route.path)
        const isThere = isServed(route, release)
        const isRight = answered?.status === route.success.status
        if (isRight !== isThere) wrong.push([route.path, release, answered?.text.slice(0, 200)])
        if (answered?.text === '[]') empty.add(route.path)
      }
    expect(wrong).toEqual([])
    expect(empty.size, [...empty].join(', ')).toBeLessThan(4)
  })

  it('is probed for every line of the table that changes on the dial and touches what is served', () => {
    expect(edged.filter((item) => probeOf(item) === undefined).map(({ id }) => id)).toEqual([])
    expect(edged.length).toBeGreaterThan(80)
  })

  it.each(edged.map((item) => [item.id, item] as const))(
    'has %s in the releases of the table, and no other',
    (id, item) => {
      for (const release of RELEASES)
        expect([release, found.get(release)?.get(id)]).toEqual([release, isServed(item, release)])
    },
  )

  it.each(RELEASES.slice(1).map((to, index) => [RELEASES[index] as Release, to] as const))(
    'differs from %s to %s only in what the table declares',
    (from, to) => {
      const declared = releaseDiff(from, to).filter(({ change }) => change !== 'deprecated')
      const undeclared: Array<string> = []
      const isThere = new Set(
        ROUTES.filter((route) => isServed(route, from) || isServed(route, to)).map(({ path }) => path),
      )
      for (const [route, before] of served.get(from) ?? []) {
        const after = served.get(to)?.get(route)
        // A name that neither release has may be read as the parameter of another route.
        if (after === undefined || !isThere.has(route)) continue
        const unknown = differences(route, before, after).filter(
          (difference) => !declared.some(({ item }) => changes(item, difference)),
        )
        undeclared.push(...unknown)
      }
      expect(undeclared).toEqual([])
    },
  )
})
