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

const user = (id: unknown): AuditedEntity => ({ type: 'User', id: Number(id) })

/** What lies in a project, or else in a group, or else in the instance. */
const ofPlace = (data: Data): AuditedEntity => {
  if (data['projectId'] !== null) return project(data['projectId'])
  return data['groupId'] === null ? INSTANCE : group(data['groupId'])
}

/** What the things of a kind belong to, from their number, the data of an event, and the data of the first one of the stream. */
const ENTITIES: Readonly<Record<string, (id: string, data: Data, first: Data) => AuditedEntity>> = {
  user,
  ssh_key: (_, __, first) => user(first['userId']),
  gpg_key: (_, __, first) => user(first['userId']),
  authorization_grant: (_, __, first) => user(first['userId']),
  session: (_, __, first) => user(first['userId']),
  personal_access_token: (_, __, first) => user(first['userId']),
  group,
  project,
  protected_tags: project,
  job_token_scope: project,
  member: (id) => (id.startsWith('group') ? group(id.split('-')[1]) : project(id.split('-')[1])),
  group_share: (_, __, first) => (first['source'] === 'group' ? group(first['sourceId']) : project(first['sourceId'])),
  protected_environment: (_, __, first) =>
    first['scope'] === 'group' ? group(first['scopeId']) : project(first['scopeId']),
  deploy_key: (_, data) => project(data['projectId']),
  deploy_token: (_, __, first) => ofPlace(first),
  ci_variable: (_, __, first) => ofOwner(first),
  runner: (_, data, first) => (typeof data['projectId'] === 'number' ? project(data['projectId']) : ofPlace(first)),
  runner_registration: (_, data) => ofOwner(data),
  approval_rules: (_, __, first) => project(first['projectId']),
  protected_branch: (_, __, first) => project(first['projectId']),
  pipeline: (_, __, first) => project(first['projectId']),
  release: (_, __, first) => project(first['projectId']),
  deployment: (_, __, first) => project(first['projectId']),
}

const entityOf = ({ stream, data }: StoredEvent, first: Data): AuditedEntity =>
  ENTITIES[categoryOf(stream)]?.(idOf(stream), data as Data, first) ?? INSTANCE

const NAMES = ['name', 'title', 'tag', 'key', 'branch', 'description'] as const

const TARGETS: Readonly<Record<string, string>> = {
  user: 'User',
  ssh_key: 'Key',
  gpg_key: 'GpgKey',
  group: 'Group',
  project: 'Project',
  member: 'User',
  protected_branch: 'ProtectedBranch',
  protected_tags: 'ProtectedTag',
  protected_environment: 'ProtectedEnvironment',
  approval_rules: 'ApprovalProjectRule',
  deploy_key: 'DeployKey',
  deploy_token: 'DeployToken',
  personal_access_token: 'PersonalAccessToken',
  oauth_application: 'Doorkeeper::Application',
  ci_variable: 'Ci::Variable',
  runner: 'Ci::Runner',
  pipeline: 'Ci::Pipeline',
  release: 'Release',
  deployment: 'Deployment',
  settings: 'ApplicationSetting',
}

/** Kinds whose numbers are digests of secrets, or no numbers of a thing: what is told of them is told of what they belong to. */
const WITHOUT_NUMBER: ReadonlySet<string> = new Set([
  'authorization_grant',
  'session',
  'group_share',
  'job_token_scope',
  'runner_registration',
])

const targetOf = ({ stream, data }: StoredEvent, first: Data, entity: AuditedEntity): AuditEvent['target'] => {
  const category = categoryOf(stream)
  if (WITHOUT_NUMBER.has(category)) return { ...entity, details: undefined }
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

const snake = (name: string): string => name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)

const isGroup = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Clients read `from` and `to` as single values: a list is told as its members with commas between them. */
const single = (value: unknown): unknown => (Array.isArray(value) ? value.join(', ') : (value ?? null))

/** What changed in a value; of a group of values the first that differs. */
const differenceOf = (field: string, from: unknown, to: unknown): AuditAction => {
  if (!isGroup(to)) return { change: snake(field), from: single(from), to: single(to) }
  const known = isGroup(from) ? from : {}
  const key = Object.keys(to).find((name) => to[name] !== known[name]) ?? Object.keys(to)[0] ?? ''
  const change = field === 'features' ? `${snake(key)}_access_level` : `${snake(field)}_${snake(key)}`
  return { change, from: single(known[key]), to: single(to[key]) }
}

const changeOf = (event: StoredEvent, earlier: ReadonlyArray<StoredEvent>): AuditAction => {
  const [first] = Object.entries(shownData(event) as Data)
  if (first === undefined) return { custom_message: event.type }
  const [field, to] = first
  const from = before(earlier, field === 'branch' ? 'defaultBranch' : field)
  return differenceOf(field, from, to)
}

const actionOf = (told: AuditWording, event: StoredEvent, earlier: ReadonlyArray<StoredEvent>): AuditAction => {
  if ('changes' in told) return changeOf(event, earlier)
  return 'says' in told ? { custom_message: told.says } : told
}

/**
 * What audit events tell of an event; `earlier` are those before it in its stream. Undefined for events that they do not tell of.
 *
 * @example
 * assert.equal(auditEventOf({ stream: 'label-1', type: 'LabelCreated', data: {} }, []), undefined)
 */
export const auditEventOf = (event: StoredEvent, earlier: ReadonlyArray<StoredEvent>): AuditEvent | undefined => {
  const told = AUDITED[categoryOf(event.stream)]?.[event.type]
  if (told === undefined) return undefined
  const first = (earlier[0] ?? event).data as Data
  if (categoryOf(event.stream) === 'approval_rules' && first['mergeRequestId'] !== null) return undefined
  const entity = entityOf(event, first)
  return { event, entity, target: targetOf(event, first, entity), action: actionOf(told, event, earlier) }
}
