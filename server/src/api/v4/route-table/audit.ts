/** The routes of each area of audit, as requests are matched against them. Drawn by `npm run reference`. */
export const AUDIT = {
  'audit/audit-event': `
GET /audit_events premium
GET /audit_events/:id premium
GET /groups/:id/audit_events premium
GET /groups/:id/audit_events/:audit_event_id premium
GET /projects/:id/audit_events premium
GET /projects/:id/audit_events/:audit_event_id premium`,
  'audit/history': `
GET /forgefold/history
GET /forgefold/history/:event_id/explanation
GET /forgefold/blame
GET /forgefold/documents
GET /forgefold/differences
GET /forgefold/differences/all
GET /forgefold/what_if`,
  'audit/blame': `
GET /*document/blame`,
}
