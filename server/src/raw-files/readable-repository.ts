import type { Principal } from '@forgefold/core/access'
import type { CommandContext, Forge } from '@forgefold/core/app'
import { requireAcceptedTerms } from '@forgefold/core/domains/identity/user'
import { type OpenedRepository, openRepository } from '@forgefold/core/domains/projects/repository'
import type { Rejection } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { type HttpRequest, type HttpResponse, isReading } from '../http/index.js'
import { reasonOf } from '../http/rejections.js'

/** What the mounts that serve repository files need. */
export interface RepositoryFilesOptions {
  /** The caller, by the browser's session or by a token that may read repositories. */
  readonly identify: (request: HttpRequest) => E.Either<Rejection, Principal>
  readonly commandContext: (principal: Principal, request: HttpRequest, requestId: string) => CommandContext
}

/** An answer of plain text. */
export const plain = (status: number, text: string, headers: HttpResponse['headers'] = []): HttpResponse => ({
  status,
  headers: [['Content-Type', 'text/plain; charset=utf-8'], ['Cache-Control', 'no-store'], ...headers],
  body: text,
})

export const notFound = plain(404, 'Not Found')

/** Redirects to the sign-in page, which returns to the path. */
export const signIn = ({ path }: HttpRequest): HttpResponse =>
  plain(302, '', [['Location', `/users/sign_in?return_to=${encodeURIComponent(path)}`]])

/** A repository that the caller may read. */
export interface ReadableRepository {
  readonly principal: Principal
  readonly repository: OpenedRepository
}

/** Opens a repository for the caller, or gives the answer that refuses it. Anonymous callers are redirected to sign in. */
export const openReadableRepository = async (
  { forge, identify }: RepositoryFilesOptions & { readonly forge: Forge },
  request: HttpRequest,
  projectPath: string,
): Promise<E.Either<HttpResponse, ReadableRepository>> => {
  const identified = identify(request)
  if (E.isLeft(identified)) return E.left(notFound)
  const principal = identified.right
  const terms = requireAcceptedTerms(forge, { principal })
  if (E.isLeft(terms)) return E.left(plain(403, reasonOf(terms.left)))
  const opened = await openRepository(forge, { principal }, projectPath)
  if (E.isLeft(opened)) return E.left(principal.kind === 'anonymous' ? signIn(request) : notFound)
  return E.right({ principal, repository: opened.right })
}

/** The answer to methods other than GET and HEAD; undefined for these. */
export const methodRefusal = ({ method }: HttpRequest): HttpResponse | undefined =>
  isReading(method) ? undefined : plain(405, 'Method Not Allowed', [['Allow', 'GET, HEAD']])
