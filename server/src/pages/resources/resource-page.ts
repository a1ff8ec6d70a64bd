import { anonymous, readsHistory } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import * as E from 'fp-ts/lib/Either.js'
import { type Visitor, visitorOf } from '../../auth/sessions.js'
import { type HttpHandler, type HttpRequest, type HttpResponse, isReading } from '../../http/index.js'
import { refAndPathSplits } from '../../http/request-path.js'
import { refusalFor } from '../admin/administrators-only.js'
import { thingLink } from '../audit/entries.js'
import { thingHistory } from '../audit/thing-history.js'
import { formToken } from '../form-token.js'
import { problem } from '../forms.js'
import { type Html, html } from '../html.js'
import { page, redirect, safePath } from '../layout.js'
import { toSignIn } from '../page-context.js'
import { signingOutLeadsAway } from '../sign-out.js'
import { apiClientFor } from './api-client.js'
import { addressOfOwner, addressOfProject, ownerOfPath } from './former-address.js'
import type { Json, Place } from './kind.js'
import { addressWithDash, type Candidate, candidatesOf } from './locate.js'
import { bodyOf, type RenderContext, titleOf } from './render.js'
import { ownPage } from './values.js'

const notFound = problem('There is nothing here', 'Nothing has this address, or you may not see it.', 404)

/** The ways to read a place: as it is, or with each prefix that the repository knows as a ref. */
const readingsOf = async ({ ask }: RenderContext, { kind, place }: Candidate): Promise<Place | undefined> => {
  if (kind.refAndPath !== true) return place
  for (const parts of refAndPathSplits(place.parts[0] ?? '')) {
    const [ref] = parts
    const known = await ask(`projects/${encodeURIComponent(place.owner)}/repository/commits/${encodeURIComponent(ref)}`)
    if (known.status === 200) return { ...place, parts }
    if (known.status !== 404) return undefined
  }
  return undefined
}

/** The history of the resource if the address asks for it, and a link to it for administrators and auditors. */
const historyOf = async (
  { forge, request }: RenderContext,
  visitor: Visitor | undefined,
  { candidate: { kind }, thing }: Found,
): Promise<Html> => {
  const mayRead = visitor !== undefined && readsHistory(visitor.principal)
  if (kind.history === undefined || typeof thing?.['id'] !== 'number') return html``
  if (!mayRead && visitor?.user.admin !== true) return html``
  const name = `${kind.history}:${thing['id']}`
  const query = new URLSearchParams(request.query)
  const here = mayRead ? html` · <a href="${request.path}?history=true#history">on this page</a>` : ''
  const link = html`<p>${thingLink(name, 'History')}${here}</p>`
  if (!mayRead || query.get('history') !== 'true') return link
  const auditor = forge.auditor(visitor.principal)
  const fixed = { history: 'true' }
  const history = await thingHistory({ auditor, query, name, path: request.path, fixed, ownPage: request.path })
  return E.isLeft(history) ? link : html`<h2>All that happened</h2>${history.right}`
}

/** The answer to a visitor whom the page is not for; undefined if it is for them. */
const refusalByAudience = (
  { kind: { audience } }: Candidate,
  visitor: Visitor | undefined,
  request: HttpRequest,
): HttpResponse | undefined => {
  if (audience === undefined) return undefined
  if (visitor === undefined) return toSignIn(request)
  return audience === 'administrators' ? refusalFor({ visitor }, request.path) : undefined
}

type Found = { readonly candidate: Candidate; readonly thing: Json | undefined }

const find = async (looking: RenderContext, candidates: ReadonlyArray<Candidate>): Promise<Found | number> => {
  let status = 404
  for (const { kind, place: named } of candidates) {
    const place = await readingsOf(looking, { kind, place: named })
    if (place === undefined) continue
    const path = kind.path?.(place)
    if (path === undefined) return { candidate: { kind, place }, thing: undefined }
    const answered = await looking.ask(path)
    const thing = Array.isArray(answered.json) ? answered.json[0] : answered.json
    if (answered.status === 200 && thing !== undefined) return { candidate: { kind, place }, thing: thing as Json }
    if (answered.status !== 200) status = answered.status
  }
  return status
}

