import { BEFORE_THE_DIAL } from '../release.js'
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
  'merge_request.set_approvals': {
    kind: 'endpoint',
    area: 'Approvals',
    name: 'POST /projects/:id/merge_requests/:merge_request_iid/approvals',
    deprecated: BEFORE_THE_DIAL,
    until: '16.0',
    replacedBy: 'approval rules of the merge request',
    served: true,
    before: 'sets how many approvals a merge request asks for',
    after: '405: only GET is left',
  },
  'merge_request.reset_approvals': {
    kind: 'endpoint',
    area: 'Approvals',
    name: 'PUT /projects/:id/merge_requests/:merge_request_iid/reset_approvals',
    since: '15.4',
    served: true,
    before: '404',
    after: 'takes all approvals back, for the bots of project and group tokens',
  },
  'project.selective_code_owner_removals': {
    kind: 'field',
    area: 'Approvals',
    name: 'selective_code_owner_removals',
    since: '15.3',
    served: true,
    before: 'absent, and ignored where it is sent',
    after: 'whether a push takes back only approvals of code owners whose files changed',
  },
  'approval_rules.pages': {
    kind: 'rule',
    area: 'Approvals',
    name: 'pages of approval rules',
    since: '15.3',
    served: true,
    before: 'lists of rules come whole, without paging headers',
    after: 'lists of rules come in pages',
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
