/** The routes of each area of webhooks, as requests are matched against them. Drawn by `npm run reference`. */
export const WEBHOOKS = {
  'webhooks/status-checks': `
POST /projects/:id/merge_requests/:merge_request_iid/status_checks/:external_status_check_id/retry ultimate since 15.7`,
  'webhooks/hooks': `
GET POST /projects/:id/hooks
GET PUT DELETE /projects/:id/hooks/:hook_id
PUT DELETE /projects/:id/hooks/:hook_id/url_variables/:key
GET /projects/:id/hooks/:hook_id/events
POST /projects/:id/hooks/:hook_id/events/:hook_event_id/resend
POST /projects/:id/hooks/:hook_id/test/:trigger
POST /projects/:id/hooks/:hook_id/replay
GET POST /groups/:id/hooks premium
GET PUT DELETE /groups/:id/hooks/:hook_id premium
PUT DELETE /groups/:id/hooks/:hook_id/url_variables/:key premium
GET /groups/:id/hooks/:hook_id/events premium
POST /groups/:id/hooks/:hook_id/events/:hook_event_id/resend premium
POST /groups/:id/hooks/:hook_id/test/:trigger premium
POST /groups/:id/hooks/:hook_id/replay premium
GET POST /hooks
GET PUT DELETE POST /hooks/:hook_id
PUT DELETE /hooks/:hook_id/url_variables/:key
GET /hooks/:hook_id/events
POST /hooks/:hook_id/events/:hook_event_id/resend
POST /hooks/:hook_id/test/:trigger
POST /hooks/:hook_id/replay`,
}
