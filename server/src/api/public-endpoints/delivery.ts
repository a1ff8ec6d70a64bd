/** Pipelines, jobs, runners, schedules, environments, deployments, releases and infrastructure. */
export const DELIVERY = `
GET POST /projects/:id/ci/lint
GET POST /projects/:id/deployments
GET PUT DELETE /projects/:id/deployments/:deployment_id
GET POST /projects/:id/environments
POST /projects/:id/environments/stop_stale since 15.7
DELETE /projects/:id/environments/review_apps
GET PUT DELETE /projects/:id/environments/:environment_id
POST /projects/:id/environments/:environment_id/stop
POST /environments/:id/metrics_dashboard/annotations until 16.0
POST /clusters/:id/metrics_dashboard/annotations until 16.0
GET POST /projects/:id/freeze_periods
GET PUT DELETE /projects/:id/freeze_periods/:freeze_period_id
DELETE /projects/:id/artifacts since 14.10
GET /job
GET /job/allowed_agents
GET /projects/:id/jobs
GET /projects/:id/jobs/:job_id
GET DELETE /projects/:id/jobs/:job_id/artifacts
GET /projects/:id/jobs/:job_id/artifacts/*artifact_path
POST /projects/:id/jobs/:job_id/artifacts/keep
GET /projects/:id/jobs/artifacts/:ref_name/download
GET /projects/:id/jobs/artifacts/:ref_name/raw/*artifact_path
POST /projects/:id/jobs/:job_id/cancel
POST /projects/:id/jobs/:job_id/erase
POST /projects/:id/jobs/:job_id/play
POST /projects/:id/jobs/:job_id/retry
GET /projects/:id/jobs/:job_id/trace
POST /projects/:id/pipeline
GET POST /projects/:id/pipeline_schedules
GET PUT DELETE /projects/:id/pipeline_schedules/:pipeline_schedule_id
GET /projects/:id/pipeline_schedules/:pipeline_schedule_id/pipelines
POST /projects/:id/pipeline_schedules/:pipeline_schedule_id/play
POST /projects/:id/pipeline_schedules/:pipeline_schedule_id/take_ownership
POST /projects/:id/pipeline_schedules/:pipeline_schedule_id/variables
PUT DELETE /projects/:id/pipeline_schedules/:pipeline_schedule_id/variables/:key
GET /projects/:id/pipelines
GET /projects/:id/pipelines/latest
GET DELETE /projects/:id/pipelines/:pipeline_id
GET /projects/:id/pipelines/:pipeline_id/bridges
POST /projects/:id/pipelines/:pipeline_id/cancel
GET /projects/:id/pipelines/:pipeline_id/jobs
POST /projects/:id/pipelines/:pipeline_id/retry
GET /projects/:id/pipelines/:pipeline_id/test_report
GET /projects/:id/pipelines/:pipeline_id/test_report_summary since 14.2
GET /projects/:id/pipelines/:pipeline_id/variables
GET POST /projects/:id/releases
GET PUT DELETE /projects/:id/releases/:tag_name
POST /projects/:id/releases/:tag_name/evidence premium
GET /projects/:id/releases/:tag_name/downloads/*filepath since 15.4
GET /projects/:id/releases/permalink/latest since 15.4
GET POST /projects/:id/releases/:tag_name/assets/links
GET PUT DELETE /projects/:id/releases/:tag_name/assets/links/:link_id
GET /projects/:id/resource_groups since 14.10
GET PUT /projects/:id/resource_groups/:key
GET /projects/:id/resource_groups/:key/upcoming_jobs since 14.10
POST /projects/:id/ref/:ref/trigger/pipeline
GET POST /projects/:id/triggers
GET PUT DELETE /projects/:id/triggers/:trigger_id
POST /projects/:id/trigger/pipeline
GET POST /projects/:id/secure_files since 14.8
GET DELETE /projects/:id/secure_files/:secure_file_id since 14.8
GET /projects/:id/secure_files/:secure_file_id/download since 14.8
GET POST DELETE /projects/:id/terraform/state/:name
POST DELETE /projects/:id/terraform/state/:name/lock
GET DELETE /projects/:id/terraform/state/:name/versions/:serial
GET POST /projects/:id/variables
GET PUT DELETE /projects/:id/variables/:key
GET /projects/:id/merge_trains premium
GET /projects/:id/merge_trains/:target_branch premium since 15.11
GET POST /projects/:id/merge_trains/merge_requests/:merge_request_iid premium since 15.11
GET POST DELETE /runners
GET /runners/all
POST /runners/verify
POST /runners/reset_registration_token since 14.3
POST /runners/reset_authentication_token since 14.10
GET PUT DELETE /runners/:id
GET /runners/:id/jobs
POST /runners/:id/reset_authentication_token since 14.4
GET POST /projects/:id/runners
DELETE /projects/:id/runners/:runner_id
POST /projects/:id/runners/reset_registration_token since 14.3
GET /discover-cert-based-clusters since 14.10
`
