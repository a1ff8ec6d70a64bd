/** The routes of each area of planning, as requests are matched against them. Drawn by `npm run reference`. */
export const PLANNING = {
  'planning/issues': `
POST /projects/:id/issues/:issue_iid/subscribe
POST /projects/:id/issues/:issue_iid/unsubscribe
POST /projects/:id/issues/:issue_iid/time_estimate
POST /projects/:id/issues/:issue_iid/reset_time_estimate
POST /projects/:id/issues/:issue_iid/add_spent_time
POST /projects/:id/issues/:issue_iid/reset_spent_time
GET /projects/:id/issues/:issue_iid/time_stats
GET /issues
GET POST /projects/:id/issues
GET /groups/:id/issues
GET /issues_statistics
GET /projects/:id/issues_statistics
GET /groups/:id/issues_statistics
GET PUT DELETE /projects/:id/issues/:issue_iid
GET /issues/:id
GET /projects/:id/issues/:issue_iid/participants
GET /projects/:id/issues/:issue_iid/user_agent_detail
POST /projects/:id/issues/:issue_iid/move
POST /projects/:id/issues/:issue_iid/clone
PUT /projects/:id/issues/:issue_iid/reorder`,
  'planning/labels': `
GET POST PUT DELETE /projects/:id/labels
GET PUT DELETE /projects/:id/labels/:name
POST /projects/:id/labels/:name/subscribe
POST /projects/:id/labels/:name/unsubscribe
PUT /projects/:id/labels/:name/promote
GET POST PUT DELETE /groups/:id/labels
GET PUT DELETE /groups/:id/labels/:name
POST /groups/:id/labels/:name/subscribe
POST /groups/:id/labels/:name/unsubscribe`,
  'planning/milestones': `
GET POST /projects/:id/milestones
GET PUT DELETE /projects/:id/milestones/:milestone_id
GET /projects/:id/milestones/:milestone_id/issues
POST /projects/:id/milestones/:milestone_id/promote
GET POST /groups/:id/milestones
GET PUT DELETE /groups/:id/milestones/:milestone_id
GET /groups/:id/milestones/:milestone_id/issues`,
  'planning/issue-links': `
GET POST /projects/:id/issues/:issue_iid/links
GET DELETE /projects/:id/issues/:issue_iid/links/:issue_link_id`,
}
