import type { DocumentRead } from '@forgefold/core/audit'
import { missing } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { BLAMED_READS, type Kept } from '../../../audit/blamed-reads.js'
import { API_BASE, type Route, Router, required, route, string } from '../../../http/index.js'
import { BLAME_DESCRIPTION, BLAME_PARAMS, blameReply } from './blame-page.js'
import { blameShape } from './shape.js'

const SUFFIX = '/blame'

const reads = new Router<Kept>()
for (const [pattern, kept] of Object.entries(BLAMED_READS)) reads.add('GET', pattern, kept)

const keptAt = (path: string): Kept | undefined => reads.find(path)?.resource.methods.get('GET')?.target

/** The resources along a path, the outermost first, up to the one that is read; empty for an unknown path. */
const readsOf = (path: string): ReadonlyArray<DocumentRead> => {
  const segments = path.split('/')
  const found: Array<DocumentRead> = []
  for (let end = 2; end <= segments.length; end++) {
    const upTo = segments.slice(0, end).join('/')
    const kept = keptAt(upTo)
    if (kept !== undefined) found.push({ path: upTo.slice(1), ...kept })
    else if (end === segments.length) return []
  }
  return found
}

/** The path as sent: an encoded slash belongs to a name. */
const documentIn = (path: string): string => path.slice(API_BASE.length, path.lastIndexOf(SUFFIX))

/** The blame of each single read: which event set each of its values (docs/reference/audit.md#over-the-api). */
export const documentBlameRoute: Route = route({
  method: 'GET',
  path: `/*document${SUFFIX}`,
  area: 'History',
  summary: 'Tell for each value of what is read at a path which events made it',
  caller: 'auditor',
  params: {
    document: required(string(), 'The path of a thing below `/api/v4/`, as in `projects/7/issues/1`'),
    ...BLAME_PARAMS,
  },
  success: { status: 200, description: BLAME_DESCRIPTION, schemaFor: blameShape },
  handler: async (context, { field, after }) => {
    const { forge, principal, request } = context
    const within = readsOf(documentIn(request.path))
    if (within.length === 0) return E.left(missing('nothing is read there that the history sets'))
    return blameReply(context, await forge.auditor(principal).blameDocument(within, { field, after }))
  },
})
