import { BEFORE_FIRST_RELEASE } from '../release.js'
import { items } from '../release-item.js'

/** What differs between releases about the OAuth provider (docs/reference/behaviour/identity.md#differences-between-releases). */
export const oauthItems = items({
  'oauth.implicit_grant': {
    kind: 'rule',
    area: 'OAuth',
    name: 'implicit grant (response_type=token)',
    deprecated: '14.0',
    until: '15.0',
    replacedBy: 'authorization code with PKCE',
    served: true,
    before: 'the redirect carries an access token in its fragment',
    after: 'refused with unsupported_response_type',
  },
  'oauth.tokens_without_expiry': {
    kind: 'rule',
    area: 'OAuth',
    name: 'access tokens without expiry',
    deprecated: '14.8',
    until: '15.0',
    replacedBy: 'tokens of 7200 seconds with a refresh token',
    served: true,
    before: 'an application that did not opt in gets tokens whose expires_in is null',
    after: 'every token ends; older ones get an expiry',
  },
  'oauth.expiring_by_default': {
    kind: 'rule',
    area: 'OAuth',
    name: 'applications opt in to expiring tokens by themselves',
    since: '14.3',
    served: true,
    before: 'a new application gets tokens without expiry unless it asks otherwise',
    after: 'a new application gets tokens that expire unless it asks otherwise',
  },
  'oauth.token_info.scopes': {
    kind: 'field',
    area: 'OAuth',
    name: 'scopes',
    deprecated: BEFORE_FIRST_RELEASE,
    replacedBy: 'scope',
    served: true,
    before: 'the same list under two names',
    after: 'scope alone',
  },
  'oauth.token_info.expires_in_seconds': {
    kind: 'field',
    area: 'OAuth',
    name: 'expires_in_seconds',
    deprecated: BEFORE_FIRST_RELEASE,
    replacedBy: 'expires_in',
    served: true,
    before: 'the same number under two names',
    after: 'expires_in alone',
  },
})
