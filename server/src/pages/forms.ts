import type { Forge } from '@forgefold/core/app'
import type { Rejection } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  type HttpRequest,
  type HttpResponse,
  paramsOfText,
  type RawParams,
  readBodyParams,
  refusalOf,
} from '../http/index.js'
import { RETRY_AFTER } from '../limits/guess-limiter.js'
import { isFormTokenRight } from './form-token.js'
import { type Html, html } from './html.js'
import { page } from './layout.js'

const FORM_LIMIT = 64 * 1024

/** The text of a field, which may be nested, as in `user[login]`. */
export const field = (params: RawParams, name: string, inner?: string): string | undefined => {
  const outer = params[name]
  const value =
    inner === undefined ? outer : typeof outer === 'object' && outer !== null ? (outer as RawParams)[inner] : undefined
  return typeof value === 'string' ? value : undefined
}

/** The text of a query parameter. */
export const queryField = ({ query }: HttpRequest, name: string): string | undefined => {
  const params = paramsOfText(query)
  return E.isLeft(params) ? undefined : field(params.right, name)
}

/** All values of a field that may be repeated (`scopes[]`). */
export const fields = (params: RawParams, name: string): ReadonlyArray<string> => {
  const value = params[name]
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string')
  return typeof value === 'string' ? [value] : []
}

/** A page that explains why a request failed. */
export const problem = (title: string, text: string, status: number): HttpResponse =>
  page({
    title,
    status,
    width: 'narrow',
    body: html`<section class="card alert" role="alert"><h1>${title}</h1><p>${text}</p></section>`,
  })

/** Shown when too many passwords or codes were tried. */
export const TOO_MANY_TRIES = 'Too many tries. Wait a minute, then try again.'

/** The page for too many attempts, with status 429. */
export const tooManyTries = (shown: HttpResponse): HttpResponse => ({
  ...shown,
  status: 429,
  headers: [...shown.headers, RETRY_AFTER],
})

/** A page for an internal failure; the cause goes to the log. */
export const failurePage = (title: string, rejection: Rejection): HttpResponse => {
  const page = problem(title, 'Try again in a moment.', 503)
  const { headers, cause } = refusalOf(rejection)
  return {
    ...page,
    headers: [...page.headers, ...headers.filter(([name]) => name === 'Retry-After')],
    ...(cause === undefined ? {} : { cause }),
  }
}

const expired = problem(
  'This form is no longer valid',
  'It was opened in another browser, or before you signed in. Go back, load the page again and repeat what you did.',
  422,
)

/** The fields of a form sent from one of this server's pages; anything else is answered with an error page. */
export const readForm = async (forge: Forge, request: HttpRequest): Promise<E.Either<HttpResponse, RawParams>> => {
  const body = await readBodyParams(request, FORM_LIMIT)
  if (E.isLeft(body))
    return E.left(problem('This form cannot be read', 'Load the page again and repeat what you did.', 400))
  return isFormTokenRight(forge, request, field(body.right, 'authenticity_token'))
    ? E.right(body.right)
    : E.left(expired)
}

/** The hidden field with the CSRF token. */
export const tokenField = (token: string): Html =>
  html`<input type="hidden" name="authenticity_token" value="${token}">`

export const alert = (text: string | undefined): Html =>
  text === undefined ? html`` : html`<div class="card alert" role="alert"><p>${text}</p></div>`

export const notice = (text: string | undefined): Html =>
  text === undefined ? html`` : html`<div class="card notice" role="status"><p>${text}</p></div>`

/** The errors of a form, by field. */
export type Findings = Readonly<Record<string, ReadonlyArray<string>>>

/** The errors of a rejection by field; those of no field are under the empty name. */
export const findingsOf = (rejection: Rejection): Findings => {
  if (rejection.kind === 'Invalid') return rejection.fields
  if (rejection.kind === 'Conflict' && rejection.message !== undefined) return { '': [rejection.message].flat() }
  if (rejection.kind === 'Forbidden') return { '': [rejection.reason ?? 'You are not allowed to do this.'] }
  return { '': ['This did not work. Try again in a moment.'] }
}

const sentence = (texts: ReadonlyArray<string>): string => {
  const text = texts.join(', ')
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
}

export interface Input {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly value?: string | undefined
  readonly type?: 'text' | 'password' | 'email' | 'date' | undefined
  readonly hint?: string | undefined
  readonly autocomplete?: string | undefined
  readonly wrong?: ReadonlyArray<string> | undefined
  readonly optional?: boolean | undefined
  readonly lines?: number | undefined
  readonly focused?: boolean | undefined
  /** The earliest date that may be entered. */
  readonly min?: string | undefined
}

/** A labelled field with its hint and its errors, announced to screen readers too. */
export const input = (one: Input): Html => {
  const { id, wrong = [], hint } = one
  const describedBy = [hint === undefined ? '' : `${id}-hint`, wrong.length === 0 ? '' : `${id}-wrong`].filter(
    (at) => at !== '',
  )
  const attributes = html`id="${id}" name="${one.name}" autocomplete="${one.autocomplete ?? 'off'}"${
    describedBy.length === 0 ? '' : html` aria-describedby="${describedBy.join(' ')}"`
  }${wrong.length === 0 ? '' : html` aria-invalid="true"`}${one.optional === true ? '' : html` required`}${
    one.focused === true ? html` autofocus` : ''
  }${one.min === undefined ? '' : html` min="${one.min}"`}`
  const control =
    one.lines === undefined
      ? html`<input ${attributes} type="${one.type ?? 'text'}" value="${one.value ?? ''}">`
      : html`<textarea ${attributes} rows="${one.lines}" spellcheck="false">
${one.value ?? ''}</textarea>`
  return html`<label for="${id}">${one.label}${one.optional === true ? html` <span class="hint">(optional)</span>` : ''}</label>
${control}
${hint === undefined ? '' : html`<p class="hint" id="${id}-hint">${hint}</p>`}
${wrong.length === 0 ? '' : html`<p class="wrong" id="${id}-wrong">${sentence(wrong)}</p>`}`
}

/** A checkbox with an explanation. */
export const choice = (id: string, name: string, value: string, checked: boolean, label: Html): Html =>
  html`<label class="choice" for="${id}"><input type="checkbox" id="${id}" name="${name}" value="${value}"${checked ? html` checked` : ''}><span>${label}</span></label>`
