import type { Forge } from '@forgefold/core/app'
import type { HttpRequest } from '../../http/index.js'
import { type Html, html, markdown } from '../html.js'
import type { Answered, Ask } from './api-client.js'
import type { Json, Kind, Listed, Place } from './kind.js'
import type { Candidate } from './locate.js'
import { type LinkContext, labelOf, ownPage, pathTo, shown } from './values.js'

const fieldsOf = (text: string): ReadonlyArray<string> => text.split(' ').filter((field) => field !== '')

const facts = (thing: Json, fields: string, around: LinkContext): Html => {
  const rows = fieldsOf(fields).flatMap((field) => {
    const value = shown(field, thing[field], around)
    return value === undefined ? [] : [html`<dt>${labelOf(field)}</dt><dd>${value}</dd>`]
  })
  return rows.length === 0 ? html`` : html`<dl class="facts">${rows}</dl>`
}

const entryOf = async (forge: Forge, listed: Listed, place: Place, entry: Json, around: LinkContext): Promise<Html> => {
  const named = fieldsOf(listed.name)
    .map((field) => shown(field, entry[field], around))
    .find((one) => one !== undefined)
  const own = listed.page?.(place, entry)
  const to = ownPage(entry, around) ?? (own === undefined ? undefined : pathTo(own))
  const isPlain = fieldsOf(listed.name).some((field) => typeof entry[field] !== 'object')
  const head = to === undefined || !isPlain ? named : html`<a href="${to}">${plainName(listed, entry)}</a>`
  const more = fieldsOf(listed.facts).map(
    (field) => html`<td data-label="${labelOf(field)}">${shown(field, entry[field], around)}</td>`,
  )
  const text = listed.text === undefined ? undefined : entry[listed.text]
  const below =
    typeof text === 'string'
      ? html`<tr class="said"><td colspan="${fieldsOf(listed.facts).length + 1}">${await markdown(forge, text)}</td></tr>`
      : ''
  return html`<tr><th scope="row">${head}</th>${more}</tr>${below}`
}

/** Numbers are written as usual: #12. */
const plainName = (listed: Listed, entry: Json): string => {
  const value = fieldsOf(listed.name)
    .map((field) => entry[field])
    .find((one) => one !== undefined && one !== null)
  return typeof value === 'number' ? `#${value}` : String(value)
}

const pages = (request: HttpRequest, { headers }: Answered): Html => {
  const links = (['prev', 'next'] as const).flatMap((way) => {
    const to = headers.get(`x-${way}-page`) ?? ''
    if (to === '') return []
    const query = new URLSearchParams(request.query)
    query.set('page', to)
    return [
      html`<a class="button quiet" href="${request.path}?${query.toString()}">${way === 'prev' ? 'Previous' : 'Next'}</a>`,
    ]
  })
  return links.length === 0 ? html`` : html`<div class="actions">${links}</div>`
}

/** The visitor, and the context for links. */
export interface RenderContext {
  readonly forge: Forge
  readonly request: HttpRequest
  readonly ask: Ask
  readonly around: LinkContext
}

/** A list of a page; empty if the API answers none, or if it has no entries and the page shows other things. */
const listOf = async (
  { forge, request, ask, around }: RenderContext,
  listed: Listed,
  place: Place,
  thing: Json,
  isAlone: boolean,
): Promise<{ readonly status: number; readonly body: Html }> => {
  const asked = /[?&]page=(\d{1,9})(?:&|$)/.exec(`?${request.query}`)?.[1]
  const path = listed.path(place, thing, new URLSearchParams(request.query))
  const answered = await ask(isAlone && asked !== undefined ? `${path}&page=${asked}` : path)
  const entries = Array.isArray(answered.json) ? (answered.json as ReadonlyArray<Json>) : []
  const { status } = answered
  if (status !== 200 || (entries.length === 0 && !isAlone)) return { status, body: html`` }
  const heads = fieldsOf(listed.facts).map((field) => html`<th scope="col">${labelOf(field)}</th>`)
  const rows = await Promise.all(entries.map((entry) => entryOf(forge, listed, place, entry, around)))
  const table = html`<table><thead><tr><th scope="col"><span class="unseen">Name</span></th>${heads}</tr></thead><tbody>${rows}</tbody></table>`
  return {
    status,
    body: html`<section class="card"><h2>${listed.title}</h2>
${entries.length === 0 ? html`<p>None.</p>` : table}
${isAlone ? pages(request, answered) : ''}</section>`,
  }
}

const contentOf = (thing: Json, field: string): Html => {
  const bytes = Buffer.from(String(thing[field] ?? ''), 'base64')
  return bytes.includes(0)
    ? html`<section class="card"><p>This file is not text.</p></section>`
    : html`<section class="card file"><pre tabindex="0"><code>${bytes.toString('utf8')}</code></pre></section>`
}

export const titleOf = (kind: Kind, thing: Json): string => {
  const value = fieldsOf(kind.title ?? '')
    .map((field) => thing[field])
    .find((one) => one !== null && one !== undefined && one !== '')
  if (value === undefined) return kind.noun
  return typeof value === 'number' ? `${kind.noun} #${value}` : String(value)
}

const trail = ({ kind, place }: Candidate): Html =>
  kind.of === 'owner' || kind.of === 'instance'
    ? html``
    : html`<p class="hint"><a href="${kind.of === 'group' ? '/groups' : ''}/${pathTo(place.owner)}">${place.owner}</a> · ${kind.noun}</p>`

/** A page by its description: the leading fields, the text, the lists, and the whole answer of the API below them. */
export const bodyOf = async (
  looking: RenderContext,
  candidate: Candidate,
  thing: Json | undefined,
): Promise<Html | number> => {
  const { kind, place } = candidate
  const isAlone = thing === undefined
  const lists = await Promise.all(
    kind.lists.map((listed) => listOf(looking, listed, place, thing ?? {}, isAlone && kind.lists.length === 1)),
  )
  const failed = lists.find(({ status }) => status !== 200)
  if (isAlone && failed !== undefined) return failed.status
  const alone = kind.of === 'instance' ? [kind.noun, ...place.parts].join(': ') : place.parts.join('/') || kind.noun
  const name = isAlone ? alone : titleOf(kind, thing)
  const isBlank = isAlone && lists.every(({ body }) => body.html === '')
  const text = kind.text === undefined ? undefined : thing?.[kind.text]
  return html`${trail(candidate)}<h1>${name}</h1>
${thing === undefined ? '' : html`<section class="card">${facts(thing, kind.lead ?? '', looking.around)}</section>`}
${typeof text === 'string' && text.trim() !== '' ? html`<section class="card said">${await markdown(looking.forge, text)}</section>` : ''}
${thing === undefined || kind.content === undefined ? '' : contentOf(thing, kind.content)}
${isBlank ? html`<section class="card"><p>None.</p></section>` : lists.map(({ body }) => body)}
${thing === undefined || kind.content !== undefined ? '' : html`<details class="card"><summary>As the API answers it</summary><pre tabindex="0"><code>${JSON.stringify(thing, null, 2)}</code></pre></details>`}`
}
