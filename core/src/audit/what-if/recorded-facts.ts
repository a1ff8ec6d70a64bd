import { ACCESS } from '../../access/index.js'
import { categoryOf, idOf, type StoredEvent } from '../../kernel/envelope.js'
import { type Instant, millisecondsOf } from '../../kernel/instant.js'

export type Data = Readonly<Record<string, unknown>>

/** The newest value of each field that the events of an aggregate have set. */
type Fields = Map<string, unknown>

const put = (fields: Fields, data: Data): void => {
  for (const [name, value] of Object.entries(data))
    if (value !== undefined && !LEFT_OUT.has(name)) fields.set(name, value)
}

/** The actions of each kind and user, with their times in milliseconds. */
type Moments = Map<string, Array<number>>

/** Categories on whose fields decisions depend. */
const KEPT: ReadonlySet<string> = new Set([
  'project',
  'group',
  'user',
  'member',
  'merge_request',
  'deployment',
  'environment',
  'discussion',
  'pipeline',
  'protected_branch',
  'protected_environment',
])

/** Long fields on which no decision depends. */
const LEFT_OUT: ReadonlySet<string> = new Set(['description', 'profile', 'codeOwners', 'files'])

/** The facts recorded in a history up to an event, from which the decision on that event is repeated. */
export class RecordedFacts {
  readonly #kinds = new Map<string, Map<string, Fields>>([...KEPT].map((kind) => [kind, new Map()]))
  readonly #approvers = new Map<string, Set<number>>()
  /** By merge request: its unresolved threads. */
  readonly #open = new Map<string, Set<string>>()
  /** The status of the newest pipeline of a commit. */
  readonly #pipelines = new Map<string, string>()
  readonly #settings = new Map<string, unknown>()
  readonly #admins = new Set<number>()
  readonly #done: Moments = new Map()

  /** A field of an aggregate. */
  of(kind: string, id: unknown, field: string): unknown {
    return this.#kinds.get(kind)?.get(`${id}`)?.get(field)
  }

  /** A field of the aggregate of a kind with these field values. */
  whose(kind: string, wanted: Data, field: string): unknown {
    for (const fields of this.#kinds.get(kind)?.values() ?? [])
      if (Object.entries(wanted).every(([name, value]) => fields.get(name) === value)) return fields.get(field)
    return undefined
  }

  setting(name: string): unknown {
    return this.#settings.get(name)
  }

  approversOf(kind: string, id: unknown): ReadonlySet<number> {
    return this.#approvers.get(`${kind}-${id}`) ?? new Set()
  }

  openThreadsOf(mergeRequestId: unknown): number {
    return this.#open.get(`${mergeRequestId}`)?.size ?? 0
  }

  pipelineStatusOf(projectId: unknown, sha: unknown): string | undefined {
    return this.#pipelines.get(`${projectId} ${sha}`)
  }

  isAdmin(userId: number): boolean {
    return this.#admins.has(userId)
  }

  /** The role of a user in a project, with inherited ones; the owner of a personal namespace counts as an owner. */
  levelIn(projectId: unknown, userId: number): number {
    const level = (source: string, id: unknown): number =>
      Number(this.of('member', `${source}-${id}-${userId}`, 'level') ?? 0)
    let highest: number = level('project', projectId)
    const own = this.of('user', userId, 'namespaceId')
    if (own !== undefined && this.of('project', projectId, 'namespaceId') === own) highest = ACCESS.owner
    let groupId = this.of('project', projectId, 'groupId')
    for (let depth = 0; typeof groupId === 'number' && depth < 100; depth++) {
      highest = Math.max(highest, level('group', groupId))
      groupId = this.of('group', groupId, 'parentId')
    }
    return highest
  }

  /** How often an action was done in the minute that ends at this moment, this time included. */
  within(what: string, at: Instant): number {
    const since = millisecondsOf(at) - 60_000
    return (this.#done.get(what) ?? []).filter((moment) => moment > since).length
  }

  note(what: string, at: Instant): void {
    const moments = this.#done.get(what) ?? []
    this.#done.set(what, moments)
    moments.push(millisecondsOf(at))
    if (moments.length > 10_000) moments.splice(0, 5000)
  }

  #approvals({ stream, type, data }: StoredEvent): void {
    const { userId, status } = data as { readonly userId?: number; readonly status?: string }
    const known = this.#approvers.get(stream) ?? new Set()
    this.#approvers.set(stream, known)
    if (type === 'ApprovalsReset') known.clear()
    else if (type === 'Unapproved' || status === 'rejected') known.delete(Number(userId))
    else known.add(Number(userId))
  }

  /** A thread is unresolved from its first note until it is resolved; individual notes are not resolvable. */
  #threads({ stream, type, data }: StoredEvent): void {
    if (this.of('discussion', idOf(stream), 'noteableType') !== 'MergeRequest') return
    const request = `${this.of('discussion', idOf(stream), 'noteableId')}`
    const open = this.#open.get(request) ?? new Set()
    this.#open.set(request, open)
    if (type === 'DiscussionStarted' && (data as Data)['individual'] !== true) open.add(stream)
    if (type === 'DiscussionUnresolved' || type === 'NoteUnresolved') open.add(stream)
    if (type === 'DiscussionResolved' || type === 'NoteResolved') open.delete(stream)
  }

  #pipeline({ stream, type, data }: StoredEvent): void {
    const fields = this.#kinds.get('pipeline')?.get(idOf(stream))
    const { status: moved, skipped, yamlErrors } = data as Data
    const first = skipped === true ? 'skipped' : yamlErrors === null ? 'created' : 'failed'
    const status = type === 'PipelineMoved' ? String(moved) : first
    for (const sha of [fields?.get('sha'), fields?.get('sourceSha')])
      if (typeof sha === 'string') this.#pipelines.set(`${fields?.get('projectId')} ${sha}`, status)
  }

  /** Records the facts of an event. */
  take(event: StoredEvent): void {
    const { stream, type } = event
    const category = categoryOf(stream)
    const data = event.data as Data
    const things = this.#kinds.get(category)
    const fields: Fields = things?.get(idOf(stream)) ?? new Map()
    things?.set(idOf(stream), fields)
    // A version names its committers itself, or that they are not recorded.
    if (type === 'VersionRecorded') fields.delete('committerIds')
    if (things !== undefined) put(fields, data)
    if (category === 'settings' && typeof data['values'] === 'object')
      for (const [name, entry] of Object.entries(data['values'] as Record<string, Data>))
        this.#settings.set(name, entry['value'])
    if (category === 'user' && (type === 'AdminGranted' || data['admin'] === true))
      this.#admins.add(Number(idOf(stream)))
    if (type === 'AdminRevoked') this.#admins.delete(Number(idOf(stream)))
    if (type === 'BranchUnprotected' || type === 'EnvironmentUnprotected') things?.delete(idOf(stream))
    if (type === 'MemberRemoved' || type === 'MembershipExpired') fields.delete('level')
    if (['Approved', 'Unapproved', 'ApprovalsReset', 'ApprovalGiven'].includes(type)) this.#approvals(event)
    if (category === 'discussion') this.#threads(event)
    if (category === 'pipeline' && (type === 'PipelineCreated' || type === 'PipelineMoved')) this.#pipeline(event)
  }
}
