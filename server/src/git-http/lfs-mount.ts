import type { Principal } from '@forgefold/core/access'
import type { Caller, Forge } from '@forgefold/core/app'
import { requireAcceptedTerms } from '@forgefold/core/domains/identity/user'
import * as E from 'fp-ts/lib/Either.js'
import type { Mount } from '../http/application-options.js'
import type { BaseUrl } from '../http/base-url.js'
import { parseJsonBody } from '../http/json-body.js'
import { BodyTooLarge, type HttpRequest, type HttpResponse, isReading } from '../http/message.js'
import { reasonOf } from '../http/rejections.js'
import { gitRefusal, instanceRefusal } from './access.js'
import { callerOf } from './git-caller.js'
import * as answers from './git-responses.js'
import { asLfs, lfsRefusal } from './lfs-answers.js'
import { listedLocks, releasedLock, takenLock, verifiedLocks } from './lfs-locks.js'
import { batch, downloaded, type LfsRequest, uploaded, verified } from './lfs-objects.js'
import { isLfsRequest, LFS_PREFIXES, type LfsAction, type LfsTarget, lfsTargetOf } from './lfs-target.js'
import { type GitHttpOptions, gitMount } from './mount.js'

type Given = Readonly<Record<string, unknown>>

const METHODS: Readonly<Record<LfsAction['kind'], ReadonlyArray<string>>> = {
  batch: ['POST'],
  verify: ['POST'],
  locks: ['GET', 'POST'],
  'verify-locks': ['POST'],
  unlock: ['POST'],
  object: ['GET', 'PUT'],
}

const MAX_JSON_BYTES = 4 * 1024 * 1024

const jsonIn = async (request: HttpRequest): Promise<E.Either<HttpResponse, Given>> => {
  let bytes: Uint8Array
  try {
    bytes = await request.body.bytes(MAX_JSON_BYTES)
  } catch (error) {
    if (error instanceof BodyTooLarge) return E.left(lfsRefusal(413, 'The request is too large'))
    throw error
  }
  const parsed = parseJsonBody(Buffer.from(bytes).toString('utf8'))
  return E.isLeft(parsed) ? E.left(lfsRefusal(400, 'The body is no JSON')) : parsed
}

const givenIn = async (request: HttpRequest, { action }: LfsTarget): Promise<E.Either<HttpResponse, Given>> => {
  if (action.kind === 'object') return E.right({})
  return request.method === 'POST' ? jsonIn(request) : E.right(Object.fromEntries(new URLSearchParams(request.query)))
}

/** Whether a request needs push access: listing locks needs read access, all other requests about locks need push access. */
const writes = ({ method }: HttpRequest, { kind }: LfsAction, given: Given): boolean => {
  if (kind === 'batch') return given['operation'] === 'upload'
  return !isReading(method)
}

/** The caller and the project, or the response that refuses the request. */
const admitted = async (
  options: GitHttpOptions,
  forge: Forge,
  request: HttpRequest,
  target: LfsTarget,
  given: Given,
  principal: Principal,
): Promise<E.Either<HttpResponse, number>> => {
  const isWrite = writes(request, target.action, given)
  const closed = instanceRefusal(principal, isWrite, forge.settings.current())
  if (closed !== undefined) return E.left(asLfs(closed))
  const terms = requireAcceptedTerms(forge, { principal })
  if (E.isLeft(terms)) return E.left(lfsRefusal(403, reasonOf(terms.left)))
  const found = await options.project(forge, target.projectPath, principal)
  const refusal = gitRefusal(principal, found, isWrite)
  if (refusal !== undefined) return E.left(asLfs(refusal))
  return found === undefined ? E.left(asLfs(answers.projectNotFound)) : E.right(found.projectId)
}

const answered = (asking: LfsRequest, action: LfsAction, given: Given): HttpResponse | Promise<HttpResponse> => {
  const { forge, caller, project, request } = asking
  switch (action.kind) {
    case 'batch': {
      const { operation } = given
      if (operation !== 'download' && operation !== 'upload') return lfsRefusal(422, 'operation is invalid')
      return batch(asking, operation, given)
    }
    case 'verify':
      return verified(asking, given)
    case 'locks':
      return request.method === 'POST'
        ? takenLock(forge, caller, project, given)
        : listedLocks(forge, caller, project, given)
    case 'verify-locks':
      return verifiedLocks(forge, caller, project, given)
    case 'unlock':
      return releasedLock(forge, caller, project, action.id, given)
    case 'object':
      if (request.method !== 'PUT') return downloaded(asking, action.oid)
      return action.size === undefined
        ? lfsRefusal(404, 'The size is missing')
        : uploaded(asking, action.oid, action.size)
  }
}

/** The API and the store of Git LFS below every project's path (docs/reference/behaviour/git.md#large-files). */
const lfsMounts = (options: GitHttpOptions & { readonly baseUrl: BaseUrl }): ReadonlyArray<Mount> =>
  LFS_PREFIXES.map((place) => ({
    pattern: `/*project.git/${place}/*thing`,
    matches: (request) => isLfsRequest(place, request),
    handle: async (request, requestId, forge) => {
      const target = lfsTargetOf(request)
      if (target === undefined) return lfsRefusal(404, 'Not found.')
      const allowed = METHODS[target.action.kind]
      if (!allowed.includes(request.method === 'HEAD' ? 'GET' : request.method))
        return asLfs(answers.methodNotAllowed(allowed.join(', ')))
      const identified = await callerOf(request, options)
      if (E.isLeft(identified)) return asLfs(identified.left)
      const principal = identified.right
      const given = await givenIn(request, target)
      if (E.isLeft(given)) return given.left
      const project = await admitted(options, forge, request, target, given.right, principal)
      if (E.isLeft(project)) return project.left
      const caller: Caller = { principal, context: options.commandContext(principal, request, requestId) }
      const base = `${options.baseUrl(request)}${request.path.slice(0, request.path.indexOf(`/${place}/`))}`
      return answered({ forge, caller, request, project: project.right, base }, target.action, given.right)
    },
  }))

/** Git's smart HTTP protocol and Git LFS below every project's path. */
export const gitMounts = (options: GitHttpOptions & { readonly baseUrl: BaseUrl }): ReadonlyArray<Mount> => [
  gitMount(options),
  ...lfsMounts(options),
]
