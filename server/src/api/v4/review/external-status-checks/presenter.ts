import type { Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { protectionsOfProject } from '@forgefold/core/domains/projects/protected-branch'
import {
  type CheckWithStatus,
  type ExternalStatusCheckRow,
  externalUrlOf,
  type StatusOfCheck,
  urlWithoutSecrets,
} from '@forgefold/core/domains/review/external-status-check'
import { releaseHas } from '@forgefold/core/releases'
import { presentProtectedBranch } from '../../projects/protected-refs/presenter.js'

/** A check as those who administer its project see it. */
export const presentExternalStatusCheck = (forge: Forge, principal: Principal, row: ExternalStatusCheckRow) => ({
  id: row.id,
  name: row.name,
  project_id: row.projectId,
  external_url: externalUrlOf(forge, row),
  protected_branches: protectionsOfProject(forge, row.projectId)
    .filter(({ id }) => row.protectedBranchIds.includes(id))
    .map((branch) => presentProtectedBranch(forge, principal, branch)),
})

const statusIn = (forge: Forge, status: StatusOfCheck): string => {
  const { release } = forge.instance
  return status === 'passed' && releaseHas('external_status_checks.pass_by_default', release) ? 'approved' : status
}

/** A check as those who respond to it see it: its URL is without its secrets. */
export const presentAnsweredStatusCheck = (forge: Forge, principal: Principal, row: ExternalStatusCheckRow) =>
  Object.assign(presentExternalStatusCheck(forge, principal, row), {
    external_url: urlWithoutSecrets(externalUrlOf(forge, row)),
  })

/** A check with its status for a merge request; developers read it, so the URL is without its secrets. */
export const presentMergeRequestStatusCheck = (forge: Forge, { check, status }: CheckWithStatus) => ({
  id: check.id,
  name: check.name,
  external_url: urlWithoutSecrets(externalUrlOf(forge, check)),
  status: statusIn(forge, status),
})
