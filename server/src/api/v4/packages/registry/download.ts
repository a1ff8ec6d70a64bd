import type { Forge } from '@forgefold/core/app'
import { openFile, type PackageFileRow } from '@forgefold/core/domains/packages/package'
import * as E from 'fp-ts/lib/Either.js'
import { type Answer, answer, type HttpRequest } from '../../../../http/index.js'

/** What a client that shows it in a browser may not take it for: nothing of an upload is ever a page of this site. */
const OPAQUE = 'application/octet-stream'

const named = (name: string): string =>
  `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, '')}`

/** Sends a file of a package as it comes from the store; nothing where the client has it already. */
export const download = async (
  forge: Forge,
  request: Pick<HttpRequest, 'method' | 'headers'>,
  file: PackageFileRow,
): Promise<Answer> => {
  const tag = `"${file.sha256}"`
  if (request.headers.get('if-none-match') === tag) return answer({ status: 304, headers: [['ETag', tag]] })
  const opened = await openFile(forge, file)
  if (E.isLeft(opened)) return opened
  return answer({
    status: 200,
    headers: [
      ['ETag', tag],
      ['Content-Disposition', named(file.name)],
      ['Cache-Control', 'private, max-age=0, must-revalidate'],
    ],
    raw: { contentType: OPAQUE, body: opened.right.content, length: file.size },
  })
}
