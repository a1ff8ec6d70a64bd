import { categoryOf, idOf, type StoredEvent } from '../kernel/envelope.js'
import { AUDITED } from './audited-events.js'

/** The entity that an audit event belongs to. */
export interface AuditedEntity {
  readonly type: 'User' | 'Group' | 'Project' | 'Gitlab::Audit::InstanceScope'
  readonly id: number
}

type Data = Readonly<Record<string, unknown>>

const project = (id: unknown): AuditedEntity => ({ type: 'Project', id: Number(id) })

const group = (id: unknown): AuditedEntity => ({ type: 'Group', id: Number(id) })

const INSTANCE: AuditedEntity = { type: 'Gitlab::Audit::InstanceScope', id: 1 }

const ofOwner = (data: Data): AuditedEntity => {
  const { kind, id } = (data['owner'] ?? {}) as { readonly kind?: string; readonly id?: number }
  if (kind === 'project') return project(id)
  return kind === 'group' ? group(id) : INSTANCE
}

const user = (id: unknown): AuditedEntity => ({ type: 'User', id: Number(id) })

/** The entity of data with a project id, a group id or neither: the project, the group or the instance. */
const ofPlace = (data: Data): AuditedEntity => {
  if (data['projectId'] !== null) return project(data['projectId'])
  return data['groupId'] === null ? INSTANCE : group(data['groupId'])
}

/** The entity by the id, or by the data of this event; undefined where this event does not name it. */
const BY_EVENT: Readonly<Record<string, (id: string, data: Data) => AuditedEntity | undefined>> = {
  user,
  group,
  project,
  protected_tags: project,
  job_token_scope: project,
  member: (id) => (id.startsWith('group') ? group(id.split('-')[1]) : project(id.split('-')[1])),
  deploy_key: (_, data) => project(data['projectId']),
  runner: (_, data) => (typeof data['projectId'] === 'number' ? project(data['projectId']) : undefined),
  runner_registration: (_, data) => ofOwner(data),
}

/** The entity by the first event of the stream, which holds for all later ones. Undefined: none. */
const BY_FIRST: Readonly<Record<string, (first: Data) => AuditedEntity | undefined>> = {
  ssh_key: (first) => user(first['userId']),
  gpg_key: (first) => user(first['userId']),
  authorization_grant: (first) => user(first['userId']),
  session: (first) => user(first['userId']),
  personal_access_token: (first) => user(first['userId']),
  group_share: (first) => (first['source'] === 'group' ? group(first['sourceId']) : project(first['sourceId'])),
  protected_environment: (first) => (first['scope'] === 'group' ? group(first['scopeId']) : project(first['scopeId'])),
  deploy_token: ofPlace,
  ci_variable: ofOwner,
  runner: ofPlace,
  approval_rules: (first) => (first['mergeRequestId'] === null ? project(first['projectId']) : undefined),
  external_status_check: (first) => project(first['projectId']),
  protected_branch: (first) => project(first['projectId']),
  pipeline: (first) => project(first['projectId']),
  release: (first) => project(first['projectId']),
  deployment: (first) => project(first['projectId']),
}

/**
 * The entity that the first event of a stream names; undefined where it names none.
 *
 * @example
 * assert.deepEqual(entityOfFirst({ stream: 'release-7', data: { projectId: 3 } }), { type: 'Project', id: 3 })
 */
export const entityOfFirst = ({ stream, data }: StoredEvent): AuditedEntity | undefined =>
  BY_FIRST[categoryOf(stream)]?.(data as Data)

/**
 * The entity of an audited event; undefined for events that are not audited. `ofFirst` is called where only the first event of its stream
 * names it.
 *
 * @example
 * const event = { stream: 'project-7', type: 'ProjectCreated', data: {} }
 * assert.deepEqual(auditedEntityOf(event, () => undefined), { type: 'Project', id: 7 })
 */
export const auditedEntityOf = (
  { stream, type, data }: StoredEvent,
  ofFirst: () => AuditedEntity | undefined,
): AuditedEntity | undefined => {
  const category = categoryOf(stream)
  if (AUDITED[category]?.[type] === undefined) return undefined
  const own = BY_EVENT[category]?.(idOf(stream), data as Data)
  if (own !== undefined) return own
  return category in BY_FIRST ? ofFirst() : INSTANCE
}
