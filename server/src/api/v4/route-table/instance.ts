/** The routes of each area of instance, as requests are matched against them. Drawn by `npm run reference`. */
export const INSTANCE = {
  'instance/appearance': `
GET PUT /application/appearance`,
  'instance/broadcast-messages': `
GET POST /broadcast_messages
GET PUT DELETE /broadcast_messages/:id`,
  'instance/features': `
GET /features
POST DELETE /features/:name`,
  'instance/deprecations': `
GET /forgefold/deprecations
GET /forgefold/releases/diff`,
  'instance/plan-limits': `
GET PUT /application/plan_limits`,
  'instance/settings': `
GET PUT /application/settings`,
  'instance/sidekiq': `
GET /sidekiq/queue_metrics
GET /sidekiq/process_metrics
GET /sidekiq/job_stats
GET /sidekiq/compound_metrics
DELETE /admin/sidekiq/queues/:queue_name`,
  'instance/version': `
GET /version
GET /metadata since 15.2`,
}
