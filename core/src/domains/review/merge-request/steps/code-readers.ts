import * as E from 'fp-ts/lib/Either.js'
import { anonymous, type Viewer, viewerOf } from '../../../../access/index.js'
import type { Forge } from '../../../../app/forge.js'
import { findIssue, issueReaderAccess } from '../../../planning/issue/access.js'
import { mayReadIssue } from '../../../planning/issue/policy.js'
import type { IssueRow } from '../../../planning/issue/queries.js'
import { mayInProject } from '../../../projects/project/access.js'
import type { ProjectRow } from '../../../projects/project/queries.js'

/** A signed-in user without any role. */
const STRANGER: Viewer = { signedIn: true, admin: false, external: false, level: 0 }

/** The most members of a project that are checked one by one; with more, some count as unable to read the issue. */
const MAX_MEMBERS = 1000

const everyMemberReads = (forge: Forge, project: ProjectRow, issue: IssueRow): boolean => {
  const place = { source: 'project', sourceId: project.id, inherited: true } as const
  const members = forge.read.members.list(place, { page: 1, perPage: MAX_MEMBERS + 1 }).rows
  return (
    members.length <= MAX_MEMBERS &&
    members.every(
      ({ userId, level }) =>
        !mayInProject({ project, viewer: { ...STRANGER, level }, tier: forge.instance.tier }, 'download_code') ||
        issueReaderAccess(forge, userId, issue) !== undefined,
    )
  )
}

/** Whether every user who reads the code of a project may read the issue, because commit messages are visible to all of them. */
export const codeReadersMayRead = (forge: Forge, project: ProjectRow, issue: IssueRow): boolean => {
  const { tier } = forge.instance
  const isOpenTo = (viewer: Viewer): boolean => mayInProject({ project, viewer, tier }, 'download_code')
  // Readers of the code see the project, and with it all issues that are not restricted.
  if (issue.projectId === project.id && !issue.confidential && project.features.issues === 'enabled') return true
  const ref = { project: issue.projectId, iid: issue.iid }
  if (E.isRight(findIssue(forge, anonymous, ref))) return true
  if (isOpenTo(viewerOf(anonymous, 0))) return false
  const place = forge.read.projects.byId(issue.projectId)
  if (place === undefined) return false
  const stranger = { project: { project: place, viewer: STRANGER, tier }, userId: undefined, issue }
  return (!isOpenTo(STRANGER) || mayReadIssue(stranger)) && everyMemberReads(forge, project, issue)
}
