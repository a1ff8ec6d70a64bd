import { items } from '../release-item.js'

/** Rows of the schedule about endpoints that Forgefold does not serve (docs/reference/behaviour/instance.md#deprecation-schedule). */
export const otherEndpointItems = items({
  'external_status_checks.pass_by_default': {
    kind: 'rule',
    area: 'Other endpoints',
    name: 'external status checks pass without the word passed',
    deprecated: '14.8',
    until: '15.0',
    replacedBy: 'status=passed',
    served: false,
    before: 'a missing or any status passes; lists say approved',
    after: 'only passed passes, a missing status is 422, anything else fails; lists say passed',
  },
  'license_compliance.approval_names': {
    kind: 'value',
    area: 'Other endpoints',
    name: 'approved, blacklisted',
    deprecated: '14.6',
    until: '15.0',
    replacedBy: 'allowed, denied',
    served: false,
    before: 'taken and answered',
    after: 'only allowed and denied',
  },
  'iterations.started': {
    kind: 'value',
    area: 'Other endpoints',
    name: 'started',
    deprecated: '14.8',
    until: '15.0',
    replacedBy: 'current',
    served: false,
    before: 'names the iteration under way',
    after: 'only current',
  },
  'notes.confidential_toggle': {
    kind: 'parameter',
    area: 'Other endpoints',
    name: 'confidential when a note is changed (REST and GraphQL)',
    deprecated: '14.10',
    until: '16.0',
    served: true,
    before: 'may be changed later',
    after: 'fixed when the note is written',
  },
})
