import { items } from '../release-item.js'

const before = 'pagination is unknown and ignored'
const after = 'pages by id, each from where the one before ended'

/** What differs between releases about audit events (docs/reference/audit-events.md#pages). */
export const auditEventItems = items({
  'audit_events.keyset_of_groups': {
    kind: 'parameter',
    area: 'Instance',
    name: 'pagination of GET /groups/:id/audit_events',
    since: '15.2',
    served: true,
    before,
    after,
  },
  'audit_events.keyset_of_projects': {
    kind: 'parameter',
    area: 'Instance',
    name: 'pagination of GET /projects/:id/audit_events',
    since: '15.10',
    served: true,
    before,
    after,
  },
  'audit_events.keyset_of_the_instance': {
    kind: 'parameter',
    area: 'Instance',
    name: 'pagination of GET /audit_events',
    since: '15.11',
    served: true,
    before,
    after,
  },
})
