import type { Caller, Forge } from '@forgefold/core/app'
import { prolongSession } from '@forgefold/core/domains/identity/session'
import { awaitsTerms, demandSecondFactor, noteActivity, sessionSeconds } from '@forgefold/core/domains/identity/user'
import { maintenanceBanner } from '@forgefold/core/domains/instance/operation'
import { millisecondsOf } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { SESSION_COOKIE, type Visitor, visitorOf } from '../auth/sessions.js'
import {
  type Header,
  type HttpRequest,
  type HttpResponse,
  type MaybePromise,
  type PlainRoute,
  plainRoute,
  type RawParams,
  withoutSecrets,
} from '../http/index.js'
import { callerBy, type RequestContext } from '../http/route.js'
import { type Flash, setFlash, takeFlash } from './flash.js'
import { formToken, setCookie } from './form-token.js'
import { notice, readForm } from './forms.js'
import { html } from './html.js'
import { type Page, page, redirect } from './layout.js'
import { signingOutLeadsAway } from './sign-out.js'

/** The path of the sign-in page; with `prompt=login` signed-in users sign in again too. */
export const SIGN_IN_PATH = '/users/sign_in'

/** A page request or form of a signed-in user. */
export interface PageContext {
  readonly context: RequestContext
  readonly forge: Forge
  readonly request: HttpRequest
  readonly visitor: Visitor
  /** The visitor as the caller of a use case; each call is a new command. */
  readonly caller: () => Caller
  /** The parameters of the path. */
  readonly params: Readonly<Record<string, string>>
  readonly csrf: string
  /** The message of the previous page. */
  readonly flash: Flash | undefined
  /** Whether the user has to set up a second factor first. */
  readonly mustEnrol: boolean
  /** A page for this visitor. */
  readonly page: (parts: Omit<Page, 'user'>) => HttpResponse
  /** Redirects the browser to a page that shows the message. */
  readonly done: (to: string, message: Flash) => HttpResponse
}

interface PageOptions {
  /** Accessible to users who have to set up a second factor first. */
  readonly duringEnrolment?: boolean
  /** Accessible to users who have to accept the terms first. */
  readonly beforeTerms?: boolean
  /** The method of the form; default `POST`. */
  readonly method?: 'POST' | 'DELETE'
}

const SENDING: ReadonlySet<string> = new Set(['POST', 'DELETE'])
/** The path where the terms are read and accepted. */
export const TERMS_PATH = '/-/users/terms'

const SETUP = '/profile/two_factor_auth'

/** A session expires some time after its last use; to save events it is prolonged only after a quarter of that time. */
const prolonged = async (
  context: RequestContext,
  { session, secret, principal }: Visitor,
): Promise<ReadonlyArray<Header>> => {
  const { forge } = context
  const lifetime = sessionSeconds(forge.settings.current())
  const left = (millisecondsOf(session.expiresAt) - millisecondsOf(forge.clock.now())) / 1000
  if (left > lifetime * 0.75) return []
  const done = await prolongSession(forge, callerBy(context, principal), { secret, lifetime })
  return E.isLeft(done) ? [] : [setCookie(forge, SESSION_COOKIE, secret, lifetime)]
}

const REMINDER = html`<div class="card notice" role="status"><p>You are asked for a second factor. <a href="${SETUP}">Set it up</a> before you are locked out of these pages.</p></div>`

/** The path to return to after a required step. */
const backTo = ({ method, path, query }: HttpRequest): string => {
  if (SENDING.has(method)) return ''
  const kept = withoutSecrets(query)
  return `?return_to=${encodeURIComponent(path + (kept === '' ? '' : `?${kept}`))}`
}

/** Asks the visitor to sign in, and to return. */
export const toSignIn = (request: HttpRequest): HttpResponse => redirect(`/users/sign_in${backTo(request)}`)

const openPage = async (
  request: HttpRequest,
  params: Readonly<Record<string, string>>,
  context: RequestContext,
  { duringEnrolment = false, beforeTerms = false }: PageOptions,
): Promise<E.Either<HttpResponse, PageContext>> => {
  const { forge } = context
  const visitor = visitorOf(forge, request)
  if (visitor === undefined) return E.left(toSignIn(request))
  if (!beforeTerms && awaitsTerms(forge, visitor.user)) return E.left(redirect(`${TERMS_PATH}${backTo(request)}`))
  const caller = (): Caller => callerBy(context, visitor.principal)
  await noteActivity(forge, caller())
  const demanded = await demandSecondFactor(forge, caller(), visitor.user)
  const demand = E.isRight(demanded) ? demanded.right : 'none'
  if (demand === 'now' && !duringEnrolment)
    return E.left(
      redirect(SETUP, [
        setFlash(forge, visitor.user.id, {
          notice: 'Set up a second factor first: this instance or a group of yours asks for it.',
        }),
      ]),
    )
  const message = SENDING.has(request.method)
    ? { flash: undefined, headers: [] }
    : takeFlash(forge, request, visitor.user.id)
  const token = formToken(forge, request)
  const longer = await prolonged(context, visitor)
  const headers = [...token.headers, ...message.headers, ...longer]
  const reminder = demand === 'may wait' && !duringEnrolment ? REMINDER : ''
  return E.right({
    context,
    forge,
    request,
    visitor,
    caller,
    params,
    csrf: token.value,
    flash: message.flash,
    mustEnrol: demand === 'now',
    page: (parts) =>
      page({
        ...parts,
        leadsAway: parts.leadsAway === true || signingOutLeadsAway(forge),
        body: html`${notice(maintenanceBanner(forge.settings.current()))}${notice(message.flash?.notice)}${reminder}${parts.body}`,
        user: { name: visitor.user.name, csrf: token.value },
        headers: [...headers, ...(parts.headers ?? [])],
      }),
    done: (to, message) => redirect(to, [...longer, setFlash(forge, visitor.user.id, message)]),
  })
}

/** A page for signed-in users; others are sent to sign in and return. */
export const visitorPage = (
  path: string,
  handle: (visit: PageContext) => MaybePromise<HttpResponse>,
  options: PageOptions = {},
): PlainRoute =>
  plainRoute({
    method: 'GET',
    path,
    handle: async (request, params, context) => {
      const visit = await openPage(request, params, context, options)
      return E.isLeft(visit) ? visit.left : handle(visit.right)
    },
  })

/** The target of a form on such a page. */
export const visitorForm = (
  path: string,
  handle: (visit: PageContext, form: RawParams) => MaybePromise<HttpResponse>,
  options: PageOptions = {},
): PlainRoute =>
  plainRoute({
    method: options.method ?? 'POST',
    path,
    handle: async (request, params, context) => {
      const form = await readForm(context.forge, request)
      if (E.isLeft(form)) return form.left
      const visit = await openPage(request, params, context, options)
      return E.isLeft(visit) ? visit.left : handle(visit.right, form.right)
    },
  })