/** How a visitor without a page is answered, by the status of the API. */
const refusalByStatus = (request: HttpRequest, visitor: Visitor | undefined, status: number): HttpResponse => {
  const isUnknown = !['authorization', 'private-token'].some((name) => request.headers.has(name))
  const maySignIn = visitor === undefined && isUnknown && request.path.indexOf('/', 1) > 0
  if (maySignIn && [401, 403, 404].includes(status)) return toSignIn(request)
  if (status === 429 || status === 503) return problem('Not now', 'Try again in a moment.', status)
  return status === 403 ? { ...notFound, status } : notFound
}

/** The page of what was found; a status where its list cannot be read. */
const foundPage = async (
  looking: RenderContext,
  visitor: Visitor | undefined,
  found: Found,
): Promise<HttpResponse | number> => {
  const { candidate, thing } = found
  const { kind } = candidate
  if (kind.leadsOn === true) return redirect(ownPage(thing ?? {}, looking.around) ?? '/')
  const body = await bodyOf(looking, candidate, thing)
  if (typeof body === 'number') return body
  const { forge, request } = looking
  const token = formToken(forge, request)
  return page({
    title: thing === undefined ? kind.noun : titleOf(kind, thing),
    width: 'wide',
    user: visitor === undefined ? undefined : { name: visitor.user.name, csrf: token.value },
    leadsAway: signingOutLeadsAway(forge),
    headers: token.headers,
    body: html`${body}${await historyOf(looking, visitor, found)}`,
  })
}

/** The present address of a page below a former path of what the visitor may see; undefined for others. */
const movedTo = async (
  looking: RenderContext,
  visitor: Visitor | undefined,
  owner: string,
): Promise<string | undefined> => {
  const { forge, request } = looking
  const ofProject = addressOfProject(forge, visitor?.principal ?? anonymous, request, owner)
  const moved = ofProject === undefined ? addressOfOwner(forge, request, owner) : undefined
  if (moved === undefined) return ofProject
  const seen = await find(looking, candidatesOf(moved.page))
  return typeof seen === 'number' ? undefined : moved.address
}

/** The page of one of the candidates; a status where none is found. */
const shownPage = async (
  looking: RenderContext,
  visitor: Visitor | undefined,
  candidates: ReadonlyArray<Candidate>,
): Promise<HttpResponse | number> => {
  const found = await find(looking, candidates)
  const newer = found === 404 ? addressWithDash(looking.request.path) : undefined
  if (newer !== undefined) return redirect(safePath(newer))
  return typeof found === 'number' ? found : foundPage(looking, visitor, found)
}

/**
 * The page of the resource with this path, undefined if no resource can have it. It is read with the rights of the visitor; anonymous visitors
 * who may not see it are asked to sign in.
 */
export const resourcePage =
  (handler: HttpHandler) =>
  async (request: HttpRequest, forge: Forge): Promise<HttpResponse | undefined> => {
    const candidates = isReading(request.method) ? candidatesOf(request.path) : []
    const [first] = candidates
    const owner = first?.place.owner ?? (isReading(request.method) ? ownerOfPath(request.path) : undefined)
    if (owner === undefined) return undefined
    const visitor = visitorOf(forge, request)
    const stranger = first && refusalByAudience(first, visitor, request)
    if (stranger !== undefined) return stranger
    const around = { externalUrl: forge.instance.externalUrl, owner }
    const looking = { forge, request, ask: apiClientFor(handler, request), around }
    const answered = first === undefined ? undefined : await shownPage(looking, visitor, candidates)
    if (typeof answered === 'object') return answered
    const moved = await movedTo(looking, visitor, owner)
    if (moved !== undefined) return redirect(moved)
    return answered === undefined ? undefined : refusalByStatus(request, visitor, answered)
  }
