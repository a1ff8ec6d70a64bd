/** The routes of each area of projects, as requests are matched against them. Drawn by `npm run reference`. */
export const PROJECTS = {
  'projects/shares': `
GET /projects/:id/transfer_locations since 15.5
GET /groups/:id/transfer_locations since 15.4
POST /projects/:id/share
POST /groups/:id/share
DELETE /projects/:id/share/:group_id
DELETE /groups/:id/share/:group_id
GET /projects/:id/groups`,
  'projects/access-tokens': `
GET POST /projects/:id/access_tokens
GET DELETE /projects/:id/access_tokens/:token_id
POST /projects/:id/access_tokens/:token_id/rotate since 16.0
GET POST /groups/:id/access_tokens since 14.7
GET DELETE /groups/:id/access_tokens/:token_id since 14.7
POST /groups/:id/access_tokens/:token_id/rotate since 16.0`,
  'projects/custom-attributes': `
GET /users/:id/custom_attributes
GET PUT DELETE /users/:id/custom_attributes/:key
GET /groups/:id/custom_attributes
GET PUT DELETE /groups/:id/custom_attributes/:key
GET /projects/:id/custom_attributes
GET PUT DELETE /projects/:id/custom_attributes/:key`,
  'projects/notification-settings': `
GET PUT /notification_settings
GET PUT /groups/:id/notification_settings
GET PUT /projects/:id/notification_settings`,
  'projects/deploy-keys': `
GET /keys
GET /keys/:id
GET /users/:id/project_deploy_keys
GET /deploy_keys
GET POST /projects/:id/deploy_keys
GET PUT DELETE /projects/:id/deploy_keys/:key_id
POST /projects/:id/deploy_keys/:key_id/enable`,
  'projects/deploy-tokens': `
GET /deploy_tokens
GET POST /projects/:id/deploy_tokens
GET DELETE /projects/:id/deploy_tokens/:token_id
GET POST /groups/:id/deploy_tokens
GET DELETE /groups/:id/deploy_tokens/:token_id`,
  'projects/integrations': `
GET DELETE PUT /projects/:id/integrations/:slug since 14.4 wide /projects/:id/integrations/bugzilla /projects/:id/integrations/custom-issue-tracker /projects/:id/integrations/ewm /projects/:id/integrations/jira /projects/:id/integrations/redmine /projects/:id/integrations/youtrack
GET DELETE PUT /projects/:id/services/:slug wide /projects/:id/services/bugzilla /projects/:id/services/custom-issue-tracker /projects/:id/services/ewm /projects/:id/services/jira /projects/:id/services/redmine /projects/:id/services/youtrack`,
  'projects/projects/fork': `
POST DELETE /projects/:id/fork
POST /projects/:id/fork/:forked_from_id`,
  'projects/groups/list': `
GET /groups
GET /groups/:id/subgroups
GET /groups/:id/descendant_groups`,
  'projects/groups': `
POST /groups
PUT GET DELETE /groups/:id
POST /groups/:id/restore premium
POST /groups/:id/transfer since 14.6
POST /groups/:id/projects/:project_id
GET /groups/:id/avatar`,
  'projects/members': `
GET POST /groups/:id/members
GET /groups/:id/members/all
GET PUT /groups/:id/members/:user_id
GET /groups/:id/members/all/:user_id
GET POST /projects/:id/members
GET /projects/:id/members/all
GET PUT /projects/:id/members/:user_id
GET /projects/:id/members/all/:user_id
GET /projects/:id/users
POST /projects/:id/import_project_members/:project_id since 14.2`,
  'projects/members/access-request': `
GET POST /groups/:id/access_requests
PUT /groups/:id/access_requests/:user_id/approve
DELETE /groups/:id/access_requests/:user_id
GET POST /projects/:id/access_requests
PUT /projects/:id/access_requests/:user_id/approve
DELETE /projects/:id/access_requests/:user_id`,
  'projects/members/invitation': `
GET POST /groups/:id/invitations
PUT DELETE /groups/:id/invitations/:email
GET POST /projects/:id/invitations
PUT DELETE /projects/:id/invitations/:email`,
  'projects/job-token-scope': `
GET PATCH /projects/:id/job_token_scope since 16.0
GET POST /projects/:id/job_token_scope/allowlist since 15.10
DELETE /projects/:id/job_token_scope/allowlist/:target_project_id since 15.10`,
  'projects/members/membership': `
GET /users/:id/memberships`,
  'projects/namespaces': `
GET /namespaces
GET /namespaces/:id
GET /namespaces/:id/exists
DELETE /users/:id`,
  'projects/projects/list': `
GET /projects
GET /groups/:id/projects
GET /groups/:id/projects/shared
GET /users/:user_id/projects
GET /users/:user_id/starred_projects
GET /projects/:id/forks`,
  'projects/projects': `
POST /projects
POST /projects/user/:user_id
GET PUT DELETE /projects/:id
POST /projects/:id/restore premium
POST /projects/:id/archive
POST /projects/:id/unarchive
PUT /projects/:id/transfer`,
  'projects/protected-refs/branch': `
GET POST /projects/:id/protected_branches
GET PATCH DELETE /projects/:id/protected_branches/:name`,
  'projects/protected-refs/tag': `
GET POST /projects/:id/protected_tags
GET DELETE /projects/:id/protected_tags/:name`,
  'projects/repository': `
GET POST /projects/:id/repository/branches
GET DELETE /projects/:id/repository/branches/:branch
DELETE /projects/:id/repository/merged_branches
PUT /projects/:id/repository/branches/:branch/protect
PUT /projects/:id/repository/branches/:branch/unprotect
GET POST /projects/:id/repository/commits
GET /projects/:id/repository/commits/:sha
GET /projects/:id/repository/commits/:sha/diff
GET /projects/:id/repository/commits/:sha/refs
GET /projects/:id/repository/commits/:sha/sequence since 15.6
GET /projects/:id/repository/compare
GET /projects/:id/repository/merge_base
GET POST PUT DELETE /projects/:id/repository/files/:file_path
GET /projects/:id/repository/files/:file_path/raw
GET /projects/:id/repository/files/:file_path/blame
POST /projects/:id/repository/commits/:sha/cherry_pick
POST /projects/:id/repository/commits/:sha/revert
GET /projects/:id/repository/commits/:sha/signature
GET /projects/:id/repository/tags/:tag_name/signature since 15.7
GET /projects/:id/snapshot
GET /projects/:id/repository/contributors
GET /projects/:id/languages
PUT /projects/:id/repository/submodules/:submodule
GET POST /projects/:id/repository/tags
GET DELETE /projects/:id/repository/tags/:tag_name
GET /projects/:id/repository/tree
GET /projects/:id/repository/blobs/:sha
GET /projects/:id/repository/blobs/:sha/raw
GET /projects/:id/repository/archive
GET /projects/:id/repository/archive.tar.gz
GET /projects/:id/repository/archive.tgz
GET /projects/:id/repository/archive.tar
GET /projects/:id/repository/archive.tar.bz2
GET /projects/:id/repository/archive.tbz
GET /projects/:id/repository/archive.tbz2
GET /projects/:id/repository/archive.tb2
GET /projects/:id/repository/archive.bz2
GET /projects/:id/repository/archive.zip
POST /projects/:id/housekeeping
GET /projects/:id/storage`,
  'projects/templates': `
GET /templates/dockerfiles
GET /templates/dockerfiles/:key
GET /templates/gitignores
GET /templates/gitignores/:key
GET /templates/gitlab_ci_ymls
GET /templates/gitlab_ci_ymls/:key
GET /templates/licenses
GET /templates/licenses/:key
GET /projects/:id/templates/:type
GET /projects/:id/templates/:type/:key`,
  'projects/badges': `
GET POST /projects/:id/badges
GET /projects/:id/badges/render
GET PUT DELETE /projects/:id/badges/:badge_id
GET POST /groups/:id/badges
GET /groups/:id/badges/render
GET PUT DELETE /groups/:id/badges/:badge_id`,
  'projects/stars': `
POST /projects/:id/star
POST /projects/:id/unstar
GET /projects/:id/starrers`,
  'projects/topics': `
GET POST /topics since 14.5
GET PUT DELETE /topics/:id since 14.5
POST /topics/merge since 15.4`,
  'projects/uploads': `
POST /projects/:id/uploads`,
}
