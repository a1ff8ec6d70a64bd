import { anonymous } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { endSession } from '@forgefold/core/domains/identity/session'
import { signOutRedirect } from '@forgefold/core/domains/identity/user'
import * as E from 'fp-ts/lib/Either.js'
import { cookieIn, SESSION_COOKIE } from '../auth/sessions.js'
import { type HttpRequest, type HttpResponse, type PlainRoute, plainRoute } from '../http/index.js'
import type { RequestContext } from '../http/route.js'
import { setCookie } from './form-token.js'
import { readForm } from './forms.js'
import { redirect } from './layout.js'

/** Whether the sign-out form redirects to another site. */
export const signingOutLeadsAway = (forge: Forge): boolean => signOutRedirect(forge.settings.current()) !== undefined

/** Ends the browser's session and redirects as the settings say. */
export const signOut = async (context: RequestContext, request: HttpRequest): Promise<HttpResponse> => {
  const { forge } = context
  const secret = cookieIn(request.headers, SESSION_COOKIE)
  if (secret !== undefined)
    await endSession(forge, { principal: anonymous, context: context.commandBy(anonymous) }, secret)
  return redirect(signOutRedirect(forge.settings.current()) ?? '/users/sign_in', [
    setCookie(forge, SESSION_COOKIE, '', 0),
  ])
}

/** The target of the sign-out form at the top of every page. */
export const signOutRoute: PlainRoute = plainRoute({
  method: 'POST',
  path: '/users/sign_out',
  handle: async (request, _, context) => {
    const form = await readForm(context.forge, request)
    return E.isLeft(form) ? form.left : signOut(context, request)
  },
})
