import { millisecondsOf, type Rejection, readInstant } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import type { HttpResponse, PlainRoute } from '../../http/index.js'
import { type Html, html } from '../html.js'
import { visitorPage } from '../page-context.js'
import { activityChart, countByDay } from './activity-chart.js'
import { AUDIT_PATH, type AuditPageContext, auditPage, entryTable, reasonIn, refusedPage } from './entries.js'

const PER_PAGE = 50

/** What is wrong with the filters, rather than with the history. */
const REFUSED: Readonly<Record<string, number | undefined>> = { BadRequest: 400, Missing: 404 }

const DAYS = 60
const MAX_COUNTED = 2_000

interface Filter {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly type?: 'text' | 'datetime-local'
}

const FILTERS: ReadonlyArray<Filter> = [
  { name: 'search', label: 'Words' },
  { name: 'thing', label: 'Thing', hint: 'group/app!12, user:jane, deployment:7' },
  { name: 'actor', label: 'Actor', hint: 'jane, user:1' },
  { name: 'kind', label: 'Kind', hint: 'merge_request' },
  { name: 'type', label: 'Type', hint: 'DeploymentCreated' },
  { name: 'address', label: 'Address' },
  { name: 'token', label: 'Token', hint: 'its number' },
  { name: 'request_id', label: 'Request' },
  { name: 'since', label: 'Since (UTC)', type: 'datetime-local' },
  { name: 'until', label: 'Until (UTC)', type: 'datetime-local' },
]

const input = (query: URLSearchParams, { name, label, hint, type = 'text' }: Filter): Html =>
  html`<div><label for="${name}">${label}</label><input id="${name}" name="${name}" type="${type}" value="${query.get(name) ?? ''}"${hint === undefined ? '' : html` placeholder="${hint}"`}></div>`

const form = (
  query: URLSearchParams,
): Html => html`<form method="get" action="${AUDIT_PATH}" class="card" role="search">
<div class="filters">${FILTERS.map((filter) => input(query, filter))}</div>
<div class="actions"><button type="submit">Search</button><a class="button quiet" href="${AUDIT_PATH}">Everything</a></div></form>`

const criteriaOf = (query: URLSearchParams) => {
  const text = (name: string): string | undefined => query.get(name)?.trim() || undefined
  const after = text('after')
  return {
    thing: text('thing'),
    actor: text('actor'),
    kind: text('kind'),
    type: text('type'),
    address: text('address'),
    token: text('token'),
    requestId: text('request_id'),
    since: readInstant(query.get('since') ?? ''),
    until: readInstant(query.get('until') ?? ''),
    words: text('search')?.split(/\s+/),
    after: after !== undefined && /^\d{1,15}$/.test(after) ? Number(after) : undefined,
    newestFirst: true,
  }
}

/** The newest signed tree head of the history, or why there is none. */
export type Checkpoint = () => Promise<E.Either<Rejection, string>>

/** A checkpoint names its origin, the number of events and the root of the tree in its first three lines (C2SP tlog-checkpoint). */
const proofs = async (checkpoint: Checkpoint): Promise<Html> => {
  const signed = await checkpoint()
  const [origin, size, root] = E.isRight(signed) ? signed.right.split('\n') : []
  const state =
    root === undefined
      ? html`<p class="wrong">The history cannot be signed just now: it contradicts what was signed before, or the store does not answer. <code>forgefold audit verify</code> says which.</p>`
      : html`<dl class="facts"><dt>Origin</dt><dd>${origin}</dd><dt>Events</dt><dd>${size}</dd><dt>Root</dt><dd><code>${root}</code></dd></dl>`
  return html`<section class="card"><h2>Proof</h2>${state}
<div class="actions"><a class="button quiet" href="/.well-known/forgefold/checkpoint" download="forgefold.checkpoint">Download the checkpoint</a><a class="button quiet" href="/.well-known/forgefold/key" download="forgefold.key">Download the key</a></div></section>`
}

const older = (query: URLSearchParams, next: number | null): Html => {
  if (next === null) return html``
  const there = new URLSearchParams(query)
  there.set('after', String(next))
  return html`<div class="actions"><a class="button quiet" href="${AUDIT_PATH}?${there.toString()}" rel="next">Older</a></div>`
}

const search =
  (checkpoint: Checkpoint) =>
  async ({ visit, auditor, query }: AuditPageContext): Promise<HttpResponse> => {
    const criteria = criteriaOf(query)
    const now = millisecondsOf(visit.forge.clock.now())
    // One query returns the newest events and their count; later pages have no chart.
    const isFirst = criteria.after === undefined
    const found = await auditor.history({ ...criteria, limit: isFirst ? MAX_COUNTED : PER_PAGE })
    if (E.isLeft(found)) {
      const status = REFUSED[found.left.kind]
      const why = reasonIn(found.left)
      if (status === undefined || why === undefined) return refusedPage(found.left)
      return visit.page({
        title: 'Audit',
        width: 'full',
        status,
        body: html`<h1>Audit</h1>
<section class="card alert" role="alert"><p>Nothing was looked for: ${why}.</p></section>
${form(query)}`,
      })
    }
    const { entries } = found.right
    const shown = entries.slice(0, PER_PAGE)
    const next = entries.length > PER_PAGE ? (shown.at(-1)?.position ?? null) : found.right.next
    const days = countByDay(
      entries.map(({ created_at }) => created_at),
      now,
      DAYS,
    )
    const chart = isFirst ? html`<section class="card"><h2>Activity</h2>${activityChart(days)}</section>` : ''
    return visit.page({
      title: 'Audit',
      width: 'full',
      body: html`<h1>Audit</h1>
${form(query)}
${chart}
<section class="card"><h2>Events</h2>${entryTable(shown)}${older(query, next)}</section>
${await proofs(checkpoint)}`,
    })
  }

/** `/-/audit`: the events that match the query string, how many there are, and the state of the proof. */
export const searchPage = (checkpoint: Checkpoint): PlainRoute => visitorPage(AUDIT_PATH, auditPage(search(checkpoint)))
