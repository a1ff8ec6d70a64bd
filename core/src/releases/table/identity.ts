import { BEFORE_THE_DIAL } from '../release.js'
import { items } from '../release-item.js'

/** Contract 1, Versioning: the OAuth provider, tokens and what tells of the instance itself. */
export const identityItems = items({
  'oauth.implicit_grant': {
    kind: 'rule', area: 'OAuth', name: 'implicit grant (response_type=token)', deprecated: '14.0', until: '15.0',
    replacedBy: 'authorization code with PKCE', served: true,
    before: 'the redirect carries an access token in its fragment', after: 'refused with unsupported_response_type',
  },
  'oauth.tokens_without_expiry': {
    kind: 'rule', area: 'OAuth', name: 'access tokens without expiry', deprecated: '14.8', until: '15.0',
    replacedBy: 'tokens of 7200 seconds with a refresh token', served: true,
    before: 'an application that did not opt in gets tokens whose expires_in is null',
    after: 'every token ends; older ones get an expiry',
  },
  'oauth.token_info.scopes': {
    kind: 'field', area: 'OAuth', name: 'scopes', deprecated: BEFORE_THE_DIAL, replacedBy: 'scope', served: true,
    before: 'the same list under two names', after: 'scope alone',
  },
  'oauth.token_info.expires_in_seconds': {
    kind: 'field', area: 'OAuth', name: 'expires_in_seconds', deprecated: BEFORE_THE_DIAL, replacedBy: 'expires_in', served: true,
    before: 'the same number under two names', after: 'expires_in alone',
  },
  'personal_access_tokens.read_one': {
    kind: 'endpoint', area: 'Tokens', name: 'GET /personal_access_tokens/:id', since: '15.1', served: true,
    before: '404', after: 'one token by its id',
  },
  'personal_access_tokens.read_self': {
    kind: 'endpoint', area: 'Tokens', name: 'GET /personal_access_tokens/self', since: '15.5', served: true,
    before: '404', after: 'the token that made the request',
  },
  'personal_access_tokens.revoke_self': {
    kind: 'endpoint', area: 'Tokens', name: 'DELETE /personal_access_tokens/self', since: '15.0', served: true,
    before: '404', after: 'revokes the token that made the request',
  },
  'members.created_by': {
    kind: 'field', area: 'Instance', name: 'created_by', since: '14.10', served: true,
    before: 'absent', after: 'who added the member',
  },
  'metadata': {
    kind: 'endpoint', area: 'Instance', name: 'GET /metadata', since: '15.2', served: true,
    before: '404', after: 'version and revision of the instance',
  },
})
