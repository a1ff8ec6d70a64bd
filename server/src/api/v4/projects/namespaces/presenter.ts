import type { Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { userCard } from '@forgefold/core/domains/identity/user'
import { groupById } from '@forgefold/core/domains/projects/group'
import { administeredNamespace, type NamespaceRow } from '@forgefold/core/domains/projects/namespace'
import { keptAvatarUrl, userAvatarUrl } from '../../avatar.js'

const webUrl = (namespace: NamespaceRow, externalUrl: string): string =>
  namespace.kind === 'group' ? `${externalUrl}/groups/${namespace.fullPath}` : `${externalUrl}/${namespace.fullPath}`

/** The avatar of a personal namespace's user, or of the group. */
const avatarUrl = ({ id, kind, ownerId }: NamespaceRow, forge: Forge): string | null => {
  const { externalUrl } = forge.instance
  if (kind === 'user') return ownerId === null ? null : userAvatarUrl(externalUrl, userCard(forge, ownerId))
  return keptAvatarUrl('', 'group', { id, avatar: groupById(forge, id)?.avatar }) ?? null
}

/** A namespace inside a project. */
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

/** There are no subscriptions: every namespace has the plan of the instance. */
const PLAN = { plan: 'default', trial_ends_on: null, trial: false }

/** A namespace by itself and in lists; callers who administer it see more. */
export const presentListedNamespace = (namespace: NamespaceRow, forge: Forge, principal: Principal) => {
  const own = administeredNamespace(forge, { principal }, namespace)
  return {
    ...presentNamespace(namespace, forge),
    ...(own?.membersCount === undefined ? {} : { members_count_with_descendants: own.membersCount }),
    ...(own === undefined || forge.instance.tier === 'free' ? {} : PLAN),
  }
}
