import { addEmail, getEmail, listEmails, removeEmail } from '@forgefold/core/domains/identity/user'
import * as E from 'fp-ts/lib/Either.js'
import {
  boolean,
  integer,
  listed,
  pageOf,
  pageRequest,
  paging,
  type Route,
  required,
  respond,
  respondNoContent,
  route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { callerOf } from '../../path-ids.js'
import { arrayOf, instant, maybe, integer as number, record, type Shape, text } from '../../shape.js'

const AREA = 'E-mail addresses'

const emailShape: Shape = record('Email', { id: number, email: text, confirmed_at: maybe(instant) })

const present = (one: { readonly id: number; readonly email: string; readonly confirmedAt: string | null }) => ({
  id: one.id,
  email: one.email,
  confirmed_at: one.confirmedAt,
})

const user = { user_id: required(integer(), 'The user') }
const one = { email_id: required(integer(), 'The number of the address') }
const email = required(string(), 'The address', { refusesBlank: true })

const own: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: '/user/emails',
    area: AREA,
    summary: "List one's own addresses besides the primary one",
    caller: 'user',
    scopes: ['read_user'],
    params: paging,
    success: { status: 200, schemaFor: arrayOf(emailShape) },
    handler: ({ forge, principal }, params) => {
      const found = listEmails(forge, { principal }, { userId: undefined })
      const page = pageRequest(params)
      return E.isLeft(found) ? found : listed(pageOf(found.right, page), page, present)
    },
  }),
  route({
    method: 'GET',
    path: '/user/emails/:email_id',
    area: AREA,
    summary: "Read one of one's own addresses",
    caller: 'user',
    scopes: ['read_user'],
    params: one,
    success: { status: 200, schemaFor: emailShape },
    handler: ({ forge, principal }, params) =>
      respond(present)(getEmail(forge, { principal }, { userId: undefined, emailId: params.email_id })),
  }),
  route({
    method: 'POST',
    path: '/user/emails',
    area: AREA,
    summary: 'Add an address',
    caller: 'user',
    params: { email },
    success: { status: 201, schemaFor: emailShape },
    handler: async (context, params) => {
      const wanted = { userId: undefined, email: params.email, confirmed: false }
      return respond(present, 201)(await addEmail(context.forge, callerOf(context), wanted))
    },
  }),
  route({
    method: 'DELETE',
    path: '/user/emails/:email_id',
    area: AREA,
    summary: "Take one of one's own addresses away",
    caller: 'user',
    params: one,
    success: { status: 204 },
    handler: async (context, params) =>
      respondNoContent(
        await removeEmail(context.forge, callerOf(context), { userId: undefined, emailId: params.email_id }),
      ),
  }),
]

const userEmailRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: '/users/:user_id/emails',
    area: AREA,
    summary: 'List the addresses of a user besides the primary one',
    caller: 'admin',
    params: { ...user, ...paging },
    success: { status: 200, schemaFor: arrayOf(emailShape) },
    handler: ({ forge, principal }, params) => {
      const found = listEmails(forge, { principal }, { userId: params.user_id })
      const page = pageRequest(params)
      return E.isLeft(found) ? found : listed(pageOf(found.right, page), page, present)
    },
  }),
  route({
    method: 'GET',
    path: '/users/:user_id/emails/:email_id',
    area: AREA,
    summary: 'Read one of the addresses of a user',
    caller: 'admin',
    params: { ...user, ...one },
    success: { status: 200, schemaFor: emailShape },
    handler: ({ forge, principal }, params) =>
      respond(present)(getEmail(forge, { principal }, { userId: params.user_id, emailId: params.email_id })),
  }),
  route({
    method: 'POST',
    path: '/users/:user_id/emails',
    area: AREA,
    summary: 'Add an address to a user',
    caller: 'admin',
    params: {
      ...user,
      email,
      skip_confirmation: withDefault(boolean(), false, 'The address counts as confirmed'),
    },
    success: { status: 201, schemaFor: emailShape },
    handler: async (context, params) => {
      const wanted = { userId: params.user_id, email: params.email, confirmed: params.skip_confirmation }
      return respond(present, 201)(await addEmail(context.forge, callerOf(context), wanted))
    },
  }),
  route({
    method: 'DELETE',
    path: '/users/:user_id/emails/:email_id',
    area: AREA,
    summary: 'Take one of the addresses of a user away',
    caller: 'admin',
    params: { ...user, ...one },
    success: { status: 204 },
    handler: async (context, params) =>
      respondNoContent(
        await removeEmail(context.forge, callerOf(context), { userId: params.user_id, emailId: params.email_id }),
      ),
  }),
]

/** Secondary email addresses of users. */
export const emailRoutes: ReadonlyArray<Route> = [...own, ...userEmailRoutes]
