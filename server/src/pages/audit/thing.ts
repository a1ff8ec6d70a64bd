import * as E from 'fp-ts/lib/Either.js'
import type { HttpResponse, PlainRoute } from '../../http/index.js'
import { problem } from '../forms.js'
import { type Html, html } from '../html.js'
import { visitorPage } from '../page-context.js'
import {
  AUDIT_PATH,
  type AuditPageContext,
  auditPage,
  type Entry,
  entryTable,
  eventLink,
  momentText,
  refusedPage,
  THING_PATH,
} from './entries.js'

const STEPS = 100

const text = (value: unknown): Html | string =>
  value === null || value === undefined
    ? html`<span class="hint">none</span>`
    : typeof value === 'object'
      ? html`<code>${JSON.stringify(value)}</code>`
      : String(value)

/** The slider: a form, so that it works without scripts; the steps are also links in the list below it. */
const slider = (name: string, after: string | null, step: number, steps: number): Html =>
  html`<form method="get" action="${THING_PATH}" class="slider"><input type="hidden" name="name" value="${name}">${after === null ? '' : html`<input type="hidden" name="after" value="${after}">`}
<label for="step">Step ${step} of ${steps}</label><input id="step" name="step" type="range" min="1" max="${steps}" value="${step}"><button type="submit" class="quiet">Show</button></form>`

/** What a step changed, side by side. */
const changes = async ({ auditor }: AuditPageContext, name: string, { position, revision }: Entry): Promise<Html> => {
  const before = revision === 0 && position === 0 ? undefined : String(position - 1)
  const diff = await auditor.diff(name, before, String(position))
  if (E.isLeft(diff)) return html``
  const rows = diff.right.changes.map(
    ({ field, from, to }) =>
      html`<tr><th scope="row">${field}</th><td data-label="Before">${text(from)}</td><td data-label="After">${text(to)}</td></tr>`,
  )
  if (rows.length === 0) return html`<p>Nothing that the API shows of it.</p>`
  return html`<table><thead><tr><th scope="col">Field</th><th scope="col">Before</th><th scope="col">After</th></tr></thead><tbody>${rows}</tbody></table>`
}

/** Who set each value as it is now; for things with few events, since each of them is left out in turn. */
const blamed = async ({ auditor }: AuditPageContext, name: string): Promise<Html> => {
  const blame = await auditor.blame(name, undefined)
  if (E.isLeft(blame)) {
    const { left } = blame
    return html`<section class="card"><h2>Who set each value</h2><p>${'message' in left && typeof left.message === 'string' ? left.message : 'This cannot be told just now.'}</p></section>`
  }
  const rows = blame.right.fields.map(({ field, value, set_by }) => {
    const by = set_by === null ? '' : `${set_by.type} by ${set_by.actor}, ${set_by.created_at}`
    return html`<tr title="${by}"><th scope="row">${field}</th><td data-label="Value">${text(value)}</td><td data-label="Set by">${set_by === null ? '' : html`${eventLink(set_by.id, set_by.type)} · ${set_by.actor} · ${momentText(set_by.created_at)}`}</td></tr>`
  })
  return html`<section class="card" id="blame"><h2>Who set each value</h2><table><thead><tr><th scope="col">Field</th><th scope="col">Value</th><th scope="col">Set by</th></tr></thead><tbody>${rows}</tbody></table></section>`
}

const asItWas = async ({ auditor }: AuditPageContext, name: string, entry: Entry): Promise<Html> => {
  const past = await auditor.show(name, String(entry.position))
  if (E.isLeft(past)) return html``
  return html`<details class="card"><summary>As the API would have answered it then</summary><pre><code>${JSON.stringify(past.right.document, null, 2)}</code></pre></details>`
}

const show = async (context: AuditPageContext): Promise<HttpResponse> => {
  const { visit, auditor, query } = context
  const name = query.get('name')?.trim() ?? ''
  if (name === '') return problem('Nothing is named', 'Name a thing, as in group/app!12 or user:jane.', 400)
  const asked = query.get('after')
  const after = asked !== null && /^\d{1,15}$/.test(asked) ? asked : null
  const found = await auditor.history({ thing: name, limit: STEPS, after: after === null ? undefined : Number(after) })
  if (E.isLeft(found)) return refusedPage(found.left)
  const { entries, next } = found.right
  const wanted = Number(query.get('step') ?? entries.length)
  const step = Number.isInteger(wanted) ? Math.min(Math.max(wanted, 1), entries.length) : entries.length
  const entry = entries[step - 1]
  const here = `${THING_PATH}?name=${encodeURIComponent(name)}`
  const further =
    next === null
      ? ''
      : html`<div class="actions"><a class="button quiet" href="${here}&after=${next}" rel="next">Later</a></div>`
  const then =
    entry === undefined
      ? ''
      : html`<section class="card"><h2>${momentText(entry.created_at)}: ${eventLink(entry.id, entry.type)}</h2>
${slider(name, after, step, entries.length)}${await changes(context, name, entry)}</section>
${await asItWas(context, name, entry)}`
  return visit.page({
    title: name,
    width: 'full',
    body: html`<p class="hint"><a href="${AUDIT_PATH}">Audit</a> · Thing</p><h1>${name}</h1>
${then}
${query.get('blame') === 'true' ? await blamed(context, name) : html`<p><a href="${here}&blame=true#blame">Who set each value</a></p>`}
<section class="card"><h2>Timeline</h2>${entryTable(entries)}${further}</section>`,
  })
}

/** `/-/audit/things?name=…`: the timeline of a thing, a slider through it, what each step changed, and who set each value. */
export const thingHistoryPage: PlainRoute = visitorPage(THING_PATH, auditPage(show))
