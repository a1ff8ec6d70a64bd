import { ACCESS, effectiveLevel } from '../../../../access/index.js'
import type { Forge } from '../../../../app/forge.js'
import type { IssuableType } from '../../../issuable/event-fields.js'
import { issueAccessOf } from '../../../planning/issue/use-cases/read.js'
import type { ProjectAccess } from '../../../projects/project/access.js'
import { mayRead } from '../../../review/merge-request/policy.js'
import type { MergeRequestRow } from '../../../review/merge-request/queries.js'
import { accessOf } from '../../../review/merge-request/use-cases/find.js'
import type { TodoTarget } from '../aggregate.js'
import type { Consequences } from '../rules/consequences.js'

/** What a to-do is about, and what somebody else is in front of it. */
export interface Matter {
  readonly targetType: TodoTarget
  readonly targetId: number
  readonly projectId: number
  readonly authorId: number
  /** Undefined for those who may not read it. */
  readonly accessOf: (userId: number) => ProjectAccess | undefined
}

/** A matter with what an event means for it; `internal` where only reporters and above may see why. */
export interface Turn {
  readonly matter: Matter
  readonly consequences: Consequences
  readonly internal?: boolean
  /** In whose name it comes, where not in that of the one who acted. */
  readonly inNameOf?: number
}

export const mergeRequestMatter = (forge: Forge, row: MergeRequestRow): Matter => ({
  targetType: 'MergeRequest',
  targetId: row.id,
  projectId: row.targetProjectId,
  authorId: row.authorId,
  accessOf: (userId) => {
    const access = accessOf(forge, userId, row)
    return access !== undefined && mayRead(access.facts) ? access.target : undefined
  },
})

/** Undefined where there is no such issue. */
export const issueMatter = (forge: Forge, issueId: number): Matter | undefined => {
  const row = forge.read.issues.byId(issueId)
  if (row === undefined) return undefined
  return {
    targetType: 'Issue',
    targetId: row.id,
    projectId: row.projectId,
    authorId: row.authorId,
    accessOf: (userId) => issueAccessOf(forge, userId, row),
  }
}

/** Undefined where it is gone. */
export const matterOf = (forge: Forge, type: IssuableType, id: number): Matter | undefined => {
  if (type === 'Issue') return issueMatter(forge, id)
  const row = forge.read.mergeRequests.byId(id)
  return row === undefined ? undefined : mergeRequestMatter(forge, row)
}

/** Whether somebody may see why they are to look at a thing. */
export const mayLookAt = ({ matter, internal = false }: Turn, userId: number): boolean => {
  const access = matter.accessOf(userId)
  return access !== undefined && (!internal || effectiveLevel(access.viewer) >= ACCESS.reporter)
}
