import type { SignedIn } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { unauthenticated } from '@forgefold/core/kernel'
import {
  type ApplicationOptions,
  makeApplication,
  type PlainRoute,
  preloaded,
  type Route,
  requestBaseUrl,
} from '@forgefold/server/http'
import { asFetch } from '@forgefold/server/transport'
import * as E from 'fp-ts/lib/Either.js'

export const TOKEN = 'glpat-aaaaaaaaaaaaaaaaaaaa'

export const somebody: SignedIn = {
  kind: 'user',
  userId: 7,
  admin: false,
  external: false,
  credential: { kind: 'personal_access_token', id: '1', scopes: ['api'] },
}

const ADMIN_TOKEN = 'glpat-bbbbbbbbbbbbbbbbbbbb'

/** A route for anyone at `/api/v4/x`, which lacks its handler. */
export const AT_X = {
  area: 'x',
  summary: 'x',
  caller: 'anyone',
  params: {},
  success: { status: 200 },
  method: 'GET',
  path: '/x',
} as const

export interface SmallApplication {
  readonly routes?: ReadonlyArray<Route>
  readonly plainRoutes?: ReadonlyArray<PlainRoute>
  readonly release?: string
  readonly tier?: Forge['instance']['tier']
  readonly more?: Partial<ApplicationOptions>
}

/** The HTTP layer alone: no store behind it, two known tokens, and every defect is a failure of the test. */
export const smallApplication = ({
  routes = [],
  plainRoutes = [],
  release = '15.3',
  tier = 'ultimate',
  more = {},
}: SmallApplication) => {
  const instance = { externalUrl: 'http://forge.example', tier, release }
  const defects: Array<unknown> = []
  const handler = makeApplication({
    // Nothing here reaches for more of the forge than its instance and how far its read model has come.
    forge: { instance, read: { position: () => undefined, reached: async () => false } as unknown } as Forge,
    routes: routes.map(preloaded),
    plainRoutes,
    authenticate: ({ privateToken, bearer }) => {
      const token = privateToken ?? bearer
      if (token === undefined) return E.right({ kind: 'anonymous' })
      if (token === TOKEN) return E.right(somebody)
      return token === ADMIN_TOKEN ? E.right({ ...somebody, admin: true }) : E.left(unauthenticated)
    },
    commandContext: () => {
      throw new Error('no commands here')
    },
    requestId: () => 'made-here',
    onDefect: (error) => defects.push(error),
    baseUrl: requestBaseUrl(instance.externalUrl),
    ...more,
  })
  const fetchIt = asFetch(handler)
  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetchIt(new Request(`http://forge.example${path}`, init))
  const askAs = (path: string, init: RequestInit = {}): Promise<Response> =>
    ask(path, { ...init, headers: { 'PRIVATE-TOKEN': TOKEN, ...(init.headers as Record<string, string> | undefined) } })
  return { ask, askAs, defects, handler }
}

export const ADMIN = { 'PRIVATE-TOKEN': ADMIN_TOKEN }
