/** The routes of each area of delivery, as requests are matched against them. Drawn by `npm run reference`. */
export const DELIVERY = {
  'delivery/pipeline-schedules': `
GET POST /projects/:id/pipeline_schedules
GET PUT DELETE /projects/:id/pipeline_schedules/:pipeline_schedule_id
GET /projects/:id/pipeline_schedules/:pipeline_schedule_id/pipelines
POST /projects/:id/pipeline_schedules/:pipeline_schedule_id/take_ownership
POST /projects/:id/pipeline_schedules/:pipeline_schedule_id/play
POST /projects/:id/pipeline_schedules/:pipeline_schedule_id/variables
PUT DELETE /projects/:id/pipeline_schedules/:pipeline_schedule_id/variables/:key`,
  'delivery/ci-lint': `
POST /ci/lint until 16.0
GET POST /projects/:id/ci/lint`,
  'delivery/ci-variables': `
GET POST /projects/:id/variables
GET PUT DELETE /projects/:id/variables/:key
GET POST /groups/:id/variables
GET PUT DELETE /groups/:id/variables/:key
GET POST /admin/ci/variables
GET PUT DELETE /admin/ci/variables/:key`,
  'delivery/commit-statuses': `
GET /projects/:id/repository/commits/:sha/statuses
POST /projects/:id/statuses/:sha`,
  'delivery/deployments': `
GET POST /projects/:id/deployments
GET PUT /projects/:id/deployments/:deployment_id
DELETE /projects/:id/deployments/:deployment_id since 15.3
POST /projects/:id/deployments/:deployment_id/approval premium since 14.8`,
  'delivery/environments': `
GET POST /projects/:id/environments
GET PUT DELETE /projects/:id/environments/:environment_id
POST /projects/:id/environments/:environment_id/stop
POST /projects/:id/environments/stop_stale since 15.7
DELETE /projects/:id/environments/review_apps`,
  'delivery/jobs': `
GET /projects/:id/jobs
GET /projects/:id/pipelines/:pipeline_id/jobs
GET /projects/:id/pipelines/:pipeline_id/bridges
GET PUT /projects/:id/jobs/:job_id
POST /projects/:id/jobs/:job_id/play
POST /projects/:id/jobs/:job_id/cancel
POST /projects/:id/jobs/:job_id/retry
GET /job
GET /projects/:id/jobs/:job_id/trace
POST /projects/:id/jobs/:job_id/erase
GET /projects/:id/jobs/artifacts/:ref_name/download
GET /projects/:id/jobs/artifacts/:ref_name/raw/*artifact_path
GET DELETE /projects/:id/jobs/:job_id/artifacts
GET /projects/:id/jobs/:job_id/artifacts/*artifact_path
POST /projects/:id/jobs/:job_id/artifacts/keep
DELETE /projects/:id/artifacts since 14.10`,
  'delivery/feature-flags': `
GET POST /projects/:id/feature_flags
GET PUT DELETE /projects/:id/feature_flags/:feature_flag_name`,
  'delivery/feature-flags/user-list': `
GET POST /projects/:id/feature_flags_user_lists
GET PUT DELETE /projects/:id/feature_flags_user_lists/:iid`,
  'delivery/freeze-periods': `
GET POST /projects/:id/freeze_periods
GET PUT DELETE /projects/:id/freeze_periods/:freeze_period_id`,
  'delivery/pipelines': `
GET /projects/:id/pipelines
GET /projects/:id/pipelines/latest
GET DELETE /projects/:id/pipelines/:pipeline_id
POST /projects/:id/pipeline
POST /projects/:id/pipelines/:pipeline_id/cancel
POST /projects/:id/pipelines/:pipeline_id/retry
GET /projects/:id/pipelines/:pipeline_id/variables
GET /projects/:id/pipelines/:pipeline_id/test_report
GET /projects/:id/pipelines/:pipeline_id/test_report_summary`,
  'delivery/pipeline-triggers': `
GET POST /projects/:id/triggers
GET PUT DELETE /projects/:id/triggers/:trigger_id
POST /projects/:id/trigger/pipeline
POST /projects/:id/ref/:ref/trigger/pipeline`,
  'delivery/protected-environments': `
GET POST /projects/:id/protected_environments premium
GET DELETE /projects/:id/protected_environments/:name premium
PUT /projects/:id/protected_environments/:name premium since 15.4
GET POST /groups/:id/protected_environments premium
GET DELETE /groups/:id/protected_environments/:name premium
PUT /groups/:id/protected_environments/:name premium since 15.4`,
  'delivery/releases': `
GET POST /projects/:id/releases
GET /projects/:id/releases/permalink/latest
GET /projects/:id/releases/permalink/latest/*suffix_path
GET PUT DELETE /projects/:id/releases/:tag_name
GET /projects/:id/releases/:tag_name/downloads/*filepath since 15.4
POST /projects/:id/releases/:tag_name/evidence premium
GET POST /projects/:id/releases/:tag_name/assets/links
GET PUT DELETE /projects/:id/releases/:tag_name/assets/links/:link_id
GET /groups/:id/releases since 14.10`,
  'delivery/resource-groups': `
GET /projects/:id/resource_groups since 14.10
GET PUT /projects/:id/resource_groups/:key
GET /projects/:id/resource_groups/:key/upcoming_jobs since 14.10`,
  'delivery/runners': `
POST /jobs/request
PUT /jobs/:id
PATCH /jobs/:id/trace
POST GET /jobs/:id/artifacts
GET POST DELETE /runners
GET /runners/all
GET POST /projects/:id/runners
GET /groups/:id/runners
POST /user/runners since 15.11
POST /runners/verify
POST /runners/reset_authentication_token since 14.10
POST /runners/:id/reset_authentication_token since 14.4
POST /runners/reset_registration_token since 14.3
POST /groups/:id/runners/reset_registration_token since 14.3
POST /projects/:id/runners/reset_registration_token since 14.3
GET PUT DELETE /runners/:id
GET /runners/:id/jobs
DELETE /projects/:id/runners/:runner_id`,
}
