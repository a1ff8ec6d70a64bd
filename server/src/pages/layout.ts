import { type HttpResponse, locationOf } from '../http/index.js'
import { type Html, html } from './html.js'
import { STYLE_PATH } from './style.js'

/** The signed-in user for the top of the page, with what the sign-out form needs. */
export interface PageUser {
  readonly name: string
  readonly csrf: string
}

export interface Page {
  readonly title: string
  readonly body: Html
  readonly user?: PageUser | undefined
  /** The path of the page, where it is one of the user's own. */
  readonly place?: string | undefined
  readonly width?: 'narrow' | 'wide' | 'full' | undefined
  readonly status?: number | undefined
  /** Its forms may redirect to another site: signing in on the way to an application. */
  readonly leadsAway?: boolean | undefined
  readonly headers?: HttpResponse['headers']
}

/** The pages of the user's own account. */
const ACCOUNT: ReadonlyArray<readonly [path: string, label: string]> = [
  ['/profile', 'Profile'],
  ['/profile/applications', 'Applications'],
  ['/profile/personal_access_tokens', 'Access tokens'],
  ['/profile/keys', 'SSH keys'],
  ['/profile/gpg_keys', 'GPG keys'],
  ['/profile/emails', 'E-mail'],
  ['/profile/notifications', 'Notifications'],
  ['/profile/preferences', 'Preferences'],
  ['/profile/password', 'Password'],
  ['/profile/two_factor_auth', 'Two-factor'],
  ['/profile/active_sessions', 'Sessions'],
]

const isWithin = (place: string, path: string): boolean =>
  path === '/profile' ? place === path : place.startsWith(path)

const accountNav = (place: string | undefined): Html =>
  place === undefined
    ? html``
    : html`<nav class="account" aria-label="Account"><ul>${ACCOUNT.map(
        ([path, label]) =>
          html`<li><a href="${path}"${isWithin(place, path) ? html` aria-current="page"` : ''}>${label}</a></li>`,
      )}</ul></nav>
`

const topOf = (user: PageUser | undefined): Html =>
  user === undefined
    ? html`<a href="/users/sign_in">Sign in</a>`
    : html`<a href="/profile">${user.name}</a>
<form method="post" action="/users/sign_out"><input type="hidden" name="authenticity_token" value="${user.csrf}"><button class="quiet">Sign out</button></form>`

const policy = (leadsAway: boolean): string =>
  `default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'${leadsAway ? '' : "; form-action 'self'"}`

/** The headers that forbid scripts, outside resources and framing. */
const safety = (leadsAway: boolean): HttpResponse['headers'] => [
  ['Content-Type', 'text/html; charset=utf-8'],
  ['Content-Security-Policy', policy(leadsAway)],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'same-origin'],
  ['Cache-Control', 'no-store'],
]

/** A whole page. */
export const page = ({ title, body, user, place, width, status, leadsAway, headers }: Page): HttpResponse => ({
  status: status ?? 200,
  headers: [...safety(leadsAway === true), ...(headers ?? [])],
  body: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${user === undefined ? '' : html`<meta name="csrf-token" content="${user.csrf}">`}
<title>${title} · Forgefold</title>
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><a class="brand" href="/">Forgefold</a>${topOf(user)}</header>
${accountNav(place)}<main id="content"${width === undefined ? '' : html` class="${width}"`}>
${body}
</main>
</body>
</html>
`.html,
})

/** Redirects the browser. */
export const redirect = (to: string, headers: HttpResponse['headers'] = []): HttpResponse => ({
  status: 302,
  headers: [['Location', locationOf(to)], ['Cache-Control', 'no-store'], ...headers],
  body: '',
})

const HERE = 'http://here.invalid'

// Browsers drop tabs and line ends from an address before they parse it, and treat a backslash as a slash.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CHANGES_MEANING = /[\\\u0000-\u001f\u007f]/

const staysHere = (path: string): boolean => URL.canParse(path, HERE) && new URL(path, HERE).origin === HERE

/** A path on this server to return to; anything that could lead to another site becomes the front page. */
export const safePath = (path: string | undefined): string =>
  path?.startsWith('/') === true && !CHANGES_MEANING.test(path) && staysHere(path) ? path : '/profile'
