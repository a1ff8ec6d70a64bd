import { categoryOf, idOf, type StoredEvent } from '../kernel/envelope.js'
import { AUDITED, type AuditWording } from './audited-events.js'
import { shownData } from './shown-data.js'

/** What an audit event belongs to. */
export interface AuditedEntity {
  readonly type: 'User' | 'Group' | 'Project' | 'Gitlab::Audit::InstanceScope'
  readonly id: number
}

/** What was done, as audit events tell it. */
export interface AuditAction {
  readonly add?: string
  readonly remove?: string
  readonly change?: string
  readonly from?: unknown
  readonly to?: unknown
  readonly custom_message?: string
}

/** A security-relevant event as audit events of the API tell it. */
export interface AuditEvent {
  readonly event: StoredEvent
  readonly entity: AuditedEntity
  readonly target: { readonly type: string; readonly id: number | string; readonly details: string | undefined }
  readonly action: AuditAction
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

/** What an event belongs to, from the name of its stream and the data of that stream's first event. */
const entityOf = ({ stream }: StoredEvent, first: Data): AuditedEntity | undefined => {
  const id = idOf(stream)
  switch (categoryOf(stream)) {
    case 'user':
      return { type: 'User', id: Number(id) }
    case 'personal_access_token':
      return { type: 'User', id: Number(first['userId']) }
    case 'group':
      return group(id)
    case 'project':
    case 'protected_tags':
      return project(id)
    case 'member':
      return id.startsWith('group') ? group(id.split('-')[1]) : project(id.split('-')[1])
    case 'protected_environment':
      return first['scope'] === 'group' ? group(first['scopeId']) : project(first['scopeId'])
    case 'deploy_token':
      return first['projectId'] === null ? group(first['groupId']) : project(first['projectId'])
    case 'ci_variable':
      return ofOwner(first)
    case 'approval_rules':
    case 'protected_branch':
    case 'release':
    case 'deployment':
      return project(first['projectId'])
    default:
      return INSTANCE
  }
}

const NAMES = ['name', 'tag', 'key', 'branch'] as const

const TARGETS: Readonly<Record<string, string>> = {
  user: 'User',
  group: 'Group',
  project: 'Project',
  member: 'User',
  protected_branch: 'ProtectedBranch',
  protected_tags: 'ProtectedTag',
  protected_environment: 'ProtectedEnvironment',
  approval_rules: 'ApprovalProjectRule',
  deploy_token: 'DeployToken',
  personal_access_token: 'PersonalAccessToken',
  oauth_application: 'Doorkeeper::Application',
  ci_variable: 'Ci::Variable',
  release: 'Release',
  deployment: 'Deployment',
  settings: 'ApplicationSetting',
}

const targetOf = ({ stream, data }: StoredEvent, first: Data): AuditEvent['target'] => {
  const category = categoryOf(stream)
  const id = idOf(stream)
  const own = category === 'member' ? id.split('-')[2] : id
  const details = NAMES.map((name) => (data as Data)[name] ?? first[name]).find((name) => typeof name === 'string')
  return {
    type: TARGETS[category] ?? category,
    id: /^\d+$/.test(own ?? '') ? Number(own) : id,
    details: typeof details === 'string' ? details : undefined,
  }
}

/** The value that a field had before an event: the last one that its stream tells. */
const before = (earlier: ReadonlyArray<StoredEvent>, field: string): unknown =>
  earlier.map(({ data }) => (data as Data)[field]).findLast((value) => value !== undefined)

const changeOf = (event: StoredEvent, earlier: ReadonlyArray<StoredEvent>): AuditAction => {
  const [first] = Object.entries(shownData(event) as Data)
  if (first === undefined) return { custom_message: event.type }
  const [field, to] = first
  const from = before(earlier, field === 'branch' ? 'defaultBranch' : field)
  return { change: field.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`), from: from ?? null, to }
}

const actionOf = (told: AuditWording, event: StoredEvent, earlier: ReadonlyArray<StoredEvent>): AuditAction => {
  if ('changes' in told) return changeOf(event, earlier)
  return 'says' in told ? { custom_message: told.says } : told
}

/** What audit events tell of an event; `earlier` are those before it in its stream. Undefined for events that they do not tell of. */
export const auditEventOf = (event: StoredEvent, earlier: ReadonlyArray<StoredEvent>): AuditEvent | undefined => {
  const told = AUDITED[categoryOf(event.stream)]?.[event.type]
  if (told === undefined) return undefined
  const first = (earlier[0] ?? event).data as Data
  if (categoryOf(event.stream) === 'approval_rules' && first['mergeRequestId'] !== null) return undefined
  const entity = entityOf(event, first)
  return entity === undefined
    ? undefined
    : { event, entity, target: targetOf(event, first), action: actionOf(told, event, earlier) }
}
