import * as E from 'fp-ts/lib/Either.js'
import type { HttpResponse, PlainRoute } from '../../http/index.js'
import { problem } from '../forms.js'
import { html } from '../html.js'
import { visitorPage } from '../page-context.js'
import { AUDIT_PATH, type AuditPageContext, auditPage, refusedPage, THING_PATH } from './entries.js'
import { thingHistory } from './thing-history.js'

const show = async ({ visit, auditor, query }: AuditPageContext): Promise<HttpResponse> => {
  const name = query.get('name')?.trim() ?? ''
  if (name === '') return problem('Nothing is named', 'Name a thing, as in group/app!12 or user:jane.', 400)
  const history = await thingHistory({ auditor, query, name, path: THING_PATH, fixed: { name } })
  if (E.isLeft(history)) return refusedPage(history.left)
  return visit.page({
    title: name,
    width: 'full',
    body: html`<p class="hint"><a href="${AUDIT_PATH}">Audit</a> · Thing</p><h1>${name}</h1>
${history.right}`,
  })
}

/** `/-/audit/things?name=…`: the history of an object. */
export const thingHistoryPage: PlainRoute = visitorPage(THING_PATH, auditPage(show))
