import type { Forge } from '@forgefold/core/app'
import {
  askExternalService,
  type ProjectRow,
  projectByFullPath,
  projectNamed,
} from '@forgefold/core/domains/projects/project'
import type { Authenticator } from '../auth/authenticator.js'
import type { ApplicationOptions } from '../http/application-options.js'
import { andThen, type HttpRequest, type HttpResponse, type MaybePromise } from '../http/message.js'
import type { RawParams } from '../http/nested-params.js'
import { decodePath } from '../http/request-path.js'
import { principalIn } from './request-caller.js'

type Front = (request: HttpRequest) => MaybePromise<HttpResponse | undefined>

const API = '/api/'
const OF_API = /^\/api\/v4\/projects\/([^/]+)/

/** The project below whose path a page, a file or a repository is. */
const projectAbove = (forge: Forge, path: string): ProjectRow | undefined => {
  const segments = path.split('/').slice(1)
  for (let count = 2; count <= segments.length; count++) {
    const prefix = segments
      .slice(0, count)
      .join('/')
      .replace(/\.git$/, '')
    const found = projectByFullPath(forge, prefix)
    if (found !== undefined) return found
  }
  return undefined
}

/** The project that the path of a request names. */
const projectIn = (forge: Forge, { path }: HttpRequest): ProjectRow | undefined => {
  const named = OF_API.exec(path)?.[1]
  if (named === undefined && path.startsWith(API)) return undefined
  const decoded = decodePath(named ?? path)
  if (decoded === undefined) return undefined
  return named === undefined ? projectAbove(forge, decoded) : projectNamed(forge, decoded)
}

/** Parameters that name a project by its id: `project_id`, `target_project_id`, `to_project_id`. */
const NAMES_PROJECT = /(?:^|_)project_id$/

const projectsNamed = (forge: Forge, params: RawParams): ReadonlyArray<ProjectRow> =>
  Object.keys(params).flatMap((name) => {
    const value = NAMES_PROJECT.test(name) ? params[name] : undefined
    const isRef = typeof value === 'string' || typeof value === 'number'
    return isRef ? (projectNamed(forge, String(value)) ?? []) : []
  })

/**
 * Lets a request about a project wait until the external authorization service has decided about its caller, so that policies,
 * which do not wait, find the decision. Whom the service was not asked about is kept out.
 */
export const askExternalAuthorization = (
  forge: Forge,
  authenticator: Pick<Authenticator, 'identify' | 'holderOf'>,
  front: Front,
): Front => {
  const ask = (request: HttpRequest): Promise<undefined> | undefined => {
    const caller = principalIn(authenticator, request)
    const project = caller === undefined ? undefined : projectIn(forge, request)
    if (caller === undefined || project === undefined) return undefined
    return askExternalService(forge, caller, project)?.then(() => undefined)
  }
  return (request) =>
    andThen(front(request), (early) => (early === undefined && forge.externalAuthorization.isOn ? ask(request) : early))
}

/** The same for what is only known once the body of a request of the API is read: the caller, and projects that parameters name. */
export const askExternalAuthorizationOfCall =
  (forge: Forge): NonNullable<ApplicationOptions['prepare']> =>
  (caller, request, params) => {
    if (!forge.externalAuthorization.isOn) return undefined
    const project = projectIn(forge, request)
    const projects = [...(project === undefined ? [] : [project]), ...projectsNamed(forge, params)]
    const asked = projects.flatMap((one) => askExternalService(forge, caller, one) ?? [])
    return asked.length === 0 ? undefined : Promise.all(asked)
  }
