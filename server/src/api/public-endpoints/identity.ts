/** Users, their keys, addresses, tokens, and where they come from. */
export const IDENTITY = `
GET /user
GET /user/activities
GET POST /user/emails
GET DELETE /user/emails/:email_id
GET POST /user/gpg_keys
GET DELETE /user/gpg_keys/:key_id
POST /user/gpg_keys/:key_id/revoke
GET POST /user/keys
GET DELETE /user/keys/:key_id
GET PUT /user/preferences
GET PUT PATCH /user/status
POST /user/personal_access_tokens since 16.5
POST /user/runners since 15.11
GET /user_counts
GET POST /users
GET PUT DELETE /users/:id
POST /users/:id/activate
POST /users/:id/approve
GET /users/:id/associations_count since 15.6
POST /users/:id/ban since 14.3
POST /users/:id/block
GET /users/:id/contributed_projects since 16.6
GET /users/:id/custom_attributes
GET PUT DELETE /users/:id/custom_attributes/:key
POST /users/:id/deactivate
PATCH /users/:id/disable_two_factor since 15.2
GET POST /users/:id/emails
GET DELETE /users/:id/emails/:email_id
GET /users/:id/events
POST /users/:id/follow
GET /users/:id/followers
GET /users/:id/following
GET POST /users/:id/gpg_keys
GET DELETE /users/:id/gpg_keys/:key_id
POST /users/:id/gpg_keys/:key_id/revoke
DELETE /users/:id/identities/:provider
GET POST /users/:id/impersonation_tokens
GET DELETE /users/:id/impersonation_tokens/:token_id
GET POST /users/:id/keys
GET DELETE /users/:id/keys/:key_id
GET /users/:id/memberships
POST /users/:id/personal_access_tokens
GET /users/:id/project_deploy_keys
GET /users/:id/projects
POST /users/:id/reject since 14.3
GET /users/:id/starred_projects
GET /users/:id/status
POST /users/:id/unban since 14.3
POST /users/:id/unblock
POST /users/:id/unfollow
GET /keys
GET /keys/:id
GET /personal_access_tokens
GET DELETE /personal_access_tokens/self since 15.0
GET DELETE /personal_access_tokens/:id
POST /personal_access_tokens/:id/rotate since 16.0
GET POST /applications
DELETE /applications/:id
GET /events
GET /namespaces
GET /namespaces/:id
GET /namespaces/:id/exists
GET PUT /notification_settings
`
