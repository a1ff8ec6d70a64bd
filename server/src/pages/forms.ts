import type { Forge } from '@forgefold/core/app'
import * as E from 'fp-ts/lib/Either.js'
import { type HttpRequest, type HttpResponse, type RawParams, readBodyParams } from '../http/index.js'
import { isOwnForm } from './cookies.js'
import { type Html, html } from './html.js'
import { page } from './layout.js'

const FORM_LIMIT = 64 * 1024

/** A field's text; nested as `user[login]`. */
export const field = (params: RawParams, name: string, inner?: string): string | undefined => {
  const outer = params[name]
  const value =
    inner === undefined ? outer : typeof outer === 'object' && outer !== null ? (outer as RawParams)[inner] : undefined
  return typeof value === 'string' ? value : undefined
}

/** Every value of a field that may come several times (`scopes[]`). */
export const fields = (params: RawParams, name: string): ReadonlyArray<string> => {
  const value = params[name]
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string')
  return typeof value === 'string' ? [value] : []
}

/** A page that says why something did not work. */
export const problem = (title: string, text: string, status: number): HttpResponse =>
  page({
    title,
    status,
    narrow: true,
    body: html`<section class="card alert" role="alert"><h1>${title}</h1><p>${text}</p></section>`,
  })

const expired = problem(
  'This form is no longer valid',
  'It was opened in another browser, or too long ago. Go back, load the page again and repeat what you did.',
  422,
)

/** The fields of a form that one of our own pages sent; anything else is answered with a page that says so. */
export const readForm = async (forge: Forge, request: HttpRequest): Promise<E.Either<HttpResponse, RawParams>> => {
  const body = await readBodyParams(request, FORM_LIMIT)
  if (E.isLeft(body))
    return E.left(problem('This form cannot be read', 'Load the page again and repeat what you did.', 400))
  return isOwnForm(forge, request, field(body.right, 'authenticity_token')) ? E.right(body.right) : E.left(expired)
}

/** The hidden field that proves where a form comes from. */
export const tokenField = (token: string): Html =>
  html`<input type="hidden" name="authenticity_token" value="${token}">`

export const alert = (text: string | undefined): Html =>
  text === undefined ? html`` : html`<div class="card alert" role="alert">${text}</div>`

export const notice = (text: string | undefined): Html =>
  text === undefined ? html`` : html`<div class="card notice" role="status">${text}</div>`
