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

/** What one person said (docs/reference/behaviour/delivery.md#approvals). */
export const approvalShape: Shape = record('DeploymentApproval', {
  user: userCardShape,
  status: oneOf(['approved', 'rejected']),
  created_at: instant,
  comment: maybe(text),
})

const designeeFields: Fields = {
  id: inRelease('protected_environments.entry_ids', integer),
  access_level: maybe(integer),
  access_level_description: text,
  user_id: maybe(integer),
  group_id: maybe(integer),
}

const ruleFields: Fields = { ...designeeFields, required_approvals: integer }

const approvalFields: Fields = {
  pending_approval_count: paid(integer),
  approvals: paid(arrayOf(approvalShape)),
  approval_summary: {
    ...paid(
      record('ApprovalSummary', {
        rules: arrayOf(record('ApprovalSummaryRule', { ...ruleFields, deployment_approvals: arrayOf(approvalShape) })),
      }),
    ),
    item: 'deployment.approval_summary',
  },
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

const environmentFields: Fields = {
  id: integer,
  name: text,
  slug: text,
  external_url: maybe(text),
  state: text,
  tier: text,
  created_at: instant,
  updated_at: instant,
}

export const environmentShape: Shape = record('Environment', environmentFields)

/** An environment by itself, with its last successful deployment. */
export const wholeEnvironmentShape: Shape = record('WholeEnvironment', {
  ...environmentFields,
  last_deployment: maybe(listedDeploymentShape),
})

/** A protected environment of a project or group (docs/reference/behaviour/delivery.md#protected-environments). */
export const protectedEnvironmentShape: Shape = record('ProtectedEnvironment', {
  name: text,
  deploy_access_levels: arrayOf(record('DeployAccessLevel', designeeFields)),
  required_approval_count: integer,
  approval_rules: inRelease('protected_environment.approval_rules', arrayOf(record('ApprovalRule', ruleFields))),
})
