import { type Rejection, refused } from '../../../kernel/index.js'
import { releaseHas } from '../../../releases/index.js'
import type { ProtectionTerms } from '../protected-environment/aggregate.js'
import { matchesAccessGrant, mayDeploy, rulesOf, type UserFacts } from '../protected-environment/policy.js'
import type { ApprovalDecision } from './approval.js'
import type { DeploymentStatus } from './status.js'

/** The facts on which an approval is accepted or refused. */
export interface ApprovalFacts {
  readonly decision: ApprovalDecision
  readonly status: DeploymentStatus
  /** At least one protection applies to the environment. */
  readonly isProtected: boolean
  /** Whether approvals are configured for the environment. */
  readonly isConfigured: boolean
  /** The caller created the deployment. */
  readonly isOwn: boolean
  /** The project's setting that lets the user who triggered a pipeline approve its deployments. */
  readonly allowsSelfApproval: boolean
  /** The caller is an approver. */
  readonly may: boolean
  /** `represented_as` names one of the caller's rules. */
  readonly isRepresented: boolean
}

/**
 * Whether a user may approve deployments to an environment: an approver of a rule or, without rules, a user who may deploy there.
 *
 * `mayCreate`: their role in the project lets them create deployments.
 */
export const mayApproveDeployment = (
  protections: ReadonlyArray<ProtectionTerms>,
  person: UserFacts,
  mayCreate: boolean,
): boolean => {
  const rules = rulesOf(protections)
  return rules.length > 0
    ? rules.some((rule) => matchesAccessGrant(rule, person))
    : mayCreate && mayDeploy(protections, person)
}

type Check = readonly [fails: (facts: ApprovalFacts, release: string) => boolean, sentence: string]

const notBlocked = (facts: ApprovalFacts): boolean => facts.status !== 'blocked'
const notProtected = (facts: ApprovalFacts): boolean => !facts.isProtected
/** A user may approve their own deployment where the project allows it, in releases that have the setting; they may always reject it. */
const selfApproval = ({ decision, isOwn, allowsSelfApproval }: ApprovalFacts, release: string): boolean =>
  decision === 'approved' &&
  isOwn &&
  !(allowsSelfApproval && releaseHas('project.allow_pipeline_trigger_approve_deployment', release))
const notPermitted = (facts: ApprovalFacts): boolean => !facts.may

const EARLY_NOT_WAITING = 'This deployment job is not waiting for approvals'

/** The refusal where no approvals are required, in releases that do not check that first. */
export const NOTHING_TO_WAIT_FOR: Rejection = refused(EARLY_NOT_WAITING)

/** Below 14.10 (docs/reference/behaviour/delivery.md#approval-refusals). */
const EARLY: ReadonlyArray<Check> = [
  [notProtected, 'This environment is not protected'],
  [notPermitted, 'You do not have permission to approve or reject this deployment'],
  [notBlocked, EARLY_NOT_WAITING],
  [selfApproval, 'The same user can not approve'],
]

const SELF = 'You cannot approve your own deployment.'
const HINT = ' This configuration can be adjusted in the protected environment settings.'

const later = (self: string): ReadonlyArray<Check> => [
  [notBlocked, 'This deployment is not waiting for approvals.'],
  [notProtected, 'This environment is not protected.'],
  [selfApproval, self],
  [(facts) => !facts.isConfigured, 'Deployment approvals is not configured for this environment.'],
  [notPermitted, "You don't have permission to approve this deployment. Contact the project or group owner for help."],
  [
    (facts) => !facts.isRepresented,
    'There are no approval rules for the given `represent_as` parameter. Use a valid User/Group/Role name instead.',
  ],
]

const LATER = later(SELF)
const LATEST = later(SELF + HINT)

const checksOf = (release: string): ReadonlyArray<Check> => {
  if (!releaseHas('deployments.approval_refusals', release)) return EARLY
  return releaseHas('deployments.self_approval_hint', release) ? LATEST : LATER
}

/** Why an approval is refused, in the words and the order of the release; undefined where it is accepted. */
export const approvalRefusal = (facts: ApprovalFacts, release: string): Rejection | undefined => {
  const failed = checksOf(release).find(([fails]) => fails(facts, release))
  return failed === undefined ? undefined : refused(failed[1])
}
