import type { Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { findMergeRequest } from '@forgefold/core/domains/review/merge-request'
import { type DiffQuery, EMPTY_TREE, isObjectId, type ObjectId } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import type { Mount } from '../http/application-options.js'
import { decodePath } from '../http/request-path.js'
import {
  methodRefusal,
  notFound,
  openReadableRepository,
  type ReadableRepository,
  type RepositoryFilesOptions,
} from './readable-repository.js'

const PATH = /^\/(?!api\/|-\/|oauth\/)(.+?)\/-\/(?:merge_requests\/(\d{1,15})|commit\/([0-9a-f]{40}))\.(diff|patch)$/

const ofCommit = async ({ repository: { git } }: ReadableRepository, sha: string): Promise<DiffQuery | undefined> => {
  const commit = isObjectId(sha) ? await git.commit(sha) : undefined
  return commit === undefined ? undefined : { from: commit.parents[0] ?? EMPTY_TREE, to: commit.id }
}

const ofMergeRequest = (forge: Forge, principal: Principal, projectId: number, iid: number): DiffQuery | undefined => {
  const found = findMergeRequest(forge, { principal }, { mergeRequest: { project: projectId, iid } })
  if (E.isLeft(found)) return undefined
  const { base, head } = found.right.row.version
  return head === null ? undefined : { from: (base as ObjectId | null) ?? EMPTY_TREE, to: head as ObjectId }
}

/** `GET /group/project/-/merge_requests/1.diff` and `.patch`, and the same for commits: input for `git apply` and `git am`. */
export const diffMount = (options: RepositoryFilesOptions): Mount => ({
  pattern: '/*project/-/*thing.diff',
  matches: ({ path }) => PATH.test(path),
  handle: async (request, _requestId, forge) => {
    const refused = methodRefusal(request)
    if (refused !== undefined) return refused
    const [, encoded = '', iid, sha = '', form] = PATH.exec(request.path) ?? []
    const project = decodePath(encoded)
    if (project === undefined) return notFound
    const visited = await openReadableRepository({ ...options, forge }, request, project)
    if (E.isLeft(visited)) return visited.left
    const { principal, repository } = visited.right
    const query =
      iid === undefined
        ? await ofCommit(visited.right, sha)
        : ofMergeRequest(forge, principal, repository.project.id, Number(iid))
    if (query === undefined) return notFound
    return {
      status: 200,
      headers: [
        ['Content-Type', 'text/plain; charset=utf-8'],
        ['X-Content-Type-Options', 'nosniff'],
        ['Cache-Control', 'max-age=0, private, must-revalidate'],
      ],
      body: repository.git.text(query, form === 'patch' ? 'mail' : 'diff'),
    }
  },
})
