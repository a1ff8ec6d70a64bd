import type { AuditTarget } from './audit-target.js'

type Data = Readonly<Record<string, unknown>>

/** A segment of a URL. */
const part = (value: unknown): string => encodeURIComponent(String(value))

const inProject = (data: Data): string => `projects/${part(data['projectId'])}`

/** The path prefix for the project or group of the data. */
const place = (value: unknown): string => {
  const { kind, id } = value as { readonly kind: string; readonly id: number }
  return `${kind}s/${id}`
}

/** The API path of each kind, from the data of its first event. */
const PATHS: Readonly<Record<string, (id: string, data: Data) => string>> = {
  project: (id) => `projects/${id}`,
  group: (id) => `groups/${id}`,
  user: (id) => `users/${id}`,
  merge_request: (_, data) => `projects/${part(data['targetProjectId'])}/merge_requests/${part(data['iid'])}`,
  issue: (_, data) => `${inProject(data)}/issues/${part(data['iid'])}`,
  deployment: (id, data) => `${inProject(data)}/deployments/${id}`,
  environment: (id, data) => `${inProject(data)}/environments/${id}`,
  pipeline: (id, data) => `${inProject(data)}/pipelines/${id}`,
  package: (id, data) => `${inProject(data)}/packages/${id}`,
  release: (_, data) => `${inProject(data)}/releases/${part(data['tag'])}`,
  protected_branch: (_, data) => `${inProject(data)}/protected_branches/${part(data['name'])}`,
  protected_environment: (_, data) =>
    `${data['scope']}s/${part(data['scopeId'])}/protected_environments/${part(data['name'])}`,
  member: (_, data) => `${data['source']}s/${part(data['sourceId'])}/members/${part(data['userId'])}`,
  label: (id, data) => `${place(data['place'])}/labels/${id}`,
  milestone: (id, data) => `${place(data['place'])}/milestones/${id}`,
  personal_access_token: (id) => `personal_access_tokens/${id}`,
  deploy_token: (id, data) =>
    data['projectId'] === null
      ? `groups/${part(data['groupId'])}/deploy_tokens/${id}`
      : `${inProject(data)}/deploy_tokens/${id}`,
  setting: () => 'application/settings',
  settings: () => 'application/settings',
}

/**
 * The API path of a subject, below `/api/v4/`; undefined for kinds without a path of their own.
 *
 * @example
 * assert.equal(documentPath({ kind: 'nothing', id: '7' }, {}), undefined)
 */
export const documentPath = ({ kind, id }: AuditTarget, firstData: unknown): string | undefined =>
  PATHS[kind]?.(id, firstData as Data)
