import type { DocumentedEndpoint } from '@forgefold/server/http'

/** Why endpoints are not built, by a pattern of their paths; the first that matches counts. */
const REASONS: ReadonlyArray<readonly [pattern: RegExp, reason: string]> = [
  [/resource_iteration_events/, 'iterations are not supported, so no issue is moved between them'],
  [/\/iterations/, 'iterations are not supported'],
  [/^\/features\/definitions$/, 'a flag turns nothing of Forgefold on or off, so there are no definitions'],
  [/\/epics|\/epic_boards|epic_iid/, 'epics are not supported'],
  [/\/boards/, 'boards are not supported'],
  [/snippet/, 'snippets are not supported'],
  [/\/wikis/, 'wikis are not supported'],
  [/\/registry|dependency_proxy/, 'container images are not supported'],
  [/ldap/, 'LDAP is not supported'],
  [/saml|scim/, 'SAML and SCIM are not supported'],
  [/geo_nodes|geo_sites/, 'instances are not replicated by Geo'],
  [/\/clusters|cluster_agents|cluster-based|cert-based-clusters/, 'clusters are not managed'],
  [/\/export|\/import|bulk_imports/, 'the import and export of projects and groups is not supported'],
  [/vulnerabilit|\/security|managed_licenses|\/dependencies/, 'security scans are not evaluated'],
]

/** The reason why an endpoint is not built, where one is recorded. */
export const whyNotBuilt = ({ path }: Pick<DocumentedEndpoint, 'path'>): string | undefined =>
  REASONS.find(([pattern]) => pattern.test(path))?.[1]

/** Every recorded reason. */
export const REASONS_NOT_BUILT: ReadonlyArray<string> = REASONS.map(([, reason]) => reason)
