import type { Forge } from '@forgefold/core/app'
import { RAW_FILE_SENTENCE, rawFileLimit } from '@forgefold/core/domains/instance/limits'
import type { OpenedRepository } from '@forgefold/core/domains/projects/repository'
import { millisecondsOf } from '@forgefold/core/kernel'
import type { BlobHandle, Cancellation } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import type { Mount } from '../http/application-options.js'
import type { HttpResponse } from '../http/index.js'
import { refAndPathSplits } from '../http/request-path.js'
import { FixedWindows } from '../limits/fixed-windows.js'
import { isRawPath, rawTargetOf } from './raw-target.js'
import {
  methodRefusal,
  notFound,
  openReadableRepository,
  plain,
  type RepositoryFilesOptions,
} from './readable-repository.js'

const fileIn = async (
  reading: OpenedRepository,
  refAndPath: string,
): Promise<{ readonly path: string; readonly file: BlobHandle } | undefined> => {
  for (const [ref, path] of refAndPathSplits(refAndPath)) {
    const commit = await reading.commitAt(ref)
    const file = commit === undefined || path === '' ? undefined : await reading.git.file(commit, path)
    if (file !== undefined) return { path, file }
  }
  return undefined
}

const LOOKED_AT = 8000

/** Whether a file is binary is decided by its first bytes. */
const isBinary = async (file: BlobHandle, signal: Cancellation): Promise<boolean> => {
  for await (const start of file.content(signal)) return start.subarray(0, LOOKED_AT).includes(0)
  return false
}

/** Never with a type that a browser would execute: text as plain text, everything else as a download. */
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

/** `GET /group/project/-/raw/REF/PATH`, rate-limited for each file of a project as the settings say. */
export const rawFilesMount = (options: RepositoryFilesOptions): Mount => {
  const windows = new FixedWindows()

  const isTooOften = (forge: Forge, projectId: number, path: string): boolean => {
    const limit = rawFileLimit(projectId, path, forge.settings.current())
    if (limit === undefined) return false
    const now = Math.floor(millisecondsOf(forge.clock.now()) / 1000)
    return windows.hit(limit, now).count > limit.limit
  }

  return {
    pattern: '/*project/-/raw/*path',
    matches: ({ path }) => isRawPath(path),
    handle: async (request, _requestId, forge) => {
      const refused = methodRefusal(request)
      if (refused !== undefined) return refused
      const target = rawTargetOf(request.path)
      if (target === undefined) return notFound
      const visited = await openReadableRepository({ ...options, forge }, request, target.projectPath)
      if (E.isLeft(visited)) return visited.left
      const { repository } = visited.right
      if (isTooOften(forge, repository.project.id, target.refAndPath)) return plain(429, RAW_FILE_SENTENCE)
      const found = await fileIn(repository, target.refAndPath)
      return found === undefined ? notFound : sent(found.file, request.signal)
    },
  }
}
