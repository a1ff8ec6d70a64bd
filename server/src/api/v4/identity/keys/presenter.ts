import type { Forge } from '@forgefold/core/app'
import { userCard } from '@forgefold/core/domains/identity/user'
import type { UserKeyRow } from '@forgefold/core/domains/identity/user-key'

const hostOf = ({ instance }: Forge): string => new URL(instance.externalUrl).hostname

/** The key without its comment, which may contain an address: the name of its user replaces it (docs/reference/behaviour/identity.md#keys). */
const publishable = (row: UserKeyRow, forge: Forge): string => {
  const [type = '', body = ''] = row.key.split(/\s+/)
  return `${type} ${body} ${userCard(forge, row.userId).name} (${hostOf(forge)})`
}

/** An SSH key of a user. */
export const presentSshKey = (row: UserKeyRow, forge: Forge) => ({
  id: row.id,
  title: row.title,
  created_at: row.createdAt,
  expires_at: row.expiresAt,
  key: publishable(row, forge),
  usage_type: row.usage ?? 'auth_and_signing',
})

/** An OpenPGP key of a user. */
export const presentGpgKey = (row: UserKeyRow) => ({ id: row.id, key: row.key, created_at: row.createdAt })
