/** Groups: their members, boards, epics, hooks, packages and sign-in. */
export const GROUPS = `
GET POST /groups
GET PUT DELETE /groups/:id
GET POST /groups/:id/access_requests
DELETE /groups/:id/access_requests/:user_id
PUT /groups/:id/access_requests/:user_id/approve
GET POST /groups/:id/access_tokens since 14.7
GET DELETE /groups/:id/access_tokens/:token_id since 14.7
POST /groups/:id/access_tokens/:token_id/rotate since 16.0
GET /groups/:id/audit_events premium
GET /groups/:id/audit_events/:audit_event_id premium
GET /groups/:id/avatar since 14.0
GET POST /groups/:id/badges
GET /groups/:id/badges/render
GET PUT DELETE /groups/:id/badges/:badge_id
GET /groups/:id/billable_members premium
DELETE /groups/:id/billable_members/:user_id premium
GET /groups/:id/billable_members/:user_id/memberships premium
GET POST /groups/:id/boards
GET PUT DELETE /groups/:id/boards/:board_id
GET POST /groups/:id/boards/:board_id/lists
GET PUT DELETE /groups/:id/boards/:board_id/lists/:list_id
GET POST /groups/:id/clusters
POST /groups/:id/clusters/user
GET PUT DELETE /groups/:id/clusters/:cluster_id
GET /groups/:id/custom_attributes
GET PUT DELETE /groups/:id/custom_attributes/:key
DELETE /groups/:id/dependency_proxy/cache
GET /groups/:id/descendant_groups
GET /groups/:id/dora/metrics ultimate
GET POST /groups/:id/epics premium
GET PUT DELETE /groups/:id/epics/:epic_iid premium
GET POST /groups/:id/epics/:epic_iid/award_emoji premium
GET DELETE /groups/:id/epics/:epic_iid/award_emoji/:award_id premium
GET POST /groups/:id/epics/:epic_iid/discussions premium
GET /groups/:id/epics/:epic_iid/discussions/:discussion_id premium
POST /groups/:id/epics/:epic_iid/discussions/:discussion_id/notes premium
PUT DELETE /groups/:id/epics/:epic_iid/discussions/:discussion_id/notes/:note_id premium
GET POST /groups/:id/epics/:epic_iid/epics premium
POST PUT DELETE /groups/:id/epics/:epic_iid/epics/:child_epic_id premium
GET /groups/:id/epics/:epic_iid/issues premium
POST PUT DELETE /groups/:id/epics/:epic_iid/issues/:issue_id premium
GET POST /groups/:id/epics/:epic_iid/notes premium
GET PUT DELETE /groups/:id/epics/:epic_iid/notes/:note_id premium
GET POST /groups/:id/epics/:epic_iid/related_epics ultimate since 14.9
DELETE /groups/:id/epics/:epic_iid/related_epics/:related_epic_link_id ultimate since 14.9
GET /groups/:id/epics/:epic_iid/resource_label_events premium
GET /groups/:id/epics/:epic_iid/resource_label_events/:event_id premium
GET /groups/:id/epics/:epic_iid/resource_state_events premium since 15.4
GET /groups/:id/epics/:epic_iid/resource_state_events/:event_id premium since 15.4
POST /groups/:id/epics/:epic_iid/todo premium
GET /groups/:id/epic_boards premium since 15.9
GET /groups/:id/epic_boards/:board_id premium since 15.9
GET /groups/:id/epic_boards/:board_id/lists premium since 15.9
GET /groups/:id/epic_boards/:board_id/lists/:list_id premium since 15.9
POST /groups/:id/export
GET /groups/:id/export/download
GET POST /groups/:id/export_relations
GET /groups/:id/export_relations/download
GET /groups/:id/export_relations/status
GET POST /groups/:id/hooks premium
GET PUT DELETE /groups/:id/hooks/:hook_id premium
POST /groups/import
GET POST /groups/:id/invitations
PUT DELETE /groups/:id/invitations/:email
GET /groups/:id/issues
GET /groups/:id/issues_statistics
GET /groups/:id/iterations premium
GET POST /groups/:id/labels
GET PUT DELETE /groups/:id/labels/:label_id
POST /groups/:id/labels/:label_id/subscribe
POST /groups/:id/labels/:label_id/unsubscribe
GET POST DELETE /groups/:id/ldap_group_links premium
DELETE /groups/:id/ldap_group_links/:cn premium
DELETE /groups/:id/ldap_group_links/:provider/:cn premium
POST /groups/:id/ldap_sync premium
GET POST /groups/:id/member_roles ultimate since 15.4
DELETE /groups/:id/member_roles/:member_role_id ultimate since 15.4
GET POST /groups/:id/members
GET /groups/:id/members/all
GET /groups/:id/members/all/:user_id
GET PUT DELETE /groups/:id/members/:user_id
PUT /groups/:id/members/:member_id/approve premium
POST /groups/:id/members/approve_all premium
POST DELETE /groups/:id/members/:user_id/override premium
GET PUT /groups/:id/merge_request_approval_setting premium since 14.5
GET /groups/:id/merge_requests
GET POST /groups/:id/milestones
GET PUT DELETE /groups/:id/milestones/:milestone_id
GET /groups/:id/milestones/:milestone_id/burndown_events premium
GET /groups/:id/milestones/:milestone_id/issues
GET /groups/:id/milestones/:milestone_id/merge_requests
GET PUT /groups/:id/notification_settings
GET /groups/:id/packages
GET /groups/:id/pending_members premium
GET /groups/:id/projects
POST /groups/:id/projects/:project_id
GET /groups/:id/projects/shared
GET POST /groups/:id/protected_environments premium
GET PUT DELETE /groups/:id/protected_environments/:name premium
GET /groups/:id/provisioned_users premium
GET POST PUT DELETE /groups/:id/push_rule premium
GET /groups/:id/registry/repositories
GET /groups/:id/releases since 15.5
GET POST /groups/:id/repository_storage_moves
GET /groups/:id/repository_storage_moves/:repository_storage_move_id
POST /groups/:id/restore
GET /groups/:id/runners
POST /groups/:id/runners/reset_registration_token since 14.3
GET POST /groups/:id/saml_group_links premium since 15.3
GET DELETE /groups/:id/saml_group_links/:saml_group_name premium since 15.3
GET /groups/:id/saml/identities premium since 15.5
PATCH /groups/:id/saml/:uid premium since 15.5
GET /groups/:id/scim/identities premium since 15.5
PATCH /groups/:id/scim/:uid premium since 15.5
GET /groups/:id/-/search
GET /groups/:id/search
POST /groups/:id/share
DELETE /groups/:id/share/:group_id
GET /groups/:id/subgroups
POST /groups/:id/transfer since 14.6
GET /groups/:id/transfer_locations since 15.4
GET POST /groups/:id/variables
GET PUT DELETE /groups/:id/variables/:key
GET POST /groups/:id/wikis premium
POST /groups/:id/wikis/attachments premium
GET PUT DELETE /groups/:id/wikis/:slug premium
POST /group_repository_storage_moves
GET /group_repository_storage_moves
GET /group_repository_storage_moves/:repository_storage_move_id
`
