/** The routes of each area of review, as requests are matched against them. Drawn by `npm run reference`. */
export const REVIEW = {
  'review/member-removal': `
DELETE /groups/:id/members/:user_id
DELETE /projects/:id/members/:user_id`,
  'review/merge-requests': `
GET POST /projects/:id/approvals premium
GET /projects/:id/merge_requests/:merge_request_iid/approvals
POST /projects/:id/merge_requests/:merge_request_iid/approvals premium until 16.0
POST /projects/:id/merge_requests/:merge_request_iid/approve
POST /projects/:id/merge_requests/:merge_request_iid/unapprove
PUT /projects/:id/merge_requests/:merge_request_iid/reset_approvals premium since 15.4
GET POST /projects/:id/approval_rules premium
GET PUT DELETE /projects/:id/approval_rules/:approval_rule_id premium
GET /projects/:id/merge_requests/:merge_request_iid/approval_state premium
GET POST /projects/:id/merge_requests/:merge_request_iid/approval_rules premium
GET PUT DELETE /projects/:id/merge_requests/:merge_request_iid/approval_rules/:approval_rule_id premium
GET /projects/:id/issues/:issue_iid/closed_by
GET /projects/:id/repository/commits/:sha/merge_requests
GET /projects/:id/merge_requests/:merge_request_iid/changes
GET /projects/:id/merge_requests/:merge_request_iid/diffs since 15.7
GET /projects/:id/merge_requests/:merge_request_iid/versions/:version_id
GET /projects/:id/merge_requests/:merge_request_iid/versions
POST /projects/:id/merge_requests/:merge_request_iid/time_estimate
POST /projects/:id/merge_requests/:merge_request_iid/reset_time_estimate
POST /projects/:id/merge_requests/:merge_request_iid/add_spent_time
POST /projects/:id/merge_requests/:merge_request_iid/reset_spent_time
POST /projects/:id/merge_requests/:merge_request_iid/subscribe
POST /projects/:id/merge_requests/:merge_request_iid/unsubscribe
GET /merge_requests
GET POST /projects/:id/merge_requests
GET /groups/:id/merge_requests
GET /projects/:id/deployments/:deployment_id/merge_requests
POST /projects/:id/merge_requests/:merge_request_iid/cancel_merge_when_pipeline_succeeds
PUT /projects/:id/merge_requests/:merge_request_iid/merge
PUT /projects/:id/merge_requests/:merge_request_iid/rebase
POST GET /projects/:id/merge_requests/:merge_request_iid/pipelines
GET /projects/:id/milestones/:milestone_id/merge_requests
GET /groups/:id/milestones/:milestone_id/merge_requests
GET /projects/:id/merge_requests/:merge_request_iid/closes_issues
GET /projects/:id/merge_requests/:merge_request_iid/commits
GET /projects/:id/merge_requests/:merge_request_iid/merge_ref
GET /projects/:id/merge_requests/:merge_request_iid/participants
GET /projects/:id/merge_requests/:merge_request_iid/reviewers
GET DELETE PUT /projects/:id/merge_requests/:merge_request_iid
GET /projects/:id/merge_requests/:merge_request_iid/time_stats`,
  'review/external-status-checks': `
GET POST /projects/:id/external_status_checks ultimate
PUT DELETE /projects/:id/external_status_checks/:check_id ultimate
GET /projects/:id/merge_requests/:merge_request_iid/status_checks ultimate
POST /projects/:id/merge_requests/:merge_request_iid/status_check_responses ultimate`,
  'review/changelog': `
GET POST /projects/:id/repository/changelog`,
}
