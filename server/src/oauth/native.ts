import { confirmCode } from '@forgefold/core/domains/identity/authorization-grant'
import * as E from 'fp-ts/lib/Either.js'
import { type PlainRoute, paramsOfText } from '../http/index.js'
import { problem } from '../pages/forms.js'
import { html } from '../pages/html.js'
import { visitorPage } from '../pages/page-context.js'
import { textOf } from './exchange.js'

export const NATIVE_PATH = '/oauth/authorize/native'

const unknown = problem(
  'No such code',
  'It was never given to you, was used already, or is too old. Start again in the application.',
  404,
)

/** Shows a code to the user it was issued to, to copy into an application without a redirect URI; the code of another user cannot be shown. */
export const nativeRoute: PlainRoute = visitorPage(NATIVE_PATH, async ({ forge, request, visitor, page }) => {
  const params = paramsOfText(request.query)
  const code = E.isLeft(params) ? undefined : textOf(params.right, 'code')
  if (code === undefined || E.isLeft(await confirmCode(forge, visitor, code))) return unknown
  return page({
    title: 'Authorization code',
    width: 'narrow',
    body: html`<section class="card"><h1>Authorization code</h1><p>Copy this code into the application:</p><p class="secret"><code id="authorization_code">${code}</code></p></section>`,
  })
})
