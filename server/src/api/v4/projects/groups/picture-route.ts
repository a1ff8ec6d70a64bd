import { storedAvatar } from '@forgefold/core/app'
import { getGroup } from '@forgefold/core/domains/projects/group'
import { notFound } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { answer, reject, required, route, string } from '../../../../http/index.js'
import { AREA } from './params.js'

/** The content security policy of images: no script runs. */
const PICTURE_HEADERS: ReadonlyArray<readonly [string, string]> = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Content-Security-Policy', "default-src 'none'; sandbox"],
]

export const picture = route({
  method: 'GET',
  path: '/groups/:id/avatar',
  area: AREA,
  summary: 'Download the picture of a group',
  caller: 'anyone',
  params: { id: required(string(), 'Id or full path') },
  success: { status: 200, description: 'The picture', mediaType: 'application/octet-stream' },
  handler: async ({ forge, principal }, { id }) => {
    const found = getGroup(forge, { principal }, id)
    if (E.isLeft(found)) return found
    const kept = storedAvatar(found.right.avatar)
    const content = kept === undefined ? undefined : await forge.blobs.get(kept.sha256)
    if (kept === undefined || content === undefined) return reject(notFound('Avatar'))
    return answer({ status: 200, raw: { contentType: kept.mediaType, body: content }, headers: PICTURE_HEADERS })
  },
})
