import type { HttpResponse } from '../http/index.js'
import { type Html, html } from './html.js'
import { STYLE_PATH } from './style.js'

/** Who is signed in, for the top of the page, with what signing out takes. */
export interface PageUser {
  readonly name: string
  readonly csrf: string
}

export interface Page {
  readonly title: string
  readonly body: Html
  readonly user?: PageUser | undefined
  readonly narrow?: boolean
  readonly status?: number
  readonly headers?: HttpResponse['headers']
}

const topOf = (user: PageUser | undefined): Html =>
  user === undefined
    ? html`<a href="/users/sign_in">Sign in</a>`
    : html`<a href="/profile">${user.name}</a>
<form method="post" action="/users/sign_out"><input type="hidden" name="authenticity_token" value="${user.csrf}"><button class="quiet">Sign out</button></form>`

/** Nothing from elsewhere, no script, no frame around it. */
const SAFETY: HttpResponse['headers'] = [
  ['Content-Type', 'text/html; charset=utf-8'],
  [
    'Content-Security-Policy',
    "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'",
  ],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'same-origin'],
  ['Cache-Control', 'no-store'],
]

/** A whole page. */
export const page = ({ title, body, user, narrow, status, headers }: Page): HttpResponse => ({
  status: status ?? 200,
  headers: [...SAFETY, ...(headers ?? [])],
  body: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Forgefold</title>
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><a class="brand" href="/">Forgefold</a>${topOf(user)}</header>
<main id="content"${narrow === true ? html` class="narrow"` : ''}>
${body}
</main>
</body>
</html>
`.html,
})

/** Sends the browser on. */
export const redirect = (to: string, headers: HttpResponse['headers'] = []): HttpResponse => ({
  status: 302,
  headers: [['Location', to], ['Cache-Control', 'no-store'], ...headers],
  body: '',
})
