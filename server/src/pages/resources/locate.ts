import { decodePath } from '../../http/request-path.js'
import { GROUP_KINDS } from './group-kinds.js'
import { INSTANCE_KINDS } from './instance-kinds.js'
import type { Kind, Place } from './kind.js'
import { OWNERS } from './owners.js'
import { PROJECT_KINDS } from './project-kinds.js'

/** A kind that a path may refer to, with the place it names. */
export interface Candidate {
  readonly kind: Kind
  readonly place: Place
}

const matching = (kinds: ReadonlyArray<Kind>, owner: string, rest: string): ReadonlyArray<Candidate> => {
  for (const kind of kinds) {
    const found = kind.pattern.exec(rest)
    if (found !== null) return [{ kind, place: { owner, parts: found.slice(1).map((part) => part ?? '') } }]
  }
  return []
}

/** What a path may refer to, the likeliest first; empty if it is the path of no resource. */
export const candidatesOf = (path: string): ReadonlyArray<Candidate> => {
  const decoded = decodePath(path.replace(/^\//, '').replace(/\/$/, ''))
  if (decoded === undefined || decoded === '' || decoded.startsWith('-/')) return []
  const isGroup = decoded.startsWith('groups/')
  const [owner = '', ...rest] = (isGroup ? decoded.slice('groups/'.length) : decoded).split('/-/')
  if (rest.length > 0) return matching(isGroup ? GROUP_KINDS : PROJECT_KINDS, owner, rest.join('/-/'))
  const ofInstance = matching(INSTANCE_KINDS, '', decoded)
  if (ofInstance.length > 0) return ofInstance
  const place = { owner, parts: [] }
  if (isGroup) return [{ kind: OWNERS.group, place }]
  return (owner.includes('/') ? [OWNERS.project, OWNERS.group] : [OWNERS.user, OWNERS.group]).map((kind) => ({
    kind,
    place,
  }))
}

/** Folders of a project whose addresses once had no `/-/`. */
const ONCE_WITHOUT_DASH =
  /^(\/[^/]+\/.+?)(\/(?:blame|blob|branches|builds|commits?|compare|deployments|environments|issues|jobs|merge_requests|milestones|packages|pipelines|releases|tags|tree)(?:\/.*)?)$/

/** The present address for one of old mails and documents, of which there is nothing by itself; undefined for others. */
export const addressWithDash = (path: string): string | undefined => {
  const [, project, rest] = path.includes('/-/') ? [] : (ONCE_WITHOUT_DASH.exec(path) ?? [])
  return project === undefined ? undefined : `${project}/-${rest}`
}
