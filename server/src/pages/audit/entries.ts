import { readsHistory } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import type { Rejection } from '@forgefold/core/kernel'
import type * as E from 'fp-ts/lib/Either.js'
import type { HttpResponse } from '../../http/index.js'
import { refusalFor } from '../admin/administrators-only.js'
import { failurePage, problem } from '../forms.js'
import { type Html, html } from '../html.js'
import type { PageContext } from '../page-context.js'

export const AUDIT_PATH = '/-/audit'
export const THING_PATH = `${AUDIT_PATH}/things`
export const EVENT_PATH = `${AUDIT_PATH}/events`

type Auditor = ReturnType<Forge['auditor']>
type Right<Answer> = Answer extends Promise<E.Either<Rejection, infer A>> ? A : never

/** Events as an auditor sees them: in full, and in one line. */
export type Entry = Right<ReturnType<Auditor['history']>>['entries'][number]
export type Explanation = Right<ReturnType<Auditor['explain']>>

/** The context of every page of the history. */
export interface AuditPageContext {
  readonly visit: PageContext
  readonly auditor: Auditor
  /** The parameters of the address, to return to it. */
  readonly query: URLSearchParams
}

/** Opens a page of the history for administrators and auditors; others get 404, or are told to enter admin mode. */
export const auditPage =
  (show: (context: AuditPageContext) => Promise<HttpResponse>) =>
  async (visit: PageContext): Promise<HttpResponse> => {
    const { forge, visitor, request } = visit
    const refusal = readsHistory(visitor.principal) ? undefined : refusalFor(visit, AUDIT_PATH)
    if (refusal !== undefined) return refusal
    return show({ visit, auditor: forge.auditor(visitor.principal), query: new URLSearchParams(request.query) })
  }

/** The sentence of a rejection, where it has one. */
export const reasonIn = (rejection: Rejection): string | undefined => {
  if (rejection.kind === 'BadRequest') return rejection.reason
  return 'message' in rejection && typeof rejection.message === 'string' ? rejection.message : undefined
}

/** A page that explains why the history cannot be read. */
export const refusedPage = (rejection: Rejection): HttpResponse => {
  const why = reasonIn(rejection) ?? 'It is not known why'
  if (rejection.kind === 'Missing') return problem('There is nothing like that', `The history says: ${why}.`, 404)
  if (rejection.kind === 'BadRequest') return problem('This cannot be looked for', `${why}.`, 400)
  if (rejection.kind === 'Unprocessable') return problem('This cannot be shown', `${why}.`, 422)
  return failurePage('The history does not answer', rejection)
}

/** A timestamp as readable text. */
export const momentText = (at: string): Html =>
  html`<time datetime="${at}">${at.slice(0, 10)}, ${at.slice(11, 19)} UTC</time>`

/** The name of an event's object in the history; sessions have none. */
const nameOf = ({ kind, thing }: Pick<Entry, 'kind' | 'thing'>): string | undefined =>
  thing === '' ? undefined : `${kind}:${thing}`

export const thingLink = (name: string, label: string = name): Html =>
  html`<a href="${THING_PATH}?name=${encodeURIComponent(name)}">${label}</a>`

export const eventHref = (id: string): string => `${EVENT_PATH}/${encodeURIComponent(id)}`

export const eventLink = (id: string, label: string): Html => html`<a href="${eventHref(id)}">${label}</a>`

/** The maximum length of a value in a list; the page of the event shows it in full. */
const LONG = 120
const valueText = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > LONG ? `${text.slice(0, LONG)}…` : text
}

const dataOf = (data: unknown): Html => {
  const fields = Object.entries((data ?? {}) as Readonly<Record<string, unknown>>)
  if (fields.length === 0) return html``
  return html`<details><summary>${fields.length === 1 ? '1 field' : `${fields.length} fields`}</summary><dl class="facts">${fields.map(
    ([name, value]) => html`<dt>${name}</dt><dd>${valueText(value)}</dd>`,
  )}</dl></details>`
}

/** Digests are shortened to their first characters. */
const shortName = (name: string): string => name.replace(/([0-9a-f]{12})[0-9a-f]{20,}$/, '$1…')

const COLUMNS = ['When', 'What', 'To', 'By', 'From']

const row = (entry: Entry): Html => {
  const name = nameOf(entry)
  return html`<tr><td data-label="When">${momentText(entry.created_at)}</td>
<th scope="row">${eventLink(entry.id, entry.type)}${dataOf(entry.data)}</th>
<td data-label="To">${name === undefined ? entry.kind : thingLink(name, shortName(name))}</td>
<td data-label="By">${actorLink(entry.actor)}${entry.token === null ? '' : html` <small>(${entry.token.kind} ${entry.token.id})</small>`}</td>
<td data-label="From">${entry.address ?? ''}</td></tr>`
}

/** The actor of an event; users are linked to their history. */
export const actorLink = (actor: string): Html => (actor.startsWith('user:') ? thingLink(actor) : html`${actor}`)

/** Events as rows of a table. */
export const entryTable = (entries: ReadonlyArray<Entry>): Html =>
  entries.length === 0
    ? html`<p>Nothing.</p>`
    : html`<table class="events"><thead><tr>${COLUMNS.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead><tbody>${entries.map(row)}</tbody></table>`
