import type { NamespaceRow } from '@forgefold/core/domains/projects/namespace'

const webUrl = (namespace: NamespaceRow, externalUrl: string): string =>
  namespace.kind === 'group' ? `${externalUrl}/groups/${namespace.fullPath}` : `${externalUrl}/${namespace.fullPath}`

/** A namespace as it stands in a project. */
export const presentNamespace = (namespace: NamespaceRow, externalUrl: string) => ({
  id: namespace.id,
  name: namespace.name,
  path: namespace.path,
  kind: namespace.kind,
  full_path: namespace.fullPath,
  parent_id: namespace.parentId,
  avatar_url: null,
  web_url: webUrl(namespace, externalUrl),
})
