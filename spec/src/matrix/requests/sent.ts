import type { Person } from '../people.js'
import type { Place } from '../place.js'

/** What a request says besides its endpoint. */
export interface Sent {
  /** Parameters of the path that lead somewhere else than to the standing things. */
  readonly at?: Readonly<Record<string, string | number>>
  readonly json?: unknown
  readonly query?: string
  readonly bytes?: Uint8Array
  readonly headers?: Readonly<Record<string, string>>
  /** A token made for this request alone, in place of the caller's. */
  readonly as?: string
  /** Statuses that only those who were let in are told, besides the usual ones. */
  readonly letIn?: ReadonlyArray<number>
  /** A sentence that only those who were let in are told, where the status says it to others too. */
  readonly allowedText?: string
  /** Of the usual ones, those that are refusals here. */
  readonly refuses?: ReadonlyArray<number>
}

/** Makes what a request says, and what it takes away; made again after a caller was allowed. */
export type Making = (place: Place, caller: Person | undefined) => Sent | Promise<Sent>

/** How to ask for each endpoint that needs more than its path. */
export type Requests = Readonly<Record<string, Making>>

/** The same body for everybody. */
export const sends =
  (json: unknown, more: Omit<Sent, 'json'> = {}): Making =>
  () => ({ json, ...more })

const MERGE_REQUESTS = '/merge_requests/'
const ISSUES = '/issues/'

const ofThings = (place: Place, path: string, name: string): string | number | undefined => {
  const things = path.includes(MERGE_REQUESTS)
    ? place.onMergeRequest
    : path.includes(ISSUES)
      ? place.onIssue
      : undefined
  switch (name) {
    case 'issue_iid':
    case 'merge_request_iid':
    case 'noteable_iid':
    case 'eventable_iid':
      return things?.['iid']
    case 'note_id':
      return path.includes('/discussions/') ? things?.['noteInThread'] : things?.['note']
    case 'award_id':
      return path.includes('/notes/') ? things?.['noteAward'] : things?.['award']
    case 'event_id':
      return things?.[/resource_(\w+)_events/.exec(path)?.[1] ?? '']
    case 'approval_rule_id':
      return things?.['rule'] ?? place.standing[name]
    default:
      return things?.[name]
  }
}

const namedIn = (path: string): string => {
  if (path.includes('/protected_branches')) return 'kept'
  if (path.includes('/protected_tags')) return 'v*'
  if (path.startsWith('/groups') && path.includes('/protected_environments')) return 'staging'
  if (path.includes('/protected_environments')) return 'guarded'
  return path.startsWith('/groups') ? 'wide' : 'bug'
}

const standing = (place: Place, path: string, name: string): string | number => {
  const ofGroup = path.startsWith('/groups')
  switch (name) {
    case 'id':
      if (path.startsWith('/runners')) return place.standing['runner_id'] ?? 0
      return ofGroup ? place.groupId : place.projectId
    case 'name':
      return namedIn(path)
    case 'sha':
      return path.includes('/blobs/') ? (place.standing['blob'] ?? '') : place.sha
    case 'branch':
      return 'topic'
    case 'tag_name':
      return 't1'
    case 'key':
      return 'STANDING'
    case 'file_path':
      return 'README.md'
    case 'milestone_id':
      return (ofGroup ? place.standing['group_milestone'] : place.standing[name]) ?? 0
    case 'token_id':
      return (ofGroup ? place.standing['group_token'] : place.standing[name]) ?? 0
    default:
      return place.standing[name] ?? 1
  }
}

/** The endpoint's path with everything filled in. */
export const pathOf = (place: Place, path: string, { at = {} }: Sent): string =>
  path.replace(/[:*]([a-z_0-9]+)/g, (_, name: string) => {
    const value = at[name] ?? ofThings(place, path, name) ?? standing(place, path, name)
    return String(value)
      .split('/')
      .map(encodeURIComponent)
      .join(path.includes(`*${name}`) ? '/' : '%2F')
  })
