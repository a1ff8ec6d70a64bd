/** Repositories: branches, commits, files, tags and what is derived from them. */
export const REPOSITORY = `
GET /projects/:id/repository/archive
GET POST /projects/:id/repository/branches
GET DELETE /projects/:id/repository/branches/:branch
GET POST /projects/:id/repository/changelog since 14.6
GET POST /projects/:id/repository/commits
GET /projects/:id/repository/commits/:sha
POST /projects/:id/repository/commits/:sha/cherry_pick
GET POST /projects/:id/repository/commits/:sha/comments
GET /projects/:id/repository/commits/:sha/diff
GET POST /projects/:id/repository/commits/:sha/discussions
GET /projects/:id/repository/commits/:sha/discussions/:discussion_id
GET POST /projects/:id/repository/commits/:sha/discussions/:discussion_id/notes
GET PUT DELETE /projects/:id/repository/commits/:sha/discussions/:discussion_id/notes/:note_id
GET /projects/:id/repository/commits/:sha/merge_requests
GET /projects/:id/repository/commits/:sha/refs
POST /projects/:id/repository/commits/:sha/revert
GET /projects/:id/repository/commits/:sha/sequence since 15.6
GET /projects/:id/repository/commits/:sha/signature
GET /projects/:id/repository/commits/:sha/statuses
GET /projects/:id/repository/blobs/:sha
GET /projects/:id/repository/blobs/:sha/raw
GET /projects/:id/repository/compare
GET /projects/:id/repository/contributors
GET POST PUT DELETE /projects/:id/repository/files/:file_path
GET /projects/:id/repository/files/:file_path/blame
GET /projects/:id/repository/files/:file_path/raw
GET /projects/:id/repository/merge_base
DELETE /projects/:id/repository/merged_branches
PUT /projects/:id/repository/submodules/:submodule
GET POST /projects/:id/repository/tags
GET DELETE /projects/:id/repository/tags/:tag_name
GET /projects/:id/repository/tags/:tag_name/signature since 15.7
GET /projects/:id/repository/tree
GET POST /projects/:id/protected_branches
GET PATCH DELETE /projects/:id/protected_branches/:name
GET POST /projects/:id/protected_tags
GET DELETE /projects/:id/protected_tags/:name
`
