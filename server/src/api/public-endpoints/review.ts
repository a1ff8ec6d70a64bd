/** Merge requests, their approvals, drafts and checks. */
export const REVIEW = `
GET /merge_requests
GET POST /projects/:id/merge_requests
GET PUT DELETE /projects/:id/merge_requests/:merge_request_iid
GET POST DELETE /projects/:id/merge_requests/:merge_request_iid/context_commits
GET POST /projects/:id/merge_requests/:merge_request_iid/draft_notes since 15.9
GET PUT DELETE /projects/:id/merge_requests/:merge_request_iid/draft_notes/:draft_note_id since 15.10
PUT /projects/:id/merge_requests/:merge_request_iid/draft_notes/:draft_note_id/publish since 15.10
POST /projects/:id/merge_requests/:merge_request_iid/draft_notes/bulk_publish since 15.11
GET /projects/:id/merge_requests/:merge_request_iid/merge_ref
GET /projects/:id/merge_requests/:merge_request_iid/status_checks ultimate
POST /projects/:id/merge_requests/:merge_request_iid/status_check_responses ultimate
POST /projects/:id/merge_requests/:merge_request_iid/status_checks/:external_status_check_id/retry ultimate since 15.7
GET PUT /projects/:id/merge_request_approval_setting premium since 14.5
GET POST /projects/:id/external_status_checks ultimate
PUT DELETE /projects/:id/external_status_checks/:check_id ultimate
GET /projects/:id/merge_requests/:merge_request_iid/award_emoji
`
