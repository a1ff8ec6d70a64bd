import { items } from '../release-item.js'

/** What differs between releases about approvals of merge requests (public documentation of the API, histories of its pages). */
export const approvalItems = items({
  'approval_rule.applies_to_all_protected_branches': {
    kind: 'field',
    area: 'Approvals',
    name: 'applies_to_all_protected_branches',
    since: '15.3',
    served: true,
    before: 'absent; a rule names the protected branches that it is kept to',
    after: 'true keeps a rule to every branch that is protected',
  },
  'approval_rules.usernames': {
    kind: 'parameter',
    area: 'Approvals',
    name: 'usernames (approval rules)',
    since: '16.0',
    served: true,
    before: 'ignored',
    after: 'names approvers beside user_ids',
  },
})
