import type { DeployTokenRow } from '@forgefold/core/domains/projects/deploy-token'
import type { Instant } from '@forgefold/core/kernel'
import { isExpired } from '@forgefold/core/kernel'

/** A deploy token without its secret. */
export const presentDeployToken = (row: DeployTokenRow, now: Instant) => ({
  id: row.id,
  name: row.name,
  username: row.username,
  expires_at: row.expiresAt,
  scopes: row.scopes,
  revoked: row.revoked,
  expired: isExpired(row, now),
})
