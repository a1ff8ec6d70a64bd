import { readReleaseEvidence } from '@forgefold/core/domains/delivery/release'
import * as E from 'fp-ts/lib/Either.js'
import type { Mount } from '../http/application-options.js'
import { decodePath } from '../http/request-path.js'
import { methodRefusal, notFound, type RepositoryFilesOptions } from './readable-repository.js'

const PATH = /^\/(?!api\/|-\/|oauth\/)(.+?)\/-\/releases\/(.+)\/evidences\/(\d{1,15})\.json$/

/** `GET /group/project/-/releases/TAG/evidences/NUMBER.json`: an evidence of a release. */
export const releaseEvidencesMount = ({ identify }: RepositoryFilesOptions): Mount => ({
  pattern: '/*project/-/releases/*tag/evidences/*evidence',
  matches: ({ path }) => PATH.test(path),
  handle: async (request, _requestId, forge) => {
    const refused = methodRefusal(request)
    if (refused !== undefined) return refused
    const [project, tag, number] = (PATH.exec(request.path) ?? []).slice(1).map(decodePath)
    const identified = identify(request)
    if (project === undefined || tag === undefined || E.isLeft(identified)) return notFound
    const wanted = { project, tag, number: Number(number) }
    const found = await readReleaseEvidence(forge, { principal: identified.right }, wanted)
    if (E.isLeft(found)) return notFound
    return {
      status: 200,
      headers: [
        ['Content-Type', 'application/json'],
        ['Cache-Control', 'max-age=0, private, must-revalidate'],
        ['X-Content-Type-Options', 'nosniff'],
      ],
      body: found.right,
    }
  },
})
