import type { ParkedEvent } from '@forgefold/core/app'
import * as E from 'fp-ts/lib/Either.js'
import { type ParkedByReactor, parkedByReactor, requestRetries } from '../../background/parked-events.js'
import type { HttpResponse, PlainRoute } from '../../http/index.js'
import { field, problem, tokenField } from '../forms.js'
import { type Html, html } from '../html.js'
import { type PageContext, visitorForm, visitorPage } from '../page-context.js'
import { refusalFor } from './administrators-only.js'

const PATH = '/admin/reactors'

const unavailable = problem('This did not work', 'The event store does not answer. Try again in a moment.', 503)

const row = ({ type, stream, revision, reason, at }: ParkedEvent): Html => html`<tr>
<th scope="row">${type}</th><td data-label="Stream"><code>${stream}@${revision}</code></td><td data-label="Reason">${reason}</td><td data-label="Since">${at}</td>
</tr>`

const section = (
  visit: PageContext,
  { reactor, events }: ParkedByReactor,
): Html => html`<section class="card" aria-labelledby="reactor-${reactor}">
<h2 id="reactor-${reactor}">${reactor}</h2>
<table><thead><tr><th scope="col">Event</th><th scope="col">Stream</th><th scope="col">Reason</th><th scope="col">Since</th></tr></thead>
<tbody>${events.map(row)}</tbody></table>
<form method="post" action="${PATH}/retry">${tokenField(visit.csrf)}<input type="hidden" name="reactor" value="${reactor}"><div class="actions"><button type="submit" aria-label="Retry ${reactor}">Retry</button></div></form>
</section>`

const list = async (visit: PageContext): Promise<HttpResponse> => {
  const refusal = refusalFor(visit, PATH)
  if (refusal !== undefined) return refusal
  const parked = await parkedByReactor(visit.forge.events)
  if (E.isLeft(parked)) return unavailable
  return visit.page({
    title: 'Reactors',
    place: PATH,
    width: 'wide',
    body: html`<h1>Reactors</h1>
${
  parked.right.length === 0
    ? html`<section class="card"><p>No reactor has parked an event.</p></section>`
    : html`<p>These events could not be handled. The server log says why; after the cause is removed, have them replayed.</p>${parked.right.map((one) => section(visit, one))}`
}`,
  })
}

/** `/admin/reactors`: the events that reactors could not handle, and a button to retry them. */
export const parkedEventPages: ReadonlyArray<PlainRoute> = [
  visitorPage(PATH, list),
  visitorForm(`${PATH}/retry`, async (visit, form) => {
    const refusal = refusalFor(visit, PATH)
    if (refusal !== undefined) return refusal
    const { events, clock, ids } = visit.forge
    const asked = await requestRetries({ store: events, clock, ids }, field(form, 'reactor') ?? '')
    return E.isLeft(asked) ? unavailable : visit.done(PATH, { notice: `${asked.right} events are replayed.` })
  }),
]
