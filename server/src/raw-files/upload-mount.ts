import { openUpload, pictureType } from '@forgefold/core/domains/projects/upload'
import * as E from 'fp-ts/lib/Either.js'
import type { Mount } from '../http/application-options.js'
import { fileDisposition } from '../http/content-disposition.js'
import { type HttpRequest, isNotModified } from '../http/index.js'
import { decodePath } from '../http/request-path.js'
import { methodRefusal, notFound, plain, type RepositoryFilesOptions, signIn } from './readable-repository.js'

const OF_PATH = /^\/(?!api\/|-\/|oauth\/)(.+?)\/uploads\/([0-9a-f]{32})\/([^/]+)$/
const OF_NUMBER = /^\/-\/project\/(\d{1,15})\/uploads\/([0-9a-f]{32})\/([^/]+)$/

const partsOf = ({ path }: Pick<HttpRequest, 'path'>): RegExpExecArray | null =>
  OF_NUMBER.exec(path) ?? OF_PATH.exec(path)

/** `GET /group/project/uploads/SECRET/NAME`, and the same below `/-/project/NUMBER`: an uploaded file of a project, for those who may see it. */
export const uploadMount = ({ identify }: RepositoryFilesOptions): Mount => ({
  pattern: '/*project/uploads/:secret/:name',
  matches: (request) => partsOf(request) !== null,
  handle: async (request, _requestId, forge) => {
    const refused = methodRefusal(request)
    if (refused !== undefined) return refused
    const [project, secret = '', name] = (partsOf(request) ?? []).slice(1).map(decodePath)
    const identified = identify(request)
    if (project === undefined || name === undefined || E.isLeft(identified)) return notFound
    const principal = identified.right
    const opened = await openUpload(forge, { principal }, { project, secret, name })
    if (E.isLeft(opened)) {
      const isHidden = opened.left.kind === 'NotFound' && opened.left.what === 'Project'
      return isHidden && principal.kind === 'anonymous' ? signIn(request) : notFound
    }
    const { row, content } = opened.right
    const tag = `"${row.sha256}"`
    if (isNotModified(request, tag)) return plain(304, '', [['ETag', tag]])
    const picture = pictureType(row.name)
    return {
      status: 200,
      headers: [
        ['Content-Type', picture ?? 'application/octet-stream'],
        ['Content-Disposition', fileDisposition(row.name, picture === undefined ? 'attachment' : 'inline')],
        ['ETag', tag],
        ['X-Content-Type-Options', 'nosniff'],
        ['Content-Security-Policy', "default-src 'none'; sandbox"],
        ['Cache-Control', 'max-age=0, private, must-revalidate'],
      ],
      body: content,
      length: row.size,
    }
  },
})
