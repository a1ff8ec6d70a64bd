import type { HttpRequest } from './message.js'

/** What a request presents to prove who it is, in the order in which it is tried. */
export interface PresentedCredentials {
  /** `Deploy-Token`. */
  readonly deployToken: string | undefined
  /** The `access_token` parameter, the Bearer header, or the `bearer_token` parameter: an OAuth token, or a personal access token. */
  readonly bearer: string | undefined
  /** The `private_token` parameter or the PRIVATE-TOKEN header: a personal access token only. */
  readonly personal: string | undefined
  /** `JOB-TOKEN` or `job_token`. */
  readonly jobToken: string | undefined
  /** Basic authentication: some protocols put tokens there. */
  readonly basic: { readonly user: string; readonly password: string } | undefined
  /** The session cookie. */
  readonly session: string | undefined
  /** Whom an administrator wants to act as. */
  readonly sudo: string | undefined
}

const after = (header: string | undefined, scheme: string): string | undefined =>
  header !== undefined && header.slice(0, scheme.length).toLowerCase() === scheme
    ? header.slice(scheme.length).trim()
    : undefined

const basicOf = (header: string | undefined): PresentedCredentials['basic'] => {
  const encoded = after(header, 'basic ')
  if (encoded === undefined || encoded === '') return undefined
  const decoded = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  return colon < 0
    ? { user: decoded, password: '' }
    : { user: decoded.slice(0, colon), password: decoded.slice(colon + 1) }
}

/** The name of the session cookie. */
export const SESSION_COOKIE = '_forgefold_session'

/** A cookie's value by its name. */
export const cookieOf = (request: Pick<HttpRequest, 'headers'>, name: string): string | undefined => {
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const [key, ...value] = part.trim().split('=')
    if (key === name) return value.join('=')
  }
  return undefined
}

const textOf = (params: Readonly<Record<string, unknown>>, name: string): string | undefined => {
  const value = params[name]
  return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined
}

/** Reads the credentials of a request (contract 1, Authentication); `params` are those of query and body. */
export const credentialsOf = (
  request: Pick<HttpRequest, 'headers'>,
  params: Readonly<Record<string, unknown>>,
): PresentedCredentials => {
  const authorization = request.headers.get('authorization')
  return {
    deployToken: request.headers.get('deploy-token'),
    bearer: textOf(params, 'access_token') ?? after(authorization, 'bearer ') ?? textOf(params, 'bearer_token'),
    personal: textOf(params, 'private_token') ?? request.headers.get('private-token'),
    jobToken: request.headers.get('job-token') ?? textOf(params, 'job_token'),
    basic: basicOf(authorization),
    session: cookieOf(request, SESSION_COOKIE),
    sudo: request.headers.get('sudo') ?? textOf(params, 'sudo'),
  }
}
