import { items } from '../release-item.js'

/** What differs between releases about integrations of projects (docs/reference/behaviour/projects.md#issue-trackers). */
export const integrationItems = items({
  'integrations.read': {
    kind: 'endpoint',
    area: 'Other endpoints',
    name: 'GET /projects/:id/integrations/:slug',
    since: '14.4',
    served: true,
    before: '404; GET /projects/:id/services/:slug',
    after: 'says where the issues of the project are tracked besides',
  },
  'integrations.set': {
    kind: 'endpoint',
    area: 'Other endpoints',
    name: 'PUT /projects/:id/integrations/:slug',
    since: '14.4',
    served: true,
    before: '404; PUT /projects/:id/services/:slug',
    after: 'says where the issues of the project are tracked besides from now on',
  },
  'integrations.remove': {
    kind: 'endpoint',
    area: 'Other endpoints',
    name: 'DELETE /projects/:id/integrations/:slug',
    since: '14.4',
    served: true,
    before: '404; DELETE /projects/:id/services/:slug',
    after: 'ends that',
  },
})
