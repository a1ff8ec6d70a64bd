import { protectedBranchShape } from '../../projects/protected-refs/shape.js'
import { arrayOf, integer, oneOf, record, type Shape, text } from '../../shape.js'
import { mergeRequestShape } from '../merge-requests/shape.js'

/** An external status check of a project. */
export const externalStatusCheckShape: Shape = record('ExternalStatusCheck', {
  id: integer,
  name: text,
  project_id: integer,
  external_url: text,
  protected_branches: arrayOf(protectedBranchShape),
})

/** A check with its status for a merge request; before release 15.0 what passed is `approved`. */
export const mergeRequestStatusCheckShape: Shape = record('MergeRequestStatusCheck', {
  id: integer,
  name: text,
  external_url: text,
  status: oneOf(['pending', 'passed', 'failed', 'approved']),
})

/** What a service said, with the check and the merge request. */
export const statusCheckResponseShape: Shape = record('StatusCheckResponse', {
  id: integer,
  merge_request: mergeRequestShape,
  external_status_check: externalStatusCheckShape,
})
