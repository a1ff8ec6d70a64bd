import * as E from 'fp-ts/lib/Either.js'
import type { HttpResponse, PlainRoute } from '../../http/index.js'
import { type Html, html } from '../html.js'
import { visitorPage } from '../page-context.js'
import {
  AUDIT_PATH,
  type AuditPageContext,
  actorLink,
  auditPage,
  EVENT_PATH,
  type Explanation,
  eventLink,
  momentText,
  refusedPage,
  thingLink,
} from './entries.js'

type Shown = Explanation['event']
type Facts = Omit<Shown, 'data'>
type Consequence = Explanation['led_to'][number]

const line = (event: Shown): Html =>
  html`${eventLink(event.id, event.type)} · ${event.thing === '' ? event.kind : thingLink(`${event.kind}:${event.thing}`)} · ${actorLink(event.actor)} · ${momentText(event.created_at)}`

const tree = (consequences: ReadonlyArray<Consequence>): Html =>
  consequences.length === 0
    ? html`<p>Nothing.</p>`
    : html`<ul>${consequences.map(({ event, led_to }) => html`<li>${line(event)}${led_to.length === 0 ? '' : tree(led_to)}</li>`)}</ul>`

const list = (title: string, events: ReadonlyArray<Shown>): Html =>
  events.length === 0
    ? html``
    : html`<section class="card"><h2>${title}</h2><ol>${events.map((event) => html`<li>${line(event)}</li>`)}</ol></section>`

const factOf = (value: Exclude<Facts[keyof Facts], undefined>): Html | string => {
  if (value === null) return html`<span class="hint">none</span>`
  return typeof value === 'object' ? `${value.kind} ${value.id}` : String(value)
}

const show = async ({ visit, auditor }: AuditPageContext): Promise<HttpResponse> => {
  const explained = await auditor.explain(visit.params['id'] ?? '')
  if (E.isLeft(explained)) return refusedPage(explained.left)
  const { event, causes, led_to, besides } = explained.right
  const { data, ...facts } = event
  return visit.page({
    title: event.type,
    width: 'wide',
    body: html`<p class="hint"><a href="${AUDIT_PATH}">Audit</a> · Event</p><h1>${event.type}</h1>
<section class="card"><dl class="facts">${Object.entries(facts).map(
      ([name, value]) => html`<dt>${name.replaceAll('_', ' ')}</dt><dd>${factOf(value)}</dd>`,
    )}</dl></section>
<section class="card"><h2>Data</h2><pre tabindex="0"><code>${JSON.stringify(data, null, 2)}</code></pre></section>
${list('Causes', causes)}
<section class="card"><h2>What followed</h2>${tree(led_to)}</section>
${list('By the same request', besides)}`,
  })
}

/** `/-/audit/events/:id`: an event, its causes and its consequences. */
export const eventPage: PlainRoute = visitorPage(`${EVENT_PATH}/:id`, auditPage(show))
