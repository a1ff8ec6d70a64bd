/** The pages that `page-routes.ts` declares, known without loading them, in lines that `endpointsIn` reads. */
export const PAGE_TABLE = `
GET /-/style.css
GET /-/identicons/:name
GET /
GET /help
GET POST /users/sign_in
GET POST /users/two_factor
POST /users/sign_out
GET POST /users/confirmation
GET /users/confirmation/new
GET POST /users/sign_up
GET /-/users/terms
GET /-/users/terms/read
POST /-/users/terms/accept
POST /-/users/terms/decline
GET /profile
POST /profile/commit_address
GET POST /profile/applications
GET POST /profile/applications/:id
POST /profile/applications/:id/renew
POST /profile/applications/:id/delete
POST /profile/applications/:id/revoke
GET POST /profile/personal_access_tokens
POST /profile/personal_access_tokens/:id/revoke
GET POST /profile/keys
POST /profile/keys/:id/delete
GET POST /profile/gpg_keys
POST /profile/gpg_keys/:id/delete
GET POST /profile/emails
POST /profile/emails/:id/delete
GET POST /profile/notifications
GET POST /profile/preferences
GET /profile/active_sessions
POST /profile/active_sessions/end_others
GET POST /profile/password
GET POST /profile/two_factor_auth
POST /profile/two_factor_auth/manage
GET /admin/session/new
POST /admin/session
POST /admin/session/destroy
GET /admin/reactors
POST /admin/reactors/retry
GET /admin/application_settings
GET POST /admin/application_settings/:area
GET /-/audit
GET /-/audit/things
GET /-/audit/events/:id`
