/** The routes of each area of identity, as requests are matched against them. Drawn by `npm run reference`. */
export const IDENTITY = {
  'identity/applications': `
GET POST /applications
DELETE /applications/:id`,
  'identity/emails': `
GET POST /user/emails
GET DELETE /user/emails/:email_id
GET POST /users/:user_id/emails
GET DELETE /users/:user_id/emails/:email_id`,
  'identity/status': `
GET PUT PATCH /user/status
GET /users/:user_id/status
GET PUT /user/preferences
GET /user/activities`,
  'identity/follow': `
POST /users/:user_id/follow
POST /users/:user_id/unfollow
GET /users/:user_id/followers
GET /users/:user_id/following`,
  'identity/access-tokens/impersonation-token': `
GET POST /users/:user_id/impersonation_tokens
GET DELETE /users/:user_id/impersonation_tokens/:impersonation_token_id`,
  'identity/license': `
GET /license premium`,
  'identity/users/avatar': `
GET /avatar`,
  'identity/access-tokens/personal-access-token': `
GET /personal_access_tokens
GET /personal_access_tokens/self since 15.5
DELETE /personal_access_tokens/self since 15.0
GET /personal_access_tokens/:id since 15.1
DELETE /personal_access_tokens/:id
POST /personal_access_tokens/:id/rotate since 16.0
POST /users/:user_id/personal_access_tokens`,
  'identity/users/administration': `
POST /users
PUT /users/:id
DELETE /users/:id/identities/:provider
POST /users/:id/block
POST /users/:id/unblock
POST /users/:id/ban since 14.3
POST /users/:id/unban since 14.3
POST /users/:id/deactivate
POST /users/:id/activate
POST /users/:id/approve
POST /users/:id/reject
PATCH /users/:id/disable_two_factor since 15.2`,
  'identity/keys': `
GET POST /user/keys
GET DELETE /user/keys/:key_id
GET POST /users/:user_id/keys
GET DELETE /users/:user_id/keys/:key_id
GET POST /user/gpg_keys
GET DELETE /user/gpg_keys/:key_id
GET POST /users/:user_id/gpg_keys
GET DELETE /users/:user_id/gpg_keys/:key_id
POST /user/gpg_keys/:key_id/revoke
POST /users/:user_id/gpg_keys/:key_id/revoke`,
  'identity/users': `
GET /user
GET /users
GET /users/:id`,
}
