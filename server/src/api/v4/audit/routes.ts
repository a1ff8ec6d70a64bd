import * as E from 'fp-ts/lib/Either.js'
import type { Auditor } from '../../../audit/auditor-questions.js'
import {
  type Context,
  datetime,
  integer,
  linkToNext,
  oneOf,
  optional,
  type Route,
  required,
  respond,
  route,
  string,
} from '../../../http/index.js'
import { BLAME_DESCRIPTION, BLAME_PARAMS, blameReply } from './blame-page.js'
import {
  blameShape,
  differenceShape,
  explanationShape,
  historyLineShape,
  otherDecisionShape,
  pastShape,
} from './shape.js'

const area = 'History'

const thing = required(
  string({ minLength: 1 }),
  'The thing by its name, as in `group/app!12`, `user:jane` or `deployment:7`',
)

const moment = (summary: string) => optional(string(), `${summary}: an instant or a position`)

const auditorForRequests = ({ forge, principal }: Context): Auditor => forge.auditor(principal)

const historyParams = {
  thing: optional(string(), 'Only what concerns this thing: its own events, and those elsewhere that speak of it'),
  actor: optional(string(), 'Only by this actor (`user:7`, `system:…`), or by actors of this kind (`user`)'),
  kind: optional(string(), 'Only of things of this kind (`merge_request`)'),
  type: optional(string(), 'Only of this type (`DeploymentCreated`)'),
  address: optional(string(), 'Only of requests from this address'),
  token: optional(string(), 'Only with this token: its number, or kind and number (`personal_access_token:3`)'),
  request_id: optional(string(), 'Only of this request'),
  search: optional(string(), 'Only with all of these words in what is shown of them'),
  created_after: optional(datetime(), 'Only from this moment on'),
  created_before: optional(datetime(), 'Only before this moment'),
  sort: optional(oneOf(['asc', 'desc']), 'Oldest first (`asc`, the default) or newest first'),
  after: optional(integer(), 'The position after which the page begins: the `next` link has it'),
  per_page: optional(integer({ minimum: 1, maximum: 100, default: 20 }), 'Entries a page, at most 100'),
}

/** The next page is the same request with another `after`; `token` here is the id of a token, not a secret. */
const nextLink = (context: Context, next: number, token: string | undefined) =>
  linkToNext(context, { ...(token === undefined ? {} : { token }), after: String(next) })

/** The history of everything, by thing, event and field: Forgefold's own endpoints (docs/reference/audit.md#over-the-api). */
export const historyRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: '/forgefold/history',
    area,
    summary: 'List audit events: of one entity, of an author, from an address, with a token',
    caller: 'auditor',
    params: historyParams,
    success: {
      status: 200,
      description: 'A page by keyset; it may have fewer entries than asked for, and goes on where a `next` link is',
      schemaFor: (instance) => ({ type: 'array', items: historyLineShape(instance) }),
    },
    handler: async (context, params) => {
      const { created_after, created_before, request_id, search, sort, per_page, ...rest } = params
      const found = await auditorForRequests(context).history({
        ...rest,
        requestId: request_id,
        since: created_after,
        until: created_before,
        words: search?.split(/\s+/).filter((word) => word !== ''),
        newestFirst: sort === 'desc',
        limit: Math.min(100, Math.max(1, per_page ?? 20)),
      })
      if (E.isLeft(found)) return found
      const { entries, next } = found.right
      return E.right({
        status: 200,
        json: entries,
        headers: next === null ? [] : [nextLink(context, next, rest.token)],
      })
    },
  }),
  route({
    method: 'GET',
    path: '/forgefold/history/:event_id/explanation',
    area,
    summary: 'Tell why an event came to be and what followed from it',
    caller: 'auditor',
    params: { event_id: required(string(), 'The event by its id, its position, or its stream and revision') },
    success: { status: 200, schemaFor: explanationShape },
    handler: async (context, { event_id }) =>
      respond((json) => json)(await auditorForRequests(context).explain(event_id)),
  }),
  route({
    method: 'GET',
    path: '/forgefold/blame',
    area,
    summary: 'Tell for each value of a thing which events made it',
    caller: 'auditor',
    params: { thing, ...BLAME_PARAMS },
    success: { status: 200, description: BLAME_DESCRIPTION, schemaFor: blameShape },
    handler: async (context, { thing: name, ...query }) =>
      blameReply(context, await auditorForRequests(context).blame(name, query)),
  }),
  route({
    method: 'GET',
    path: '/forgefold/documents',
    area,
    summary: 'Show a thing as it was at a moment',
    caller: 'auditor',
    params: { thing, at: moment('When') },
    success: { status: 200, schemaFor: pastShape },
    handler: async (context, params) =>
      respond((json) => json)(await auditorForRequests(context).show(params.thing, params.at)),
  }),
  route({
    method: 'GET',
    path: '/forgefold/differences',
    area,
    summary: 'Tell what differs in a thing between two moments',
    caller: 'auditor',
    params: { thing, from: moment('The older one'), to: moment('The newer one') },
    success: { status: 200, schemaFor: differenceShape },
    handler: async (context, { thing: name, from, to }) =>
      respond((json) => json)(await auditorForRequests(context).diff(name, from, to)),
  }),
  route({
    method: 'GET',
    path: '/forgefold/differences/all',
    area,
    summary: 'Tell what differs in everything between two moments',
    caller: 'auditor',
    params: {
      from: moment('The older one'),
      to: moment('The newer one'),
      after: optional(integer(), 'The position after which the page begins: the `next` link has it'),
      per_page: optional(
        integer({ minimum: 1, maximum: 100, default: 20 }),
        'Things that a page looks at, at most 100',
      ),
    },
    success: {
      status: 200,
      description: 'A page by keyset; it may have fewer entries than asked for, and goes on where a `next` link is',
      schemaFor: (instance) => ({ type: 'array', items: differenceShape(instance) }),
    },
    handler: async (context, { from, to, after, per_page }) => {
      const limit = Math.min(100, Math.max(1, per_page ?? 20))
      const found = await auditorForRequests(context).differences({ from, to, after, limit })
      if (E.isLeft(found)) return found
      const { differences, next } = found.right
      return E.right({
        status: 200,
        json: differences,
        headers: next === null ? [] : [nextLink(context, next, undefined)],
      })
    },
  }),
  route({
    method: 'GET',
    path: '/forgefold/what_if',
    area,
    summary: 'Decide again what was decided, under another rule',
    caller: 'auditor',
    params: {
      set: required(string({ minLength: 1 }), 'The rule and its other value, as in `approvals_required=2`'),
      from: moment('Only decisions after it'),
      to: moment('Only decisions up to it'),
    },
    success: {
      status: 200,
      description: 'The decisions that would have been others, with what followed from them',
      schemaFor: (instance) => ({ type: 'array', items: otherDecisionShape(instance) }),
    },
    handler: async (context, { set, from, to }) =>
      respond((json) => json)(await auditorForRequests(context).whatIf({ set, from, to })),
  }),
]
