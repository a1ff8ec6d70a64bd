import type { Rejection } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import type { BlamePage } from '../../audit/audit-answers.js'
import { type Html, html } from '../html.js'
import { type AuditPageContext, type Entry, entryTable, eventHref, eventLink, momentText } from './entries.js'

const STEPS = 100

/** The object whose history is shown, and the page that shows it. */
export interface ThingHistory extends Pick<AuditPageContext, 'auditor' | 'query'> {
  readonly name: string
  /** The path of the page. */
  readonly path: string
  /** What its address says besides where in the history it is. */
  readonly fixed: Readonly<Record<string, string>>
  /** Where the page of the thing itself is. */
  readonly ownPage?: string
}

/** The address of another position in the same history. */
const addressOf = ({ path, fixed }: ThingHistory, place: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams({ ...fixed, ...place })}`

const text = (value: unknown): Html | string =>
  value === null || value === undefined
    ? html`<span class="hint">none</span>`
    : typeof value === 'object'
      ? html`<code>${JSON.stringify(value)}</code>`
      : String(value)

/** The slider is a form, so that it works without scripts; the steps are also links in the list below it. */
const slider = (history: ThingHistory, after: string | null, step: number, steps: number): Html => {
  const kept: Readonly<Record<string, string>> = after === null ? history.fixed : { ...history.fixed, after }
  const to = (other: number, label: string): Html =>
    other < 1 || other > steps
      ? html``
      : html`<a class="button quiet" href="${addressOf(history, { ...(after === null ? {} : { after }), step: String(other) })}#history">${label}</a>`
  return html`<form method="get" action="${history.path}#history" class="slider">${Object.entries(kept).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<label for="step">Step ${step} of ${steps}</label><input id="step" name="step" type="range" min="1" max="${steps}" value="${step}"><button type="submit" class="quiet">Show</button>${to(step - 1, 'Earlier')}${to(step + 1, 'Later')}</form>`
}

/** The state before and after a step, side by side. */
const changes = async ({ auditor, name }: ThingHistory, { position, revision }: Entry): Promise<Html> => {
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

/** If not all events were tried yet: how many were, and a link to continue with the older ones. */
const olderBlame = (history: ThingHistory, { blame, next }: BlamePage): Html =>
  next === null
    ? html``
    : html`<p>Of the ${blame.related} events that it may hang on ${blame.tried} were tried for this page; what is not told here was set by an older one. <a href="${addressOf(history, { blame: 'true', blame_after: next })}#blame" rel="next">Try older ones</a></p>`

/** Which event set each current value. Each event is left out in turn, for as many events as one request may replay. */
const blamed = async (history: ThingHistory): Promise<Html> => {
  const { auditor, name, query } = history
  const blame = await auditor.blame(name, { after: query.get('blame_after') ?? undefined })
  if (E.isLeft(blame)) {
    const { left } = blame
    return html`<section class="card"><h2>Who set each value</h2><p>${'message' in left && typeof left.message === 'string' ? left.message : 'This cannot be told just now.'}</p></section>`
  }
  const rows = blame.right.blame.fields.map(({ field, value, set_by }) => {
    const by = set_by === null ? '' : `${set_by.type} by ${set_by.actor}, ${set_by.created_at}`
    const shown =
      set_by === null ? text(value) : html`<a class="value" href="${eventHref(set_by.id)}">${text(value)}</a>`
    return html`<tr title="${by}"><th scope="row">${field}</th><td data-label="Value">${shown}</td><td data-label="Set by">${set_by === null ? '' : html`${eventLink(set_by.id, set_by.type)} · ${set_by.actor} · ${momentText(set_by.created_at)}`}</td></tr>`
  })
  return html`<section class="card" id="blame"><h2>Who set each value</h2>${olderBlame(history, blame.right)}<table><thead><tr><th scope="col">Field</th><th scope="col">Value</th><th scope="col">Set by</th></tr></thead><tbody>${rows}</tbody></table></section>`
}

const asItWas = async ({ auditor, name, ownPage }: ThingHistory, { position }: Entry): Promise<Html> => {
  const past = await auditor.show(name, String(position))
  const page =
    ownPage === undefined ? '' : html`<p><a href="${ownPage}?as_of=${position}">This page as it was then</a></p>`
  if (E.isLeft(past)) return html``
  return html`${page}<details class="card"><summary>As the API would have answered it then</summary><pre tabindex="0"><code>${JSON.stringify(past.right.document, null, 2)}</code></pre></details>`
}

/** The timeline of an object, a slider through it, the changes of the selected step side by side, and which event set each value. */
export const thingHistory = async (history: ThingHistory): Promise<E.Either<Rejection, Html>> => {
  const { auditor, query, name } = history
  const asked = query.get('after')
  const after = asked !== null && /^\d{1,15}$/.test(asked) ? asked : null
  const found = await auditor.history({ thing: name, limit: STEPS, after: after === null ? undefined : Number(after) })
  if (E.isLeft(found)) return found
  const { entries, next } = found.right
  const wanted = Number(query.get('step') ?? entries.length)
  const step = Number.isInteger(wanted) ? Math.min(Math.max(wanted, 1), entries.length) : entries.length
  const entry = entries[step - 1]
  const further =
    next === null
      ? ''
      : html`<div class="actions"><a class="button quiet" href="${addressOf(history, { after: String(next) })}#history" rel="next">Later</a></div>`
  const then =
    entry === undefined
      ? ''
      : html`<section class="card"><h2>${momentText(entry.created_at)}: ${eventLink(entry.id, entry.type)}</h2>
${slider(history, after, step, entries.length)}${await changes(history, entry)}</section>
${await asItWas(history, entry)}`
  return E.right(html`<div id="history">${then}
${query.get('blame') === 'true' ? await blamed(history) : html`<p><a href="${addressOf(history, { blame: 'true' })}#blame">Who set each value</a></p>`}
<section class="card"><h2>Timeline</h2>${entryTable(entries)}${further}</section></div>`)
}
