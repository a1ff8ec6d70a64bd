/** Projects: settings, members, hooks, mirrors, pages, wikis, snippets and what is kept beside the code. */
export const PROJECTS = `
GET POST /projects
GET PUT DELETE /projects/:id
POST /projects/user/:user_id
POST /projects/import
POST /projects/remote-import
POST /projects/remote-import-s3 since 14.9
GET POST /projects/:id/access_requests
DELETE /projects/:id/access_requests/:user_id
PUT /projects/:id/access_requests/:user_id/approve
GET POST /projects/:id/access_tokens
GET DELETE /projects/:id/access_tokens/:token_id
POST /projects/:id/access_tokens/:token_id/rotate since 16.0
POST /projects/:id/archive
GET /projects/:id/audit_events premium
GET /projects/:id/audit_events/:audit_event_id premium
GET POST /projects/:id/badges
GET /projects/:id/badges/render
GET PUT DELETE /projects/:id/badges/:badge_id
GET POST /projects/:id/clusters
POST /projects/:id/clusters/user
GET PUT DELETE /projects/:id/clusters/:cluster_id
GET POST /projects/:id/cluster_agents since 14.10
GET DELETE /projects/:id/cluster_agents/:agent_id since 14.10
GET POST /projects/:id/cluster_agents/:agent_id/tokens since 15.0
GET DELETE /projects/:id/cluster_agents/:agent_id/tokens/:token_id since 15.0
GET /projects/:id/custom_attributes
GET PUT DELETE /projects/:id/custom_attributes/:key
GET /projects/:id/dependencies ultimate
GET POST /projects/:id/deploy_keys
GET PUT DELETE /projects/:id/deploy_keys/:key_id
POST /projects/:id/deploy_keys/:key_id/enable
GET /deploy_keys
GET /projects/:id/dora/metrics ultimate
GET POST /projects/:id/error_tracking/client_keys
DELETE /projects/:id/error_tracking/client_keys/:key_id
GET PUT PATCH /projects/:id/error_tracking/settings
GET /projects/:id/events
GET POST /projects/:id/export
GET /projects/:id/export/download
POST /projects/:id/export_relations since 14.4
GET /projects/:id/export_relations/download since 14.4
GET /projects/:id/export_relations/status since 14.4
GET POST /projects/:id/feature_flags
GET PUT DELETE /projects/:id/feature_flags/:feature_flag_name
GET POST /projects/:id/feature_flags_user_lists
GET PUT DELETE /projects/:id/feature_flags_user_lists/:iid
POST DELETE /projects/:id/fork
POST /projects/:id/fork/:forked_from_id
GET /projects/:id/forks
GET /projects/:id/groups
GET POST /projects/:id/hooks
GET PUT DELETE /projects/:id/hooks/:hook_id
PUT DELETE /projects/:id/hooks/:hook_id/url_variables/:key since 15.2
POST /projects/:id/housekeeping
GET /projects/:id/import
POST /projects/:id/import_project_members/:project_id since 14.2
GET POST /projects/:id/invitations
PUT DELETE /projects/:id/invitations/:email
GET /projects/:id/iterations premium
GET PATCH /projects/:id/job_token_scope since 16.0
GET POST /projects/:id/job_token_scope/allowlist since 15.10
DELETE /projects/:id/job_token_scope/allowlist/:target_project_id since 15.10
GET /projects/:id/languages
GET POST /projects/:id/managed_licenses ultimate until 16.0
GET PATCH DELETE /projects/:id/managed_licenses/:managed_license_id ultimate until 16.0
GET POST /projects/:id/members
GET /projects/:id/members/all
GET /projects/:id/members/all/:user_id
GET PUT DELETE /projects/:id/members/:user_id
GET POST /projects/:id/mirror/pull premium
POST DELETE /projects/:id/metrics/user_starred_dashboards until 16.0
GET PUT /projects/:id/notification_settings
DELETE /projects/:id/pages
GET POST /projects/:id/pages/domains
GET PUT DELETE /projects/:id/pages/domains/:domain
GET POST PUT DELETE /projects/:id/push_rule premium
GET POST /projects/:id/remote_mirrors
GET PUT /projects/:id/remote_mirrors/:mirror_id
DELETE /projects/:id/remote_mirrors/:mirror_id since 14.10
POST /projects/:id/restore premium
GET /projects/:id/-/search
GET /projects/:id/search
POST /projects/:id/share
DELETE /projects/:id/share/:group_id
GET /projects/:id/snapshot
GET POST /projects/:id/snippets
GET PUT DELETE /projects/:id/snippets/:snippet_id
GET POST /projects/:id/snippets/:snippet_id/award_emoji
GET DELETE /projects/:id/snippets/:snippet_id/award_emoji/:award_id
GET POST /projects/:id/snippets/:snippet_id/discussions
GET /projects/:id/snippets/:snippet_id/discussions/:discussion_id
POST /projects/:id/snippets/:snippet_id/discussions/:discussion_id/notes
PUT DELETE /projects/:id/snippets/:snippet_id/discussions/:discussion_id/notes/:note_id
GET /projects/:id/snippets/:snippet_id/files/:ref/:file_path/raw
GET POST /projects/:id/snippets/:snippet_id/notes
GET PUT DELETE /projects/:id/snippets/:snippet_id/notes/:note_id
GET POST /projects/:id/snippets/:snippet_id/notes/:note_id/award_emoji
GET DELETE /projects/:id/snippets/:snippet_id/notes/:note_id/award_emoji/:award_id
GET /projects/:id/snippets/:snippet_id/raw
GET /projects/:id/snippets/:snippet_id/user_agent_detail
POST /projects/:id/star
GET /projects/:id/starrers
GET /projects/:id/statistics
GET /projects/:id/storage
GET /projects/:id/templates/:type
GET /projects/:id/templates/:type/:key
PUT /projects/:id/transfer
GET /projects/:id/transfer_locations since 15.5
POST /projects/:id/unarchive
POST /projects/:id/unstar
POST /projects/:id/uploads
GET /projects/:id/users
GET /projects/:id/vulnerability_findings ultimate
GET POST /projects/:id/vulnerabilities ultimate
GET /vulnerabilities/:id ultimate
POST /vulnerabilities/:id/confirm ultimate
POST /vulnerabilities/:id/dismiss ultimate
POST /vulnerabilities/:id/resolve ultimate
POST /vulnerabilities/:id/revert ultimate
GET POST DELETE /vulnerabilities/:id/issue_links ultimate
POST /security/projects/:id/vulnerability_exports ultimate
POST /security/groups/:id/vulnerability_exports ultimate
POST /security/vulnerability_exports ultimate
GET /security/vulnerability_exports/:id ultimate
GET /security/vulnerability_exports/:id/download ultimate
GET POST /projects/:id/wikis
POST /projects/:id/wikis/attachments
GET PUT DELETE /projects/:id/wikis/:slug
GET POST /projects/:id/repository_storage_moves
GET /projects/:id/repository_storage_moves/:repository_storage_move_id
GET POST /project_repository_storage_moves
GET /project_repository_storage_moves/:repository_storage_move_id
GET POST /project_aliases premium
GET DELETE /project_aliases/:name premium
GET POST /snippets
GET /snippets/public
GET /snippets/all since 16.3
GET PUT DELETE /snippets/:id
GET /snippets/:id/raw
GET /snippets/:id/files/:ref/:file_path/raw
GET /snippets/:id/user_agent_detail
GET POST /snippets/:snippet_id/repository_storage_moves
GET /snippets/:snippet_id/repository_storage_moves/:repository_storage_move_id
GET POST /snippet_repository_storage_moves
GET /snippet_repository_storage_moves/:repository_storage_move_id
GET POST /topics since 14.5
GET PUT DELETE /topics/:id since 14.5
POST /topics/merge since 15.4
`
