import type { Forge } from '@forgefold/core/app'
import { userCard } from '@forgefold/core/domains/identity/user'
import { groupById } from '@forgefold/core/domains/projects/group'
import type { NamespaceRow } from '@forgefold/core/domains/projects/namespace'
import { keptAvatarUrl, userAvatarUrl } from '../../avatar.js'

const webUrl = (namespace: NamespaceRow, externalUrl: string): string =>
  namespace.kind === 'group' ? `${externalUrl}/groups/${namespace.fullPath}` : `${externalUrl}/${namespace.fullPath}`

/** The picture of the user whose own place it is, or of the group. */
const avatarUrl = ({ id, kind, ownerId }: NamespaceRow, forge: Forge): string | null => {
  const { externalUrl } = forge.instance
  if (kind === 'user') return ownerId === null ? null : userAvatarUrl(externalUrl, userCard(forge, ownerId))
  return keptAvatarUrl('', 'group', { id, avatar: groupById(forge, id)?.avatar }) ?? null
}

/** A namespace as it stands in a project. */
export const presentNamespace = (namespace: NamespaceRow, forge: Forge) => ({
  id: namespace.id,
  name: namespace.name,
  path: namespace.path,
  kind: namespace.kind,
  full_path: namespace.fullPath,
  parent_id: namespace.parentId,
  avatar_url: avatarUrl(namespace, forge),
  web_url: webUrl(namespace, forge.instance.externalUrl),
})
