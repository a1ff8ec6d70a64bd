import { type Principal, visibilityScopeOf } from '../../../access/index.js'
import type { Forge } from '../../../app/forge.js'
import type { Commit } from '../../../ports/git.js'
import type { MilestoneRow } from '../../planning/milestone/queries.js'
import { accessTo, mayInProject } from '../../projects/project/access.js'
import type { ProjectRow } from '../../projects/project/queries.js'
import type { TagReleases } from '../../projects/repository/tag-releases.js'
import type { ReleaseRow } from './queries.js'

/** A milestone of a release, with the count of its issues that the caller may see. */
export interface ReleaseMilestone {
  readonly row: MilestoneRow
  readonly issues: { readonly total: number; readonly closed: number }
}

/** What the presentation of a release needs. */
export interface ReleaseContext {
  readonly project: ProjectRow
  /** Undefined for callers who may not read the code, or where the commit is missing. */
  readonly commit: Commit | undefined
  readonly mayReadCode: boolean
  readonly milestones: ReadonlyArray<ReleaseMilestone>
}

const ONE = { page: 1, perPage: 1 } as const

const milestoneOf = (forge: Forge, principal: Principal, id: number): ReadonlyArray<ReleaseMilestone> => {
  const row = forge.read.milestones.byId(id)
  if (row === undefined) return []
  const filter = {
    visibleTo: visibilityScopeOf(principal),
    milestones: [id],
    orderBy: 'created_at',
    sort: 'desc',
  } as const
  const total = forge.read.issues.list(filter, ONE).total ?? 0
  const closed = forge.read.issues.list({ ...filter, state: 'closed' }, ONE).total ?? 0
  return [{ row, issues: { total, closed } }]
}

/** What the presentation of a release needs; undefined where its project is deleted. */
export const releaseContext = async (
  forge: Forge,
  principal: Principal,
  release: ReleaseRow,
): Promise<ReleaseContext | undefined> => {
  const project = forge.read.projects.byId(release.projectId)
  if (project === undefined) return undefined
  const mayReadCode = mayInProject(accessTo(forge, principal, project), 'download_code')
  const commit = mayReadCode ? await forge.git.of(project.id).commit(release.sha) : undefined
  const milestones = release.milestoneIds.flatMap((id) => milestoneOf(forge, principal, id))
  return { project, commit, mayReadCode, milestones }
}

/** The releases that tags show; `forge` is called once it is complete. */
export const tagReleasesOf = (forge: () => Forge): TagReleases => ({
  of: (projectId, tag) => {
    const row = forge().read.projectReleases.byTag(projectId, tag)
    return row === undefined ? undefined : { tag, description: row.description.text }
  },
})
