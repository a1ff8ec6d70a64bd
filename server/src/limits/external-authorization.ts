import type { Forge } from '@forgefold/core/app'
import {
  askExternalService,
  type ProjectRow,
  projectByFullPath,
  projectNamed,
} from '@forgefold/core/domains/projects/project'
import type { Authenticator } from '../auth/authenticator.js'
import { andThen, type HttpRequest, type HttpResponse, type MaybePromise } from '../http/message.js'
import { decodePath } from '../http/request-path.js'
import { principalIn } from './request-caller.js'

type Front = (request: HttpRequest) => MaybePromise<HttpResponse | undefined>

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
  const decoded = decodePath(named ?? path)
  if (decoded === undefined) return undefined
  return named === undefined ? projectAbove(forge, decoded) : projectNamed(forge, decoded)
}

/**
 * Lets a request about a project wait until the external authorization service has decided about its caller, so that policies, which do not wait,
 * find the decision. Whom the service was not asked about is kept out.
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
