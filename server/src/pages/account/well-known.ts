import { type PlainRoute, plainRoute } from '../../http/index.js'
import { redirect } from '../layout.js'

/** Well-known addresses and the pages they redirect to. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  '/-/profile': '/profile',
  '/-/profile/account': '/profile/two_factor_auth',
  '/-/profile/applications': '/profile/applications',
  '/-/profile/password/edit': '/profile/password',
  '/-/profile/personal_access_tokens': '/profile/personal_access_tokens',
  '/-/profile/preferences': '/profile',
  '/-/profile/two_factor_auth': '/profile/two_factor_auth',
  '/-/user_settings/applications': '/profile/applications',
  '/-/user_settings/password/edit': '/profile/password',
  '/-/user_settings/personal_access_tokens': '/profile/personal_access_tokens',
  '/-/user_settings/profile': '/profile',
  '/admin': '/admin/application_settings',
  '/profile/account': '/profile/two_factor_auth',
  '/profile/password/edit': '/profile/password',
}

/** Well-known addresses redirect to their pages, with the query (which may prefill a form). */
export const wellKnownAddresses: ReadonlyArray<PlainRoute> = Object.entries(ELSEWHERE).map(([path, to]) =>
  plainRoute({
    method: 'GET',
    path,
    handle: ({ query }) => redirect(query === '' ? to : `${to}?${query}`),
  }),
)
