import { STATUSES } from '@forgefold/core/domains/delivery/deployment'
import { userCardShape } from '../../identity/users/shape.js'
import {
  arrayOf,
  type Fields,
  inRelease,
  instant,
  integer,
  maybe,
  oneOf,
  paid,
  record,
  type Shape,
  text,
} from '../../shape.js'
import { jobShape } from '../jobs/shape.js'
import { protectionRuleFields } from '../protected-environments/shape.js'

const placeShape = record('DeploymentEnvironment', { id: integer, name: text, slug: text, external_url: maybe(text) })

const writtenFields: Fields = {
  id: integer,
  iid: integer,
  ref: text,
  sha: text,
  created_at: instant,
  status: oneOf(STATUSES),
  user: userCardShape,
  environment: placeShape,
  deployable: maybe(jobShape),
}

/** An approval or rejection by one user (docs/reference/behaviour/delivery.md#approvals). */
export const approvalShape: Shape = record('DeploymentApproval', {
  user: userCardShape,
  status: oneOf(['approved', 'rejected']),
  created_at: instant,
  comment: maybe(text),
})

const approvalFields: Fields = {
  pending_approval_count: inRelease('deployment.pending_approval_count', paid(integer)),
  approvals: inRelease('deployment.approvals', paid(arrayOf(approvalShape))),
  approval_summary: inRelease(
    'deployment.approval_summary',
    paid(
      record('ApprovalSummary', {
        rules: arrayOf(
          record('ApprovalSummaryRule', { ...protectionRuleFields, deployment_approvals: arrayOf(approvalShape) }),
        ),
      }),
    ),
  ),
}

/** A deployment in a list (docs/reference/behaviour/delivery.md#deployment-object). */
export const listedDeploymentShape: Shape = record('ListedDeployment', { ...writtenFields, updated_at: instant })

/** A deployment by itself. */
export const deploymentShape: Shape = record('Deployment', {
  ...writtenFields,
  updated_at: instant,
  ...approvalFields,
})

/** What writing a deployment answers: without `updated_at` (docs/reference/behaviour/delivery.md#deployment-object). */
export const writtenDeploymentShape: Shape = record('WrittenDeployment', { ...writtenFields, ...approvalFields })
