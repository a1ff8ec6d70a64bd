import { items } from '../release-item.js'

/** Endpoints about places of projects and groups, their members and repositories that some releases are without. */
export const projectItems = items({
  'groups.transfer_locations': {
    kind: 'endpoint',
    area: 'Instance',
    name: 'GET /groups/:id/transfer_locations',
    since: '15.4',
    served: true,
    before: '404',
    after: 'the groups that a group can be put under',
  },
  'projects.transfer_locations': {
    kind: 'endpoint',
    area: 'Instance',
    name: 'GET /projects/:id/transfer_locations',
    since: '15.5',
    served: true,
    before: '404',
    after: 'the groups that a project can be put into',
  },
  'projects.import_members': {
    kind: 'endpoint',
    area: 'Instance',
    name: 'POST /projects/:id/import_project_members/:project_id',
    since: '14.2',
    served: true,
    before: '404',
    after: 'gives a project the members of another',
  },
  'commits.sequence': {
    kind: 'endpoint',
    area: 'Instance',
    name: 'GET /projects/:id/repository/commits/:sha/sequence',
    since: '15.6',
    served: true,
    before: '404',
    after: 'how many commits lead to a commit, with itself',
  },
  'tags.signature': {
    kind: 'endpoint',
    area: 'Instance',
    name: 'GET /projects/:id/repository/tags/:tag_name/signature',
    since: '15.7',
    served: true,
    before: '404',
    after: 'the signature of a tag',
  },
})
