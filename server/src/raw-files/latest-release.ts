import { getLatestRelease } from '@forgefold/core/domains/delivery/release'
import * as E from 'fp-ts/lib/Either.js'
import type { Mount } from '../http/application-options.js'
import { locationOf } from '../http/reply.js'
import { decodePath } from '../http/request-path.js'
import { methodRefusal, notFound, plain, type RepositoryFilesOptions } from './readable-repository.js'

const PATH = /^\/(?!api\/|-\/|oauth\/)(.+?)\/-\/releases\/permalink\/latest(\/.+)?$/

/** `GET /group/project/-/releases/permalink/latest`: leads to the page of the latest release, with what follows in the path. */
export const latestReleaseMount = ({ identify }: RepositoryFilesOptions): Mount => ({
  pattern: '/*project/-/releases/permalink/latest',
  matches: ({ path }) => PATH.test(path),
  handle: (request, _requestId, forge) => {
    const refused = methodRefusal(request)
    if (refused !== undefined) return refused
    const [, encoded = '', rest = ''] = PATH.exec(request.path) ?? []
    const project = decodePath(encoded)
    const identified = identify(request)
    if (project === undefined || E.isLeft(identified)) return notFound
    const found = getLatestRelease(forge, { principal: identified.right }, { project })
    if (E.isLeft(found)) return notFound
    const page = `/${encoded}/-/releases/${encodeURIComponent(found.right.tag)}${rest}`
    return plain(302, '', [['Location', locationOf(page)]])
  },
})
