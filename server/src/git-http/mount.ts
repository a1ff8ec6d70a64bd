import type { Principal } from '@forgefold/core/access'
import type { CommandContext, Forge } from '@forgefold/core/app'
import { noteActivity, requireAcceptedTerms } from '@forgefold/core/domains/identity/user'
import {
  NO_DOWNLOAD_SENTENCE,
  pushSizeLimit,
  receivePush,
  recordDownload,
} from '@forgefold/core/domains/projects/repository'
import type { GitWire, WireRequest } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import type { Mount } from '../http/application-options.js'
import type { HttpRequest, HttpResponse, MaybePromise } from '../http/message.js'
import { reasonOf } from '../http/rejections.js'
import { type GitAccess, gitRefusal, instanceRefusal, onlyCollaborates } from './access.js'
import { gitBody, MAX_NEGOTIATION_BYTES } from './git-body.js'
import { callerOf } from './git-caller.js'
import * as answers from './git-responses.js'
import { type GitTarget, gitTargetOf, isGitRequest } from './git-target.js'
import { gitResult } from './result.js'

export interface GitHttpOptions extends GitAccess {
  readonly forge: Forge
  readonly commandContext: (principal: Principal, request: HttpRequest, requestId: string) => CommandContext
}

const malformed = (request: HttpRequest, { action, service }: GitTarget): HttpResponse | undefined => {
  const reads = request.method === 'GET' || request.method === 'HEAD'
  if (action === 'advertise') {
    if (!reads) return answers.methodNotAllowed('GET, HEAD')
    return service === undefined ? answers.forbidden('Only the smart HTTP protocol is spoken here.') : undefined
  }
  if (request.method !== 'POST') return answers.methodNotAllowed('POST')
  const type = request.headers.get('content-type')?.split(';')[0]?.trim()
  return type === `application/x-${action}-request` ? undefined : answers.unsupportedMediaType
}

interface Conversation {
  readonly forge: Forge
  readonly wire: GitWire
  readonly request: HttpRequest
  readonly projectId: number
  readonly collaborates: boolean
  /** The former path by which the client calls the project. */
  readonly movedFrom: string | undefined
}

const talk = (
  { forge, wire, request, projectId, collaborates, movedFrom }: Conversation,
  { action, service = 'git-upload-pack' }: GitTarget,
  principal: Principal,
  context: () => CommandContext,
): MaybePromise<HttpResponse> => {
  const wanted: WireRequest = {
    repository: projectId,
    protocol: request.headers.get('git-protocol'),
    signal: request.signal,
  }
  if (request.method === 'HEAD') return answers.streamed(`application/x-${service}-advertisement`, null)
  if (action === 'advertise')
    return answers.streamed(`application/x-${service}-advertisement`, wire.advertise(service, wanted).output)
  const result = `application/x-${action}-result`
  if (action === 'git-upload-pack')
    return gitResult(result, wire.fetch(wanted, gitBody(request, MAX_NEGOTIATION_BYTES)).output, request.signal)
  if (principal.kind !== 'user') return answers.askForCredentials
  const push = receivePush(forge, { principal, context: context() }, { projectId, collaborates, movedFrom })
  const maxBytes = pushSizeLimit(forge.settings.current())
  return gitResult(result, wire.push({ ...wanted, ...push, maxBytes }, gitBody(request)).output, request.signal)
}

/** The caller of a request, where the instance lets them use git; else the response that refuses it. */
const admittedCaller = async (
  request: HttpRequest,
  target: GitTarget,
  forge: Forge,
  options: GitHttpOptions,
): Promise<E.Either<HttpResponse, Principal>> => {
  const caller = await callerOf(request, options)
  if (E.isLeft(caller)) return caller
  const refused = instanceRefusal(caller.right, target.service === 'git-receive-pack', forge.settings.current())
  if (refused !== undefined) return E.left(refused)
  const terms = requireAcceptedTerms(forge, { principal: caller.right })
  return E.isLeft(terms) ? E.left(answers.forbidden(reasonOf(terms.left))) : caller
}

/** Git's smart HTTP protocol below every project's path. */
export const gitMount = (options: GitHttpOptions): Mount => {
  const { project, commandContext } = options
  return {
    pattern: '/*project.git',
    matches: isGitRequest,
    handle: async (request, requestId, forge) => {
      const target = gitTargetOf(request)
      if (target === undefined) return answers.badRequest('Bad Request')
      const wrong = malformed(request, target)
      if (wrong !== undefined) return wrong
      const caller = await admittedCaller(request, target, forge, options)
      if (E.isLeft(caller)) return caller.left
      const principal = caller.right
      const context = () => commandContext(principal, request, requestId)
      if (principal.kind === 'user') await noteActivity(forge, { principal, context: context() })
      const found = await project(forge, target.projectPath, principal)
      const refusal = gitRefusal(principal, found, target.service === 'git-receive-pack')
      if (refusal !== undefined) return refusal
      const { wire } = forge.git
      if (wire === undefined) return answers.notImplemented
      if (found === undefined || !(await forge.git.exists(found.projectId))) return answers.projectNotFound
      const { projectId: id, isPublic, movedFrom } = found
      const noted =
        target.action === 'git-upload-pack'
          ? await recordDownload(forge, { principal, context: context() }, { projectId: id, isPublic })
          : E.right(undefined)
      if (E.isLeft(noted)) return answers.forbidden(NO_DOWNLOAD_SENTENCE)
      const collaborates = target.action === 'git-receive-pack' && onlyCollaborates(found)
      const conversation = { forge, wire, request, projectId: id, collaborates, movedFrom }
      return talk(conversation, target, principal, context)
    },
  }
}
