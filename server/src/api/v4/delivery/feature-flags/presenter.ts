import type { Forge } from '@forgefold/core/app'
import type { FeatureFlagUserListRow } from '@forgefold/core/domains/delivery/feature-flag-user-list'
import { userListOfStrategy } from '@forgefold/core/domains/delivery/feature-flag-user-list'
import type { ProjectFeatureFlagRow, Strategy } from '@forgefold/core/domains/delivery/project-feature-flag'

/** The only version since the first supported release. */
export const FLAG_VERSION = 'new_version_flag'

const presentStrategy = (forge: Forge, projectId: number, { userListId, scopes, ...strategy }: Strategy) => {
  const list = userListId === null ? undefined : userListOfStrategy(forge, { projectId, id: userListId })
  return {
    ...strategy,
    scopes: scopes.map(({ id, environmentScope }) => ({ id, environment_scope: environmentScope })),
    user_list: list === undefined ? null : { id: list.id, iid: list.iid, name: list.name },
  }
}

/** A feature flag (docs/reference/behaviour/delivery.md#feature-flags). */
export const presentFlag = (forge: Forge, row: ProjectFeatureFlagRow) => ({
  name: row.name,
  description: row.description,
  active: row.active,
  version: FLAG_VERSION,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
  scopes: [],
  strategies: row.strategies.map((strategy) => presentStrategy(forge, row.projectId, strategy)),
})

/** A list of users. */
export const presentUserList = (row: FeatureFlagUserListRow) => ({
  id: row.id,
  iid: row.iid,
  project_id: row.projectId,
  name: row.name,
  user_xids: row.userIds,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
})
