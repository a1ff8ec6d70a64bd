import { categoryOf, idOf, type StoredEvent } from '../kernel/envelope.js'
import { type AuditedEntity, auditedEntityOf, entityOfFirst } from './audited-entity.js'
import { AUDITED, type AuditWording } from './audited-events.js'
import { shownData } from './shown-data.js'

/** The action that an audit event records. */
export interface AuditAction {
  readonly add?: string
  readonly remove?: string
  readonly change?: string
  readonly from?: unknown
  readonly to?: unknown
  readonly custom_message?: string
}

/** A security-relevant event as the API shows it. */
export interface AuditEvent {
  readonly event: StoredEvent
  readonly entity: AuditedEntity
  readonly target: { readonly type: string; readonly id: number | string; readonly details: string | undefined }
  readonly action: AuditAction
}

type Data = Readonly<Record<string, unknown>>

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
  external_status_check: 'MergeRequests::ExternalStatusCheck',
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

/** Kinds whose ids are digests of secrets, or no numbers: their audit events refer to what they belong to. */
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

/** The value of a field before an event: the last one recorded in its stream. */
const before = (earlier: ReadonlyArray<StoredEvent>, field: string): unknown =>
  earlier.map(({ data }) => (data as Data)[field]).findLast((value) => value !== undefined)

const snake = (name: string): string => name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)

const isGroup = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Clients read `from` and `to` as single values: a list is shown with its members joined by commas. */
const single = (value: unknown): unknown => (Array.isArray(value) ? value.join(', ') : (value ?? null))

/** What changed in a value; of a group of values the first that differs. */
const differenceOf = (field: string, from: unknown, to: unknown): AuditAction => {
  if (!isGroup(to)) return { change: snake(field), from: single(from), to: single(to) }
  const known = isGroup(from) ? from : {}
  const key = Object.keys(to).find((name) => to[name] !== known[name]) ?? Object.keys(to)[0] ?? ''
  const change = field === 'features' ? `${snake(key)}_access_level` : `${snake(field)}_${snake(key)}`
  return { change, from: single(known[key]), to: single(to[key]) }
}

/**
 * The field of the earlier events of the stream that holds the previous value; undefined where no previous value is shown.
 *
 * @example
 * assert.equal(fieldBefore({ stream: 'project-1', type: 'ProjectChanged', data: { visibility: 'public' } }), 'visibility')
 */
export const fieldBefore = (event: StoredEvent): string | undefined => {
  const wording = AUDITED[categoryOf(event.stream)]?.[event.type]
  if (wording === undefined || !('changes' in wording)) return undefined
  const [field] = Object.keys(shownData(event) as Data)
  return field === 'branch' ? 'defaultBranch' : field
}

const changeOf = (event: StoredEvent, earlier: ReadonlyArray<StoredEvent>): AuditAction => {
  const [first] = Object.entries(shownData(event) as Data)
  const known = fieldBefore(event)
  if (first === undefined || known === undefined) return { custom_message: event.type }
  const [field, to] = first
  return differenceOf(field, before(earlier, known), to)
}

const actionOf = (wording: AuditWording, event: StoredEvent, earlier: ReadonlyArray<StoredEvent>): AuditAction => {
  if ('changes' in wording) return changeOf(event, earlier)
  return 'says' in wording ? { custom_message: wording.says } : wording
}

/**
 * The audit event for an event; `earlier`: the events before it in its stream, of which the first and the last one with the field of
 * `fieldBefore` suffice. Undefined for events that are not audited.
 *
 * @example
 * assert.equal(auditEventOf({ stream: 'label-1', type: 'LabelCreated', data: {} }, []), undefined)
 */
export const auditEventOf = (event: StoredEvent, earlier: ReadonlyArray<StoredEvent>): AuditEvent | undefined => {
  const first = earlier[0] ?? event
  const wording = AUDITED[categoryOf(event.stream)]?.[event.type]
  const entity = auditedEntityOf(event, () => entityOfFirst(first))
  if (wording === undefined || entity === undefined) return undefined
  return {
    event,
    entity,
    target: targetOf(event, first.data as Data, entity),
    action: actionOf(wording, event, earlier),
  }
}
