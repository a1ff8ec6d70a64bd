import * as E from 'fp-ts/lib/Either.js'
import { UNRESTRICTED } from '../../../../access/index.js'
import type { Forge } from '../../../../app/forge.js'
import { storeText, wholeText } from '../../../../app/long-text.js'
import { type Rejection, unavailable } from '../../../../kernel/index.js'
import type { IssueRow } from '../../../planning/issue/queries.js'
import type { MilestoneRow } from '../../../planning/milestone/queries.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import type { ReleaseRow } from '../queries.js'

/** What an evidence says of the release itself. */
export type EvidencedRelease = Pick<ReleaseRow, 'id' | 'tag' | 'name' | 'description' | 'milestoneIds' | 'createdAt'>

const PER_PAGE = 100

/** Issues of the milestone in that project which are not confidential, by id. */
const publicIssues = (forge: Forge, projectId: number, milestoneId: number): ReadonlyArray<IssueRow> => {
  const found: Array<IssueRow> = []
  const filter = {
    visibleTo: UNRESTRICTED,
    projectId,
    milestones: [milestoneId],
    confidential: false,
    orderBy: 'created_at',
    sort: 'asc',
  } as const
  for (let page = 1; ; page++) {
    const { rows } = forge.read.issues.list(filter, { page, perPage: PER_PAGE })
    found.push(...rows)
    if (rows.length < PER_PAGE) return found
  }
}

const issueOf = (issue: IssueRow) => ({
  id: issue.id,
  iid: issue.iid,
  title: issue.title,
  state: issue.state,
  created_at: issue.createdAt,
  due_date: issue.dueDate,
})

const milestoneOf = async (forge: Forge, projectId: number, milestone: MilestoneRow) => ({
  id: milestone.id,
  iid: milestone.iid,
  title: milestone.title,
  description: await wholeText(forge, milestone.description),
  state: milestone.state,
  due_date: milestone.dueDate,
  created_at: milestone.createdAt,
  issues: publicIssues(forge, projectId, milestone.id).map(issueOf),
})

/**
 * The evidence of a release as it is now: the JSON document with project, notes, milestones and their issues. It names no people, because it
 * could not be changed when one of them is erased.
 */
const evidenceDocument = async (forge: Forge, release: EvidencedRelease, project: ProjectRow): Promise<string> => {
  const milestones = release.milestoneIds.flatMap((id) => forge.read.milestones.byId(id) ?? [])
  const document = {
    release: {
      id: release.id,
      tag_name: release.tag,
      name: release.name,
      project: {
        id: project.id,
        name: project.name,
        created_at: project.createdAt,
        description: project.description,
      },
      created_at: release.createdAt,
      description: await wholeText(forge, release.description),
      milestones: await Promise.all(milestones.map((milestone) => milestoneOf(forge, project.id, milestone))),
    },
  }
  return JSON.stringify(document)
}

/** Stores the evidence of a release as it is now; returns the SHA-256 by which the blob is found. Rejections: `Unavailable`. */
export const storeEvidence = async (
  forge: Forge,
  release: EvidencedRelease,
  project: ProjectRow,
): Promise<E.Either<Rejection, string>> => {
  const sha256 = await storeText(forge.blobs, await evidenceDocument(forge, release, project))
  return E.fromNullable(unavailable('the evidence was not stored'))(sha256)
}
