import { decodePath } from '../../http/request-path.js'
import type { Kind, Place } from './kind.js'
import { GROUP_KINDS, OWNERS } from './owners.js'
import { PROJECT_KINDS } from './project-kinds.js'

/** A kind that a path may refer to, with the place it names. */
export interface Candidate {
  readonly kind: Kind
  readonly place: Place
}

const behind = (owner: string, rest: string, of: 'project' | 'group'): ReadonlyArray<Candidate> => {
  for (const kind of of === 'project' ? PROJECT_KINDS : GROUP_KINDS) {
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
  if (rest.length > 0) return behind(owner, rest.join('/-/'), isGroup ? 'group' : 'project')
  const place = { owner, parts: [] }
  if (isGroup) return [{ kind: OWNERS.group, place }]
  return (owner.includes('/') ? [OWNERS.project, OWNERS.group] : [OWNERS.user, OWNERS.group]).map((kind) => ({
    kind,
    place,
  }))
}
