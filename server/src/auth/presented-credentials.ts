import { cookieIn, SESSION_COOKIE } from './sessions.js'

/** The secrets of a request, by their location. */
export interface PresentedCredentials {
  /** Parameter `private_token` or header `PRIVATE-TOKEN`. */
  readonly privateToken: string | undefined
  /** Parameter `access_token`, header `Authorization: Bearer`, or parameter `bearer_token`. */
  readonly bearer: string | undefined
  /** Parameter `job_token` or `token`, or header `JOB-TOKEN`. */
  readonly jobToken: string | undefined
  /** Header `Deploy-Token`. */
  readonly deployToken: string | undefined
  /** `Authorization: Basic`. */
  readonly basic: { readonly username: string; readonly password: string } | undefined
  /** The cookie of a browser session, with the header `X-CSRF-Token`. */
  readonly session?: { readonly secret: string; readonly csrf: string | undefined } | undefined
  /** Header `Sudo` or parameter `sudo`: an id or a user name. A blank one counts: it names nobody, and nobody else may act instead. */
  readonly sudo: string | undefined
}

/** Looks up a parameter in query or body: blank where it is no text or number, undefined where it is missing or null. */
export type ParamLookup = (name: string) => string | undefined

const BEARER = /^Bearer[ ]+(\S+)$/i
const BASIC = /^Basic[ ]+([A-Za-z0-9+/=_-]+)$/i

/** The two halves of Basic credentials; undefined where there is no colon. */
export const basicOf = (authorization: string | undefined): PresentedCredentials['basic'] => {
  const encoded = authorization === undefined ? undefined : BASIC.exec(authorization)?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0 ? undefined : { username: text.slice(0, colon), password: text.slice(colon + 1) }
}

const some = (text: string | undefined): string | undefined => (text === undefined || text === '' ? undefined : text)

/** The token that authenticates the caller, in search order; undefined where there is none. */
export const firstTokenOf = ({ deployToken, bearer, privateToken, jobToken, basic }: PresentedCredentials) =>
  deployToken ?? bearer ?? privateToken ?? jobToken ?? some(basic?.password)

const sessionIn = (headers: ReadonlyMap<string, string>): PresentedCredentials['session'] => {
  const secret = headers.has('cookie') ? some(cookieIn(headers, SESSION_COOKIE)) : undefined
  return secret === undefined ? undefined : { secret, csrf: headers.get('x-csrf-token') }
}

/** Collects the secrets of a request, each from its locations in order. */
export const presentedIn = (headers: ReadonlyMap<string, string>, param: ParamLookup): PresentedCredentials => {
  const authorization = headers.get('authorization')
  const bearerHeader = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1]
  return {
    privateToken: some(param('private_token')) ?? some(headers.get('private-token')),
    bearer: some(param('access_token')) ?? bearerHeader ?? some(param('bearer_token')),
    jobToken: some(param('job_token')) ?? some(headers.get('job-token')) ?? some(param('token')),
    deployToken: some(headers.get('deploy-token')),
    basic: basicOf(authorization),
    session: sessionIn(headers),
    sudo: headers.get('sudo') ?? param('sudo'),
  }
}
