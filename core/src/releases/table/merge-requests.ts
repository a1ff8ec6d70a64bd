import { BEFORE_THE_DIAL } from '../release.js'
import { items } from '../release-item.js'

/** Contract 2, Versioning. */
export const mergeRequestItems = items({
  'merge_request.merge_user': {
    kind: 'field', area: 'Merge requests', name: 'merge_user', since: '14.7', served: true,
    before: 'absent',
    after: 'the user who merged, or who asked to merge when the pipeline succeeds, or null',
  },
  'merge_request.merged_by': {
    kind: 'field', area: 'Merge requests', name: 'merged_by', deprecated: '14.7', planned: '15.0', until: '16.0',
    replacedBy: 'merge_user', served: true,
    before: 'stands beside merge_user; null while a merge is only scheduled',
    after: 'absent; merge_user remains',
  },
  'merge_request.work_in_progress': {
    kind: 'field', area: 'Merge requests', name: 'work_in_progress', deprecated: '14.0', replacedBy: 'draft', served: true,
    before: 'always equal to draft', after: 'draft alone',
  },
  'merge_requests.wip': {
    kind: 'parameter', area: 'Merge requests', name: 'wip', deprecated: '14.0', served: true,
    before: 'wip=yes or wip=no filters by draft state', after: 'ignored',
  },
  'merge_request.wip_title_prefix': {
    kind: 'rule', area: 'Merge requests', name: 'title prefix WIP:', until: '14.8', replacedBy: 'title prefix Draft:', served: true,
    before: 'a title that begins with WIP: makes a draft', after: 'only Draft:, [Draft] and (Draft) make one',
  },
  'merge_request.reference': {
    kind: 'field', area: 'Merge requests', name: 'reference', deprecated: '12.10', replacedBy: 'references', served: true,
    before: 'one text beside the references object', after: 'references alone',
  },
  'merge_request.pipeline': {
    kind: 'field', area: 'Merge requests', name: 'pipeline', deprecated: BEFORE_THE_DIAL, replacedBy: 'head_pipeline', served: true,
    before: 'a short object beside the full head_pipeline', after: 'head_pipeline alone',
  },
  'merge_request.assignee': {
    kind: 'field', area: 'Merge requests', name: 'assignee', deprecated: BEFORE_THE_DIAL, replacedBy: 'assignees', served: true,
    before: 'the first of assignees, or null', after: 'assignees alone',
  },
  'merge_request.allow_maintainer_to_push': {
    kind: 'field', area: 'Merge requests', name: 'allow_maintainer_to_push', deprecated: BEFORE_THE_DIAL,
    replacedBy: 'allow_collaboration', served: true,
    before: 'either name is taken, both are answered with one value', after: 'allow_collaboration alone',
  },
  'merge_requests.reviewer_filters': {
    kind: 'parameter', area: 'Merge requests', name: 'reviewer_id, reviewer_username', since: '13.8', served: true,
    before: 'unknown and ignored', after: 'filter by reviewer; at most one of the two',
  },
  'merge_requests.order_by_title': {
    kind: 'value', area: 'Merge requests', name: 'order_by=title', since: '14.8', served: true,
    before: 'fails the value check', after: 'sorts by title',
  },
  'merge_request.detailed_merge_status': {
    kind: 'field', area: 'Merge requests', name: 'detailed_merge_status', since: '15.6', served: true,
    before: 'absent', after: 'says why a merge request can or cannot be merged',
  },
  'merge_request.merge_status': {
    kind: 'field', area: 'Merge requests', name: 'merge_status', deprecated: '15.6', replacedBy: 'detailed_merge_status', served: true,
    before: 'the only word on mergeability', after: 'detailed_merge_status says more; both are answered',
  },
  'merge_request.changes': {
    kind: 'endpoint', area: 'Merge requests', name: 'GET /projects/:id/merge_requests/:merge_request_iid/changes',
    deprecated: '15.7', replacedBy: 'GET /projects/:id/merge_requests/:merge_request_iid/diffs', served: true,
    before: 'the merge request with all of its diffs at once', after: 'still answered; the diffs come in pages elsewhere',
  },
  'merge_request.diffs': {
    kind: 'endpoint', area: 'Merge requests', name: 'GET /projects/:id/merge_requests/:merge_request_iid/diffs', since: '15.7', served: true,
    before: '404', after: 'the diffs as a paged list',
  },
})
