import * as E from 'fp-ts/lib/Either.js'
import type { SignedIn } from '../../../../access/principal.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import { given } from '../../../../kernel/index.js'
import { describe, wholeDescription } from '../../../issuable/description.js'
import { mentionsAndReferences, referencesFrom } from '../../../issuable/references.js'
import type { ProjectAccess } from '../../../projects/project/access.js'
import { resourceParentAndAncestors } from '../../../projects/resource-parent/access.js'
import { milestoneTitled } from '../../milestone/facts.js'
import type { IssueOrigin } from '../commands.js'
import type { IssueRow } from '../queries.js'
import { issueAttributes } from './attributes.js'
import { type IssueOpening, openIssue } from './open-issue.js'

/** An issue that is copied, and the place of the copy. */
export interface IssueCopy {
  readonly principal: SignedIn
  readonly row: IssueRow
  readonly there: ProjectAccess
}

/** Labels of the same titles in the other project; missing ones are left out. */
const labelsThere = (forge: Forge, row: IssueRow, projectId: number): ReadonlyArray<number> => {
  const places = resourceParentAndAncestors(forge, { kind: 'project', id: projectId })
  const found = forge.read.labels.rows(row.labelIds).map(({ title }) => forge.read.labels.named(places, title)?.id)
  return [...new Set(found.filter((id) => id !== undefined))]
}

const targetMilestone = (forge: Forge, { milestoneId }: IssueRow, projectId: number): number | null => {
  const title = milestoneId === null ? undefined : forge.read.milestones.byId(milestoneId)?.title
  return title === undefined ? null : (milestoneTitled(forge, projectId, title)?.id ?? null)
}

const textThere = async (forge: Forge, row: IssueRow, projectId: number): Promise<string | null> => {
  const text = await wholeDescription(forge, row.description)
  const path = forge.read.projects.byId(row.projectId)?.fullPath
  return text === null || path === undefined || row.projectId === projectId ? text : referencesFrom(text, path)
}

/** Creates the issue in the other project, with the attributes that exist there. Rejections: those of `openIssue`. */
export const copyIssue = async (
  forge: Forge,
  context: CommandContext,
  { principal, row, there }: IssueCopy,
  { authorId, origin }: { readonly authorId: number; readonly origin: IssueOrigin },
  opening: IssueOpening = {},
): UseCaseResult<IssueRow> => {
  const projectId = there.project.id
  const wanted = {
    assigneeIds: row.assigneeIds,
    milestoneId: targetMilestone(forge, row, projectId),
    dueDate: row.dueDate,
    weight: row.weight,
    issueType: row.issueType,
  }
  const attributes = await issueAttributes(forge, principal, there, wanted, context)
  if (E.isLeft(attributes)) return attributes
  const { assigneeIds = [], milestoneId = null, dueDate = null, weight, issueType } = attributes.right
  const text = await textThere(forge, row, projectId)
  const draft = {
    type: 'Create',
    origin,
    projectId,
    authorId,
    title: row.title,
    description: await describe(forge, text),
    ...mentionsAndReferences(forge, { principal, projectId }, `${row.title}\n${text ?? ''}`),
    confidential: row.confidential,
    discussionLocked: row.discussionLocked,
    assigneeIds,
    labelIds: labelsThere(forge, row, projectId),
    milestoneId,
    dueDate,
    ...given({ weight, issueType }),
  } as const
  return openIssue(forge, draft, context, opening)
}
