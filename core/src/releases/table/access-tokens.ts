import { items } from '../release-item.js'

/** What differs between releases about personal access tokens and scopes (docs/reference/behaviour/identity.md#differences-between-releases). */
export const accessTokenItems = items({
  'personal_access_tokens.read_one': {
    kind: 'endpoint',
    area: 'Tokens',
    name: 'GET /personal_access_tokens/:id',
    since: '15.1',
    served: true,
    before: '404',
    after: 'one token by its id',
  },
  'personal_access_tokens.read_self': {
    kind: 'endpoint',
    area: 'Tokens',
    name: 'GET /personal_access_tokens/self',
    since: '15.5',
    served: true,
    before: '404',
    after: 'the token that made the request',
  },
  'personal_access_tokens.revoke_self': {
    kind: 'endpoint',
    area: 'Tokens',
    name: 'DELETE /personal_access_tokens/self',
    since: '15.0',
    served: true,
    before: '404',
    after: 'revokes the token that made the request',
  },
  'personal_access_tokens.without_expiry': {
    kind: 'rule',
    area: 'Tokens',
    name: 'personal access tokens without expiry',
    deprecated: '15.4',
    until: '16.0',
    replacedBy: 'expires_at',
    served: true,
    before: 'a token made without expires_at never ends',
    after: 'a token made without expires_at ends 365 days later',
  },
  'tokens.admin_mode_scope': {
    kind: 'value',
    area: 'Tokens',
    name: 'scope admin_mode',
    since: '15.8',
    served: true,
    before: 'no such scope; the tokens of administrators have their rights, whatever admin_mode is set to',
    after: 'while admin_mode is set, only tokens with the scope have the rights of an administrator',
  },
})
