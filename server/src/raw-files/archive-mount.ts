import { type OpenedRepository, recordDownload } from '@forgefold/core/domains/projects/repository'
import type { ObjectId } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import type { Mount } from '../http/application-options.js'
import { fileDisposition } from '../http/content-disposition.js'
import { reasonOf } from '../http/rejections.js'
import { ARCHIVE_FORMATS, archiveTargetOf, isArchivePath } from './archive-target.js'
import {
  methodRefusal,
  notFound,
  openReadableRepository,
  plain,
  type RepositoryFilesOptions,
} from './readable-repository.js'

const commitIn = async (
  { commitAt }: OpenedRepository,
  revisions: ReadonlyArray<string>,
): Promise<{ readonly revision: string; readonly commit: ObjectId } | undefined> => {
  for (const revision of revisions.length === 0 ? [''] : revisions) {
    const commit = await commitAt(revision)
    if (commit !== undefined) return { revision, commit }
  }
  return undefined
}

/** `GET /group/project/-/archive/REF/NAME.tar.gz`: the files of a commit, in a folder named after the archive. */
export const archiveMount = (options: RepositoryFilesOptions): Mount => {
  const { commandContext } = options
  return {
    pattern: '/*project/-/archive/*path',
    matches: ({ path }) => isArchivePath(path),
    handle: async (request, requestId, forge) => {
      const refused = methodRefusal(request)
      if (refused !== undefined) return refused
      const target = archiveTargetOf(request.path, request.query)
      if (target === undefined || !forge.git.archiveFormats.has(ARCHIVE_FORMATS[target.ending][0])) return notFound
      const visited = await openReadableRepository({ ...options, forge }, request, target.projectPath)
      if (E.isLeft(visited)) return visited.left
      const { principal, repository } = visited.right
      const found = await commitIn(repository, target.revisions)
      if (found === undefined) return notFound
      const { project, git } = repository
      const caller = { principal, context: commandContext(principal, request, requestId) }
      const download = { projectId: project.id, isPublic: project.visibility === 'public' }
      const noted = await recordDownload(forge, caller, download)
      if (E.isLeft(noted)) return plain(403, reasonOf(noted.left))
      const { revision, commit } = found
      const name = `${project.path}-${(revision === '' ? commit : revision).replaceAll('/', '-')}`
      const [format, type] = ARCHIVE_FORMATS[target.ending]
      return {
        status: 200,
        headers: [
          ['Content-Type', type],
          ['Content-Disposition', fileDisposition(`${name}.${format}`)],
          ['X-Content-Type-Options', 'nosniff'],
          ['Cache-Control', 'max-age=0, private, must-revalidate'],
        ],
        body: git.archive(commit, format, `${name}/`, request.signal),
      }
    },
  }
}
