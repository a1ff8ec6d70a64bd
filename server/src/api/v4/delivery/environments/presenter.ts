import type { Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { latestDeployment } from '@forgefold/core/domains/delivery/deployment'
import type { EnvironmentRow, ReviewAppsToDelete } from '@forgefold/core/domains/delivery/environment'
import { presentDeployment } from '../deployments/presenter.js'

const presentBasicEnvironment = (row: EnvironmentRow) => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  external_url: row.externalUrl,
})

/** An environment in a list. */
export const presentEnvironment = (row: EnvironmentRow) => ({
  ...presentBasicEnvironment(row),
  state: row.status,
  tier: row.tier,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
})

/** An environment by itself: with its last successful deployment. */
export const presentWholeEnvironment = async (forge: Forge, principal: Principal, row: EnvironmentRow) => {
  const last = latestDeployment(forge, row.id)
  return {
    ...presentEnvironment(row),
    last_deployment: last === undefined ? null : await presentDeployment(forge, principal, last),
  }
}

/** The result of deleting review apps. */
export const presentReviewApps = ({ scheduled, unprocessable }: ReviewAppsToDelete) => ({
  scheduled_entries: scheduled.map(presentBasicEnvironment),
  unprocessable_entries: unprocessable.map(presentBasicEnvironment),
})
