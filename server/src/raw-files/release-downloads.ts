import { getLatestRelease, getRelease } from '@forgefold/core/domains/delivery/release'
import * as E from 'fp-ts/lib/Either.js'
import type { Mount } from '../http/application-options.js'
import { locationOf } from '../http/reply.js'
import { decodePath } from '../http/request-path.js'
import { methodRefusal, notFound, plain, type RepositoryFilesOptions } from './readable-repository.js'

const PATH = /^\/(?!api\/|-\/|oauth\/)(.+?)\/-\/releases\/(.+?)\/downloads(\/.+)$/
const LATEST = 'permalink/latest'

/** `GET /group/project/-/releases/TAG/downloads/PATH`: redirects to the link of the release that has this path. */
export const releaseDownloadsMount = ({ identify }: RepositoryFilesOptions): Mount => ({
  pattern: '/*project/-/releases/*tag/downloads/*path',
  matches: ({ path }) => PATH.test(path),
  handle: (request, _requestId, forge) => {
    const refused = methodRefusal(request)
    if (refused !== undefined) return refused
    const [project, tag, path] = (PATH.exec(request.path) ?? []).slice(1).map(decodePath)
    const identified = identify(request)
    if (project === undefined || tag === undefined || path === undefined || E.isLeft(identified)) return notFound
    const caller = { principal: identified.right }
    const found =
      tag === LATEST ? getLatestRelease(forge, caller, { project }) : getRelease(forge, caller, { project, tag })
    const link = E.isLeft(found) ? undefined : found.right.links.find((one) => one.path === path)
    return link === undefined ? notFound : plain(302, '', [['Location', locationOf(link.url)]])
  },
})
