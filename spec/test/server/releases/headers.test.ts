import { request as send } from 'node:http'
import { isDeprecated, releaseItem } from '@forgefold/core/releases'
import { existsOn } from '@forgefold/server/http'
import { apiRoutes } from '@forgefold/spec/api-routes'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SOCKETED, type Socketed } from '../transport/ways-in.js'

interface Told {
  readonly status: number
  /** Every value of every header, under its name in small letters. */
  readonly headers: ReadonlyMap<string, ReadonlyArray<string>>
  readonly text: string
}

interface Ask {
  readonly method: string
  readonly path: string
  readonly json?: unknown
}

const headersOf = (raw: ReadonlyArray<string>): ReadonlyMap<string, ReadonlyArray<string>> => {
  const headers = new Map<string, Array<string>>()
  for (let index = 0; index < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase()
    headers.set(name, [...(headers.get(name) ?? []), raw[index + 1] ?? ''])
  }
  return headers
}

const over = (port: number, token: string, { method, path, json }: Ask): Promise<Told> =>
  new Promise((resolve, reject) => {
    const body = json === undefined ? undefined : JSON.stringify(json)
    const headers = { 'private-token': token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
    const sent = send({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: headersOf(response.rawHeaders), text }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })

/** What uses each deprecated thing, by the route and the parameter that carries it. */
const MR = '/projects/:id/merge_requests'
const ONE = `${MR}/:merge_request_iid`
const NOTE = '/notes/:note_id'
/** Stand for tokens that are known once the instance is. */
const REGISTRATION = '(the registration token of the project)'
const OF_RUNNER = '(the token of a runner)'
const USES: Readonly<Record<string, Omit<Ask, 'method'>>> = {
  'POST /ci/lint': { path: '/ci/lint', json: { content: 'job: { script: make }' } },
  'PUT /projects/:id/environments/:environment_id name': { path: '/projects/1/environments/1', json: { name: 'x' } },
  [`POST ${ONE}/approvals`]: { path: '/projects/1/merge_requests/1/approvals', json: { approvals_required: 1 } },
  [`GET ${ONE}/changes`]: { path: '/projects/1/merge_requests/1/changes' },
  'GET /groups/:id/merge_requests wip': { path: '/groups/team/merge_requests?wip=no' },
  'GET /merge_requests wip': { path: '/merge_requests?scope=all&wip=no' },
  [`GET ${MR} wip`]: { path: '/projects/1/merge_requests?wip=no&per_page=1' },
  'GET /projects/:id/deployments/:deployment_id/merge_requests wip': {
    path: '/projects/1/deployments/1/merge_requests?wip=no',
  },
  [`POST ${MR} allow_maintainer_to_push`]: {
    path: '/projects/1/merge_requests',
    json: { source_branch: 'more', target_branch: 'main', title: 'More', allow_maintainer_to_push: true },
  },
  [`PUT ${ONE} allow_maintainer_to_push`]: {
    path: '/projects/1/merge_requests/1',
    json: { allow_maintainer_to_push: true },
  },
  [`PUT ${MR}/:noteable_iid${NOTE} confidential`]: {
    path: '/projects/1/merge_requests/1/notes/1',
    json: { body: 'Said', confidential: false },
  },
  [`PUT /projects/:id/issues/:noteable_iid${NOTE} confidential`]: {
    path: '/projects/1/issues/1/notes/2',
    json: { body: 'Said', confidential: false },
  },
  'POST /runners active': { path: '/runners', json: { token: REGISTRATION, active: true } },
  'POST /runners maintainer_note': { path: '/runners', json: { token: REGISTRATION, maintainer_note: 'x' } },
  'POST /jobs/request job_age': { path: '/jobs/request', json: { token: OF_RUNNER, job_age: 1 } },
  'PUT /runners/:id active': { path: '/runners/1', json: { active: true } },
  'POST /projects tag_list': { path: '/projects', json: { name: 'tagged', tag_list: ['a'] } },
  'POST /projects/user/:user_id tag_list': { path: '/projects/user/1', json: { name: 'tagged for', tag_list: ['a'] } },
  'PUT /projects/:id tag_list': { path: '/projects/1', json: { tag_list: ['a'] } },
}

const SETTINGS = '/application/settings'
const VALUES: Readonly<Record<string, unknown>> = {
  asset_proxy_whitelist: ['a.test'],
  admin_notification_email: 'a@forge.test',
  performance_bar_allowed_group_id: '',
  repository_storages: ['default'],
  throttle_unauthenticated_enabled: false,
  throttle_unauthenticated_period_in_seconds: 60,
  throttle_unauthenticated_requests_per_period: 60,
  user_email_lookup_limit: 20,
}

const useOf = (where: string): Omit<Ask, 'method'> | undefined => {
  const [method, path, name] = where.split(' ')
  if (method === 'PUT' && path === SETTINGS && name !== undefined)
    return { path: SETTINGS, json: { [name]: VALUES[name] ?? true } }
  return USES[where]
}

/** Everything deprecated that an instance of the release serves: where it is, and its line of the table. */
const deprecatedIn = (release: string) => {
  const instance = { externalUrl: 'http://forge.test', tier: 'ultimate', release } as const
  return apiRoutes
    .filter((route) => existsOn(instance, route))
    .flatMap((route) => {
      const where = `${route.method} ${route.path}`
      const params = Object.entries(route.params).map(([name, param]) => [`${where} ${name}`, name, param] as const)
      return [[where, '(route)', route] as const, ...params]
    })
    .flatMap(([where, name, note]) =>
      note.item !== undefined && isDeprecated(note, release) ? [[where, name, note.item] as const] : [],
    )
}

const SUNSETS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '14.10': { '15.0': '2022-05-22', '16.0': '2023-05-22' },
  '15.8': { '16.0': '2023-05-22' },
  '16.0': {},
}

/** A project with two requests, a note on each kind of thing, an environment, a deployment and a runner; the tokens that uses name. */
const furnish = async (instance: TestInstance): Promise<ReadonlyMap<unknown, string>> => {
  const post = async (path: string, json: unknown) => {
    const { status, text } = await instance.ask('POST', `/api/v4${path}`, { as: instance.root, json })
    expect(status, `${path}: ${text}`).toBeLessThan(300)
    return JSON.parse(text) as Readonly<Record<string, string>>
  }
  await post('/groups', { name: 'team', path: 'team' })
  await post('/projects', { name: 'app', initialize_with_readme: true })
  for (const branch of ['one', 'two', 'more']) {
    const actions = [{ action: 'create', file_path: branch, content: branch }]
    await post('/projects/1/repository/commits', { branch, start_branch: 'main', commit_message: branch, actions })
    if (branch !== 'more')
      await post('/projects/1/merge_requests', { source_branch: branch, target_branch: 'main', title: branch })
  }
  await post('/projects/1/issues', { title: 'One' })
  await post('/projects/1/merge_requests/1/notes', { body: 'Said' })
  await post('/projects/1/issues/1/notes', { body: 'Said' })
  const commits = await instance.ask('GET', '/api/v4/projects/1/repository/commits', { as: instance.root })
  const sha = (commits.json as ReadonlyArray<{ readonly id: string }>)[0]?.id
  await post('/projects/1/deployments', { environment: 'live', sha, ref: 'main', tag: false, status: 'success' })
  const project = await instance.ask('GET', '/api/v4/projects/1', { as: instance.root })
  const registration = (project.json as { readonly runners_token: string }).runners_token
  const { token = '' } = await post('/runners', { token: registration })
  return new Map([
    [REGISTRATION, registration],
    [OF_RUNNER, token],
  ])
}

describe.each(SOCKETED)('over %s', (_, listen) => {
  describe.each(Object.entries(SUNSETS))('at release %s', (release, sunsets) => {
    let instance: TestInstance
    let served: Socketed
    let tokens: ReadonlyMap<unknown, string>
    const ask = (asked: Ask) => over(served.port, instance.root, { ...asked, path: `/api/v4${asked.path}` })
    const origin = () => `http://127.0.0.1:${served.port}`
    const linkTo = (item: string) => `<${origin()}/-/docs/deprecations#${item}>; rel="deprecation"; type="text/html"`
    beforeAll(async () => {
      instance = await openTestInstance({ release, more: { sunsets, guessedExternalUrl: true } })
      tokens = await furnish(instance)
      served = await listen(instance.forgefold.handler)
    })
    afterAll(async () => {
      await served.close()
      await instance.close()
    })

    it.each(deprecatedIn(release))('%s tells of itself, and is counted', async (where, name, item) => {
      const use = useOf(where)
      expect(use, 'this test has to know how to use it').toBeDefined()
      const [method = '', pattern = ''] = where.split(' ')
      const counted = async (): Promise<number> => {
        const { text } = await over(served.port, instance.root, { method: 'GET', path: '/-/metrics' })
        const line = `forgefold_deprecated_uses_total{route="/api/v4${pattern}",name="${name}"} `
        return Number(
          text
            .split('\n')
            .find((one) => one.startsWith(line))
            ?.slice(line.length) ?? 0,
        )
      }
      const before = await counted()
      const named = (use?.json as { readonly token?: string } | undefined)?.token
      const token = tokens.get(named)
      const json = token === undefined ? use?.json : { ...(use?.json as object), token }
      const { status, headers } = await ask({ method, path: use?.path ?? '', ...(json === undefined ? {} : { json }) })
      expect(status).toBeLessThan(300)
      expect(headers.get('deprecation')).toEqual([expect.stringMatching(/^@\d{10}$/)])
      expect(headers.get('link')).toHaveLength(1)
      expect(headers.get('link')?.[0]).toContain(linkTo(item))
      const end = releaseItem(item)?.until
      const day = end === undefined ? undefined : sunsets[end]
      expect(headers.get('sunset')).toEqual(day === undefined ? undefined : [new Date(day).toUTCString()])
      expect(await counted()).toBe(before + 1)
    })

    it('what is not deprecated says nothing', async () => {
      const put = await ask({ method: 'PUT', path: SETTINGS, json: { signup_enabled: true } })
      const list = await ask({ method: 'GET', path: '/projects/1/merge_requests' })
      for (const { headers } of [put, list]) {
        expect([headers.get('deprecation'), headers.get('sunset')]).toEqual([undefined, undefined])
        expect((headers.get('link') ?? []).join()).not.toContain('deprecation')
      }
    })

    it('paging links come first, in one header', async () => {
      const { headers } = await ask({ method: 'GET', path: '/projects/1/merge_requests?wip=no&per_page=1' })
      const rels = [...(headers.get('link')?.[0] ?? '').matchAll(/rel="([^"]+)"/g)].map(([, rel]) => rel)
      expect(headers.get('link')).toHaveLength(1)
      expect(rels).toEqual(['next', 'first', 'last', 'deprecation'])
    })

    it('several things in one request have a link each, and the earliest date', async () => {
      const json = { signin_enabled: true, throttle_unauthenticated_requests_per_period: 50 }
      const { headers } = await ask({ method: 'PUT', path: SETTINGS, json })
      expect(headers.get('link')).toEqual([
        [linkTo('settings.signin_enabled'), linkTo('settings.throttle_unauthenticated_requests_per_period')].join(', '),
      ])
      // 14.0, the first on the dial, came out on 22 June 2021.
      expect(headers.get('deprecation')).toEqual([`@${Date.UTC(2021, 5, 22) / 1000}`])
    })

    it('a refusal tells it too; who may not knock hears nothing of it', async () => {
      const refused = await ask({ method: 'PUT', path: SETTINGS, json: { signin_enabled: 'perhaps' } })
      expect([refused.status, refused.headers.get('link')]).toEqual([400, [linkTo('settings.signin_enabled')]])
      const wrong = await ask({ method: 'GET', path: '/projects/1/merge_requests?wip=perhaps' })
      expect([wrong.status, wrong.headers.get('deprecation')?.length]).toEqual([400, 1])
      const path = '/api/v4/application/settings'
      const stranger = await over(served.port, 'wrong', { method: 'PUT', path, json: { signin_enabled: true } })
      expect([stranger.status, stranger.headers.get('deprecation')]).toEqual([401, undefined])
    })

    it('a page of another origin may read it', async () => {
      const headers = { 'private-token': instance.root, origin: 'https://page.example' }
      const { headers: answered } = await fetch(`${origin()}/api/v4/merge_requests?scope=all&wip=no`, { headers })
      const exposed = answered.get('access-control-expose-headers')?.split(', ')
      expect(exposed).toEqual(expect.arrayContaining(['Link', 'Deprecation', 'Sunset']))
    })

    it('an answer that has not changed tells it again', async () => {
      const path = '/api/v4/merge_requests?scope=all&wip=no'
      const first = await over(served.port, instance.root, { method: 'GET', path })
      const again = await fetch(origin() + path, {
        headers: { 'private-token': instance.root, 'if-none-match': first.headers.get('etag')?.[0] ?? '' },
      })
      expect(again.status).toBe(304)
      expect(again.headers.get('deprecation')).toBe(first.headers.get('deprecation')?.[0])
    })
  })
})
