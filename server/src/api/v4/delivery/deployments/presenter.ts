import { anonymous, type Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import {
  type Approval,
  approvalsOf,
  type DeploymentRow,
  deployablesOf,
  pendingApprovals,
} from '@forgefold/core/domains/delivery/deployment'
import type { JobDetails } from '@forgefold/core/domains/delivery/pipeline'
import { approvalsNeeded, protectionsOf, rulesOf } from '@forgefold/core/domains/delivery/protected-environment'
import { userCard } from '@forgefold/core/domains/identity/user'
import { releaseHas } from '@forgefold/core/releases'
import type { Fragment } from '../../../../http/index.js'
import { Fragments, PageFragments } from '../../fragments.js'
import { userSummary } from '../../identity/users/presenter.js'
import { presentJob } from '../jobs/presenter.js'
import { presentRule } from '../protected-environments/presenter.js'

/** The environment as deployments show it. */
const placeOf = (row: DeploymentRow) => ({
  id: row.environmentId,
  name: row.environmentName,
  slug: row.environmentSlug,
  external_url: row.environmentUrl,
})

type Deployables = ReadonlyMap<number, JobDetails>

const NONE: Deployables = new Map()

const presentDeployable = (forge: Forge, { jobId }: DeploymentRow, deployables: Deployables) => {
  const job = jobId === null ? undefined : deployables.get(jobId)
  return job === undefined ? null : presentJob(forge, job)
}

/** What a write of a deployment answers too. */
const presentWritten = (forge: Forge, row: DeploymentRow, deployables: Deployables) => ({
  id: row.id,
  iid: row.iid,
  ref: row.ref,
  sha: row.sha,
  created_at: row.createdAt,
  status: row.status,
  user: userSummary(forge, row.userId),
  environment: placeOf(row),
  deployable: presentDeployable(forge, row, deployables),
})

const presentBase = (forge: Forge, row: DeploymentRow, deployables: Deployables) => ({
  id: row.id,
  iid: row.iid,
  ref: row.ref,
  sha: row.sha,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
  status: row.status,
  user: userSummary(forge, row.userId),
  environment: placeOf(row),
  deployable: presentDeployable(forge, row, deployables),
})

/** Deployments of a list (docs/reference/behaviour/delivery.md#deployment-object). */
export const presentDeployments = async (forge: Forge, principal: Principal, rows: ReadonlyArray<DeploymentRow>) => {
  const deployables = await deployablesOf(forge, { principal }, rows)
  return rows.map((row) => presentBase(forge, row, deployables))
}

/** A deployment inside another answer. */
export const presentDeployment = async (forge: Forge, principal: Principal, row: DeploymentRow) =>
  presentBase(forge, row, await deployablesOf(forge, { principal }, [row]))

/** An approval or rejection by one user (docs/reference/behaviour/delivery.md#approvals). */
export const presentApproval = (forge: Forge, approval: Approval) => ({
  user: userSummary(forge, approval.userId),
  status: approval.status,
  created_at: approval.at,
  comment: approval.comment,
})

const presentApprovals = (forge: Forge, principal: Principal, row: DeploymentRow) => {
  const { release, tier } = forge.instance
  if (tier === 'free' || !releaseHas('deployment.approvals', release)) return {}
  const { projectId, environmentName: name } = row
  const place = { projectId, name, tier: row.environmentTier }
  const requirement = approvalsNeeded(forge, place)
  const approvals = approvalsOf(forge, row.id)
  const said = (ruleId: number) =>
    approvals.filter((one) => one.ruleId === ruleId).map((one) => presentApproval(forge, one))
  return {
    pending_approval_count: requirement === undefined ? 0 : pendingApprovals(requirement, approvals),
    approvals: approvals.map((approval) => presentApproval(forge, approval)),
    ...(releaseHas('deployment.approval_summary', release)
      ? {
          approval_summary: {
            rules: rulesOf(protectionsOf(forge, place)).map((rule) => ({
              ...presentRule(forge, principal, rule),
              deployment_approvals: said(rule.id),
            })),
          },
        }
      : {}),
  }
}

/** A deployment by itself: with its approvals where the tier and the release have them. */
export const presentWholeDeployment = async (forge: Forge, principal: Principal, row: DeploymentRow) => ({
  ...(await presentDeployment(forge, principal, row)),
  ...presentApprovals(forge, principal, row),
})

/** A deployment as POST and PUT answer it, without `updated_at` (docs/reference/behaviour/delivery.md#deployment-object). */
export const presentWrittenDeployment = async (forge: Forge, principal: Principal, row: DeploymentRow) => {
  const deployables = isPlain(row) ? NONE : await deployablesOf(forge, { principal }, [row])
  return Object.assign(presentWritten(forge, row, deployables), presentApprovals(forge, principal, row))
}

/** A deployment created over the API, which has no job to show. */
export const isPlain = (row: DeploymentRow): boolean => row.jobId === null

/** A deployment without a job and in an environment without protection. */
export const isFree = (forge: Forge, row: DeploymentRow): boolean =>
  isPlain(row) &&
  protectionsOf(forge, { projectId: row.projectId, name: row.environmentName, tier: row.environmentTier }).length === 0

/** Cached JSON of deployments: list entries, single ones, and whole pages. */
export interface DeploymentFragments {
  readonly listed: Fragments<DeploymentRow>
  readonly whole: Fragments<DeploymentRow>
  readonly pages: PageFragments<DeploymentRow>
}

declare module '@forgefold/core/app' {
  interface Forge {
    readonly deploymentFragments: DeploymentFragments
  }
}

/** Empty caches. */
export const makeDeploymentFragments = (): DeploymentFragments => ({
  listed: new Fragments(),
  whole: new Fragments(),
  pages: new PageFragments(),
})

/** Plain deployments of a list, as text. */
export const deploymentsFragment = (forge: Forge, rows: ReadonlyArray<DeploymentRow>): Fragment => {
  const { listed, pages } = forge.deploymentFragments
  return pages.of(rows, (row) =>
    listed.of(row, [forge.instance, userCard(forge, row.userId)], () => presentBase(forge, row, NONE)),
  )
}

/** A single deployment without protection as JSON text, the same for every caller. */
export const wholeDeploymentFragment = (forge: Forge, row: DeploymentRow): Fragment => {
  const approvals = approvalsOf(forge, row.id)
  const parts: Array<unknown> = [forge.instance, approvals, userCard(forge, row.userId)]
  for (const { userId } of approvals) parts.push(userCard(forge, userId))
  return forge.deploymentFragments.whole.of(row, parts, () => ({
    ...presentBase(forge, row, NONE),
    ...presentApprovals(forge, anonymous, row),
  }))
}
