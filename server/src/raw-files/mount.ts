import type { Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { requireAcceptedTerms } from '@forgefold/core/domains/identity/user'
import { RAW_FILE_SENTENCE, rawFileLimit } from '@forgefold/core/domains/instance/limits'
import { type OpenedRepository, openRepository } from '@forgefold/core/domains/projects/repository'
import { millisecondsOf, type Rejection } from '@forgefold/core/kernel'
import type { BlobHandle, Cancellation } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import type { Mount } from '../http/application-options.js'
import type { HttpRequest, HttpResponse } from '../http/index.js'
import { reasonOf } from '../http/rejections.js'
import { FixedWindows } from '../limits/fixed-windows.js'
import { isRawPath, rawTargetOf, readings } from './target.js'

export interface RawFilesOptions {
  readonly forge: Forge
  /** Who asks, by the browser's session or by a token that may read repositories. */
  readonly identify: (request: HttpRequest) => E.Either<Rejection, Principal>
}

const plain = (status: number, text: string, headers: HttpResponse['headers'] = []): HttpResponse => ({
  status,
  headers: [['Content-Type', 'text/plain; charset=utf-8'], ['Cache-Control', 'no-store'], ...headers],
  body: text,
})

const notFound = plain(404, 'Not Found')

const signIn = ({ path }: HttpRequest): HttpResponse =>
  plain(302, '', [['Location', `/users/sign_in?return_to=${encodeURIComponent(path)}`]])

const fileIn = async (
  reading: OpenedRepository,
  refAndPath: string,
): Promise<{ readonly path: string; readonly file: BlobHandle } | undefined> => {
  for (const { ref, path } of readings(refAndPath)) {
    const commit = await reading.commitAt(ref)
    const file = commit === undefined || path === '' ? undefined : await reading.git.file(commit, path)
    if (file !== undefined) return { path, file }
  }
  return undefined
}

const LOOKED_AT = 8000

/** Whether a file is text shows at its beginning. */
const isBinary = async (file: BlobHandle, signal: Cancellation): Promise<boolean> => {
  for await (const start of file.content(signal)) return start.subarray(0, LOOKED_AT).includes(0)
  return false
}

/** Never as anything that a browser would run: text as plain text, all else to be saved. */
const sent = async (file: BlobHandle, signal: Cancellation): Promise<HttpResponse> => {
  const binary = await isBinary(file, signal)
  return {
    status: 200,
    headers: [
      ['Content-Type', binary ? 'application/octet-stream' : 'text/plain; charset=utf-8'],
      ['Content-Disposition', binary ? 'attachment' : 'inline'],
      ['X-Content-Type-Options', 'nosniff'],
      ['Content-Security-Policy', "default-src 'none'; sandbox"],
      ['Cache-Control', 'max-age=0, private, must-revalidate'],
    ],
    body: file.content(signal),
    length: file.size,
  }
}

/** `GET /group/project/-/raw/REF/PATH`, as often in a minute as the settings say for one file of a project. */
export const rawFilesMount = ({ forge, identify }: RawFilesOptions): Mount => {
  const windows = new FixedWindows()

  const isTooOften = (projectId: number, path: string): boolean => {
    const limit = rawFileLimit(projectId, path, forge.settings.current())
    if (limit === undefined) return false
    const now = Math.floor(millisecondsOf(forge.clock.now()) / 1000)
    return windows.hit(limit.key, limit.seconds, now).count > limit.limit
  }

  return {
    pattern: '/*project/-/raw/*path',
    takes: ({ path }) => isRawPath(path),
    handle: async (request) => {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return plain(405, 'Method Not Allowed', [['Allow', 'GET, HEAD']])
      const target = rawTargetOf(request.path)
      const identified = identify(request)
      if (target === undefined || E.isLeft(identified)) return notFound
      const principal = identified.right
      const terms = requireAcceptedTerms(forge, { principal })
      if (E.isLeft(terms)) return plain(403, reasonOf(terms.left))
      const opened = await openRepository(forge, { principal }, target.projectPath)
      if (E.isLeft(opened)) return principal.kind === 'anonymous' ? signIn(request) : notFound
      if (isTooOften(opened.right.project.id, target.refAndPath)) return plain(429, RAW_FILE_SENTENCE)
      const found = await fileIn(opened.right, target.refAndPath)
      return found === undefined ? notFound : sent(found.file, request.signal)
    },
  }
}
