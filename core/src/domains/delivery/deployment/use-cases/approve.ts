import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../../access/index.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { forbidden, type Rejection, recordNotFound, refuse } from '../../../../kernel/index.js'
import { releaseHas } from '../../../../releases/index.js'
import { findProject, mayInProject, type ProjectAccess, type ProjectRef } from '../../../projects/project/access.js'
import type { AccessGrant } from '../../protected-environment/access-levels.js'
import { approvalsNeeded, describe, protectionsOf, userFactsIn } from '../../protected-environment/facts.js'
import { matchesAccessGrant, rulesOf } from '../../protected-environment/policy.js'
import type { Approval, ApprovalDecision } from '../approval.js'
import { deployment } from '../decider.js'
import { type ApprovalFacts, approvalRefusal, mayApproveDeployment, NOTHING_TO_WAIT_FOR } from '../policy.js'
import type { DeploymentRow } from '../queries.js'
import { continueAfterApproval, stopAfterRejection } from '../steps/follow-approval.js'

/** A user's decision on a blocked deployment. */
export interface ApproveDeployment {
  readonly project: ProjectRef
  readonly id: number
  readonly status: ApprovalDecision
  readonly comment: string | undefined
  readonly representedAs: string | undefined
}

const placeOf = ({ projectId, environmentName: name, environmentTier: tier }: DeploymentRow) => ({
  projectId,
  name,
  tier,
})

/** The first rule with this name, or else the first whose description contains it; without a name the first rule. */
const ruleNamed = <R extends AccessGrant>(
  forge: Forge,
  principal: Principal,
  rules: ReadonlyArray<R>,
  name: string | undefined,
): R | undefined =>
  name === undefined || name === ''
    ? rules[0]
    : (rules.find((rule) => describe(forge, principal, rule) === name) ??
      rules.find((rule) => describe(forge, principal, rule).includes(name)))

/** The facts that the refusals need, and the rule that the approval would count for. */
const factsOf = (
  forge: Forge,
  principal: Principal & { readonly kind: 'user' },
  access: ProjectAccess,
  row: DeploymentRow,
  input: ApproveDeployment,
): ApprovalFacts & { readonly ruleId: number | null } => {
  const protections = protectionsOf(forge, placeOf(row))
  const person = userFactsIn(forge, row.projectId, principal.userId, principal.admin)
  const rules = rulesOf(protections)
  const own = rules.filter((rule) => matchesAccessGrant(rule, person))
  const chosen = ruleNamed(forge, principal, own, input.representedAs)
  return {
    decision: input.status,
    status: row.status,
    isProtected: protections.length > 0,
    isConfigured: approvalsNeeded(forge, placeOf(row)) !== undefined,
    isOwn: row.userId === principal.userId,
    allowsSelfApproval: access.project.allowPipelineTriggerApproveDeployment === true,
    may: mayApproveDeployment(protections, person, mayInProject(access, 'create_deployment')),
    isRepresented: rules.length === 0 || chosen !== undefined,
    ruleId: chosen?.id ?? null,
  }
}

/** Whom the use case lets through to the approval: older releases check the project only. */
const found = (
  forge: Forge,
  principal: Principal,
  input: ApproveDeployment,
): E.Either<Rejection, { readonly access: ProjectAccess; readonly row: DeploymentRow }> => {
  const access = findProject(forge, principal, input.project)
  if (E.isLeft(access)) return access
  const strict = releaseHas('deployments.approval_refusals', forge.instance.release)
  if (strict && !mayInProject(access.right, 'read_deployment')) return refuse(forbidden())
  const row = forge.read.deployments.find(access.right.project.id, input.id)
  return row === undefined ? refuse(recordNotFound) : E.right({ access: access.right, row })
}

/**
 * Approves or rejects a blocked deployment: one decision per user, which may be changed while it is blocked.
 *
 * Rejections: `NotFound` (Project); `Forbidden`; `RecordNotFound`; `Refused` with the sentence of the release.
 */
export const approveDeployment: UseCase<ApproveDeployment, Approval> = async (forge, caller, input) => {
  const { principal, context } = caller
  const target = found(forge, principal, input)
  if (E.isLeft(target)) return target
  if (principal.kind !== 'user') return refuse(forbidden())
  const { row, access } = target.right
  const facts = factsOf(forge, principal, access, row, input)
  const refusal = approvalRefusal(facts, forge.instance.release)
  if (refusal !== undefined) return refuse(refusal)
  const requirement = approvalsNeeded(forge, placeOf(row))
  if (requirement === undefined) return refuse(NOTHING_TO_WAIT_FOR)
  const { userId } = principal
  const comment = input.comment ?? null
  const decided = await forge.aggregates.execute(
    deployment,
    row.id,
    {
      type: 'Decide',
      decision: input.status,
      userId,
      comment,
      ruleId: facts.ruleId,
      requirement,
      at: context.at,
    },
    context,
  )
  if (E.isLeft(decided)) return decided
  const now = forge.read.deployments.byId(row.id)
  if (input.status === 'rejected') await stopAfterRejection(forge, context, row)
  else if (now?.status === 'created') await continueAfterApproval(forge, context, now, userId)
  const said = forge.read.deployments.approvals(row.id).find((one) => one.userId === userId)
  return E.fromNullable(recordNotFound)(said)
}
