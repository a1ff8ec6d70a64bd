import type { Forge } from '@forgefold/core/app'
import type { Approval, DeploymentRow } from '@forgefold/core/domains/deployment'
import type { Fragment } from '../http/index.js'
import { Fragments } from './fragments.js'
import { userSummary } from './user-summary.js'

/** The environment as deployments show it. */
const placeOf = (row: DeploymentRow) => ({
  id: row.environmentId,
  name: row.environmentName,
  slug: row.environmentSlug,
  external_url: row.environmentUrl,
})

/** A deployment in a list (contract 1, Deployment). */
export const presentDeployment = (forge: Forge, row: DeploymentRow) => ({
  id: row.id,
  iid: row.iid,
  ref: row.ref,
  sha: row.sha,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
  status: row.status,
  user: userSummary(forge, row.userId),
  environment: placeOf(row),
  deployable: null,
})

export const presentApproval = (forge: Forge, approval: Approval) => ({
  user: userSummary(forge, approval.userId),
  status: approval.status,
  created_at: approval.at,
  comment: approval.comment,
})

/** A deployment by itself: with its approvals where the tier has them. */
export const presentWholeDeployment = (forge: Forge, row: DeploymentRow) => {
  const base = presentDeployment(forge, row)
  if (forge.instance.tier === 'free') return base
  const approvals = forge.read.deployments.approvals(row.id)
  return {
    ...base,
    pending_approval_count: 0,
    approvals: approvals.map((approval) => presentApproval(forge, approval)),
    approval_summary: { rules: [] },
  }
}

/** What POST and PUT answer: without `updated_at` (contract 1, Deployment). */
export const presentWrittenDeployment = (forge: Forge, row: DeploymentRow) => {
  const { updated_at: _, ...rest } = presentWholeDeployment(forge, row)
  return rest
}

const listed = new Fragments<DeploymentRow>()
const whole = new Fragments<DeploymentRow>()

/** A deployment in a list, as text. */
export const deploymentFragment = (forge: Forge, row: DeploymentRow): Fragment =>
  listed.of(row, [forge.instance, forge.read.users.card(row.userId)], () => presentDeployment(forge, row))

/** A deployment by itself, as text. */
export const wholeDeploymentFragment = (forge: Forge, row: DeploymentRow): Fragment => {
  const approvals = forge.read.deployments.approvals(row.id)
  const people = approvals.map(({ userId }) => forge.read.users.card(userId))
  const parts = [forge.instance, approvals, forge.read.users.card(row.userId), ...people]
  return whole.of(row, parts, () => presentWholeDeployment(forge, row))
}
