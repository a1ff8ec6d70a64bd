/** Issues, their boards, links and alerts. */
export const PLANNING = `
GET /issues
GET /issues/:id
GET /issues_statistics
GET POST /projects/:id/boards
GET PUT DELETE /projects/:id/boards/:board_id
GET POST /projects/:id/boards/:board_id/lists
GET PUT DELETE /projects/:id/boards/:board_id/lists/:list_id
GET POST /projects/:id/issues
GET PUT DELETE /projects/:id/issues/:issue_iid
POST /projects/:id/issues/:issue_iid/clone
GET /projects/:id/issues/:issue_iid/closed_by
GET POST /projects/:id/issues/:issue_iid/links
GET DELETE /projects/:id/issues/:issue_iid/links/:issue_link_id
GET POST /projects/:id/issues/:issue_iid/metric_images premium
PUT DELETE /projects/:id/issues/:issue_iid/metric_images/:image_id premium
POST /projects/:id/issues/:issue_iid/move
GET /projects/:id/issues/:issue_iid/participants
GET /projects/:id/issues/:issue_iid/related_merge_requests
PUT /projects/:id/issues/:issue_iid/reorder
GET /projects/:id/issues/:issue_iid/resource_iteration_events premium
GET /projects/:id/issues/:issue_iid/resource_iteration_events/:event_id premium
GET /projects/:id/issues/:issue_iid/resource_weight_events premium
GET /projects/:id/issues/:issue_iid/resource_weight_events/:event_id premium
GET /projects/:id/issues/:issue_iid/user_agent_detail
GET /projects/:id/issues_statistics
GET POST /projects/:id/alert_management_alerts/:alert_iid/metric_images since 15.0
PUT DELETE /projects/:id/alert_management_alerts/:alert_iid/metric_images/:image_id since 15.0
GET POST /projects/:id/labels
GET PUT DELETE /projects/:id/labels/:label_id
PUT /projects/:id/labels/:label_id/promote
POST /projects/:id/labels/:label_id/subscribe
POST /projects/:id/labels/:label_id/unsubscribe
GET POST /projects/:id/milestones
GET PUT DELETE /projects/:id/milestones/:milestone_id
GET /projects/:id/milestones/:milestone_id/issues
GET /projects/:id/milestones/:milestone_id/merge_requests
POST /projects/:id/milestones/:milestone_id/promote
GET /projects/:id/milestones/:milestone_id/burndown_events premium
GET /todos
POST /todos/mark_as_done
POST /todos/:id/mark_as_done
`
