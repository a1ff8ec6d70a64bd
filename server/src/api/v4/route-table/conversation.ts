/** The routes of each area of conversation, as requests are matched against them. Drawn by `npm run reference`. */
export const CONVERSATION = {
  'conversation/usage': `
GET /application/statistics
GET /users/:id/associations_count since 15.6
GET /user_counts`,
  'conversation/award-emoji': `
GET POST /projects/:id/merge_requests/:noteable_iid/award_emoji
GET DELETE /projects/:id/merge_requests/:noteable_iid/award_emoji/:award_id
GET POST /projects/:id/merge_requests/:noteable_iid/notes/:note_id/award_emoji
GET DELETE /projects/:id/merge_requests/:noteable_iid/notes/:note_id/award_emoji/:award_id
GET POST /projects/:id/issues/:noteable_iid/award_emoji
GET DELETE /projects/:id/issues/:noteable_iid/award_emoji/:award_id
GET POST /projects/:id/issues/:noteable_iid/notes/:note_id/award_emoji
GET DELETE /projects/:id/issues/:noteable_iid/notes/:note_id/award_emoji/:award_id`,
  'conversation/commit-comments': `
GET POST /projects/:id/repository/commits/:sha/comments`,
  'conversation/commit-comments/discussion': `
GET POST /projects/:id/repository/commits/:sha/discussions
GET /projects/:id/repository/commits/:sha/discussions/:discussion_id
GET POST /projects/:id/repository/commits/:sha/discussions/:discussion_id/notes
GET PUT DELETE /projects/:id/repository/commits/:sha/discussions/:discussion_id/notes/:note_id`,
  'conversation/events': `
GET /events
GET /users/:id/events
GET /projects/:id/events`,
  'conversation/markdown': `
POST /markdown`,
  'conversation/notes': `
GET POST /projects/:id/merge_requests/:noteable_iid/notes
PUT GET DELETE /projects/:id/merge_requests/:noteable_iid/notes/:note_id
GET POST /projects/:id/merge_requests/:noteable_iid/discussions
GET PUT /projects/:id/merge_requests/:noteable_iid/discussions/:discussion_id
POST GET /projects/:id/merge_requests/:noteable_iid/discussions/:discussion_id/notes
PUT GET DELETE /projects/:id/merge_requests/:noteable_iid/discussions/:discussion_id/notes/:note_id
GET POST /projects/:id/issues/:noteable_iid/notes
PUT GET DELETE /projects/:id/issues/:noteable_iid/notes/:note_id
GET POST /projects/:id/issues/:noteable_iid/discussions
GET /projects/:id/issues/:noteable_iid/discussions/:discussion_id
POST GET /projects/:id/issues/:noteable_iid/discussions/:discussion_id/notes
PUT GET DELETE /projects/:id/issues/:noteable_iid/discussions/:discussion_id/notes/:note_id`,
  'conversation/suggestions': `
PUT /suggestions/:id/apply
PUT /suggestions/batch_apply`,
  'conversation/draft-notes': `
GET POST /projects/:id/merge_requests/:merge_request_iid/draft_notes since 15.9
GET PUT DELETE /projects/:id/merge_requests/:merge_request_iid/draft_notes/:draft_note_id since 15.10
PUT /projects/:id/merge_requests/:merge_request_iid/draft_notes/:draft_note_id/publish since 15.10
POST /projects/:id/merge_requests/:merge_request_iid/draft_notes/bulk_publish since 15.11`,
  'conversation/search': `
GET /search
GET /groups/:id/search
GET /projects/:id/search
GET /groups/:id/-/search
GET /projects/:id/-/search`,
  'conversation/resource-events': `
GET /projects/:id/issues/:issue_iid/related_merge_requests
GET /projects/:id/issues/:eventable_iid/resource_label_events
GET /projects/:id/issues/:eventable_iid/resource_label_events/:event_id
GET /projects/:id/merge_requests/:eventable_iid/resource_label_events
GET /projects/:id/merge_requests/:eventable_iid/resource_label_events/:event_id
GET /projects/:id/issues/:eventable_iid/resource_milestone_events
GET /projects/:id/issues/:eventable_iid/resource_milestone_events/:event_id
GET /projects/:id/merge_requests/:eventable_iid/resource_milestone_events
GET /projects/:id/merge_requests/:eventable_iid/resource_milestone_events/:event_id
GET /projects/:id/issues/:eventable_iid/resource_state_events
GET /projects/:id/issues/:eventable_iid/resource_state_events/:event_id
GET /projects/:id/merge_requests/:eventable_iid/resource_state_events
GET /projects/:id/merge_requests/:eventable_iid/resource_state_events/:event_id
GET /projects/:id/issues/:eventable_iid/resource_weight_events premium
GET /projects/:id/issues/:eventable_iid/resource_weight_events/:event_id premium`,
  'conversation/todos': `
GET /todos
POST /todos/:todo_id/mark_as_done
POST /todos/mark_as_done
POST /projects/:id/issues/:issue_iid/todo
POST /projects/:id/merge_requests/:merge_request_iid/todo`,
}
