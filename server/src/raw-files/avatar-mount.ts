import type { Principal } from '@forgefold/core/access'
import { type Forge, type Query, type StoredAvatar, storedAvatar } from '@forgefold/core/app'
import { readUser } from '@forgefold/core/domains/identity/user'
import { getGroup } from '@forgefold/core/domains/projects/group'
import { getProject } from '@forgefold/core/domains/projects/project'
import { getTopic } from '@forgefold/core/domains/projects/topic'
import * as E from 'fp-ts/lib/Either.js'
import type { Mount } from '../http/application-options.js'
import { isNotModified } from '../http/etag.js'
import { decodePath } from '../http/request-path.js'
import { methodRefusal, notFound, plain, type RepositoryFilesOptions } from './readable-repository.js'

const PATH = /^\/uploads\/-\/system\/(user|project|group|projects\/topic)\/avatar\/(\d{1,15})\/([^/]+)$/

type Pictured = Query<number, { readonly avatar?: string | null | undefined }>

const READS: Readonly<Record<string, Pictured>> = {
  user: readUser,
  project: getProject,
  group: getGroup,
  'projects/topic': getTopic,
}

/** The avatar of an object that the caller may see. */
const avatarFor = (forge: Forge, principal: Principal, kind: string, id: number): StoredAvatar | undefined => {
  const read = READS[kind] as Pictured
  const found = read(forge, { principal }, id)
  return E.isLeft(found) ? undefined : storedAvatar(found.right.avatar)
}

/**
 * `GET /uploads/-/system/project/avatar/7/logo.png`: the avatar of a user, a project, a group or (below `projects/topic`) a topic, for those
 * who may see them.
 */
export const avatarMount = ({ identify }: RepositoryFilesOptions): Mount => ({
  pattern: '/uploads/-/system/:kind/avatar/:id/:name',
  matches: ({ path }) => PATH.test(path),
  handle: async (request, _requestId, forge) => {
    const refused = methodRefusal(request)
    if (refused !== undefined) return refused
    const [, kind = '', id = '', name = ''] = PATH.exec(request.path) ?? []
    const identified = identify(request)
    if (E.isLeft(identified)) return notFound
    const avatar = avatarFor(forge, identified.right, kind, Number(id))
    if (avatar === undefined || avatar.filename !== decodePath(name)) return notFound
    const tag = `"${avatar.sha256}"`
    if (isNotModified(request, tag)) return plain(304, '', [['ETag', tag]])
    const content = await forge.blobs.get(avatar.sha256)
    if (content === undefined) return notFound
    return {
      status: 200,
      headers: [
        ['Content-Type', avatar.mediaType],
        ['ETag', tag],
        ['X-Content-Type-Options', 'nosniff'],
        ['Content-Security-Policy', "default-src 'none'; sandbox"],
        ['Cache-Control', 'max-age=0, private, must-revalidate'],
      ],
      body: content,
    }
  },
})
