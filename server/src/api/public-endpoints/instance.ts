/** The instance: appearance, licence, administration, search and imports. */
export const INSTANCE = `
GET PUT /application/appearance
GET PUT /application/plan_limits
GET /application/statistics
GET /audit_events premium
GET /audit_events/:id premium
GET /admin/batched_background_migrations since 15.5
GET /admin/batched_background_migrations/:id since 15.5
PUT /admin/batched_background_migrations/:id/pause since 15.6
PUT /admin/batched_background_migrations/:id/resume since 15.6
GET POST /admin/ci/variables
GET PUT DELETE /admin/ci/variables/:key
GET POST /admin/clusters
POST /admin/clusters/add
GET PUT DELETE /admin/clusters/:cluster_id
POST /admin/migrations/:timestamp/mark since 15.2
GET /admin/search/migrations premium
GET /admin/search/migrations/:version_or_name premium
DELETE /admin/sidekiq/queues/:queue_name
GET /analytics/group_activity/issues_count premium
GET /analytics/group_activity/merge_requests_count premium
GET /analytics/group_activity/new_members_count premium
GET /avatar
GET POST /broadcast_messages
GET PUT DELETE /broadcast_messages/:id
GET POST /bulk_imports
GET /bulk_imports/entities
GET /bulk_imports/:import_id
GET /bulk_imports/:import_id/entities
GET /bulk_imports/:import_id/entities/:entity_id
POST /ci/lint until 16.0
GET POST /elasticsearch_indexed_namespaces premium
GET /features
GET /features/definitions
POST DELETE /features/:name
GET POST /geo_nodes premium
GET /geo_nodes/status premium
GET /geo_nodes/current/failures premium
GET PUT DELETE /geo_nodes/:id premium
GET /geo_nodes/:id/status premium
POST /geo_nodes/:id/repair premium
GET POST /geo_sites premium since 15.6
GET /geo_sites/status premium since 15.6
GET /geo_sites/current/failures premium since 15.6
GET PUT DELETE /geo_sites/:id premium since 15.6
GET /geo_sites/:id/status premium since 15.6
POST /geo_sites/:id/repair premium since 15.6
GET POST /hooks
GET POST PUT DELETE /hooks/:hook_id
PUT DELETE /hooks/:hook_id/url_variables/:key since 15.2
POST /import/bitbucket_server
POST /import/github
POST /import/github/cancel since 15.5
POST /import/github/gists since 15.8
GET POST /license premium
GET DELETE /license/:id premium
PUT /license/:id/refresh_billable_users premium
GET /licenses premium
POST /markdown
GET /metadata since 15.2
GET /pages/domains
GET /search
GET /sidekiq/queue_metrics
GET /sidekiq/process_metrics
GET /sidekiq/job_stats
GET /sidekiq/compound_metrics
PUT /suggestions/:id/apply
PUT /suggestions/batch_apply
GET /templates/dockerfiles
GET /templates/dockerfiles/:key
GET /templates/gitignores
GET /templates/gitignores/:key
GET /templates/gitlab_ci_ymls
GET /templates/gitlab_ci_ymls/:key
GET /templates/licenses
GET /templates/licenses/:key
GET /usage_data/service_ping since 15.1
GET /usage_data/metric_definitions
GET /usage_data/queries
GET /usage_data/non_sql_metrics
GET /version
`
