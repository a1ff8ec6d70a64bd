import * as E from 'fp-ts/lib/Either.js'
import { ACCESS, effectiveLevel } from '../../../../access/index.js'
import type { Caller } from '../../../../app/caller.js'
import type { Forge, UseCase, UseCaseResult } from '../../../../app/forge.js'
import { given, type Instant, invalid, refuse, unauthenticated } from '../../../../kernel/index.js'
import { describe } from '../../../issuable/description.js'
import { saveWithQuickActions } from '../../../issuable/quick-actions.js'
import { mentionsAndReferences } from '../../../issuable/references.js'
import { type ProjectRef, projectFor } from '../../../projects/project/access.js'
import type { FollowedThreads } from '../followed-threads.js'
import type { IssueRow } from '../queries.js'
import { type IssueAttributes, issueAttributes } from '../steps/attributes.js'
import { openIssue } from '../steps/open-issue.js'

/** A new issue. */
export interface CreateIssue extends IssueAttributes {
  readonly project: ProjectRef
  readonly title: string
  readonly description: string | null
  readonly confidential: boolean
  /** A creation time other than now, for owners only. */
  readonly createdAt?: Instant | undefined
  /** The chosen iid, for owners only; ignored for others. */
  readonly iid?: number | undefined
  /** The User-Agent of the client. */
  readonly userAgent?: string | undefined
  /** Threads that are resolved because the issue is created for them. */
  readonly follows?: Omit<FollowedThreads, 'project'> | undefined
}

const MAX_INT32 = 2_147_483_647
const MAX_USER_AGENT_LENGTH = 512

const iidErrors = (iid: number | undefined): ReadonlyArray<string> => {
  if (iid === undefined) return []
  if (iid < 1) return ['must be greater than 0']
  return iid > MAX_INT32 ? [`must be less than or equal to ${MAX_INT32}`] : []
}

const keepIssue = async (forge: Forge, { principal, context }: Caller, input: CreateIssue): UseCaseResult<IssueRow> => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const access = projectFor(forge, principal, input.project, 'create_issue')
  if (E.isLeft(access)) return access
  const isOwner = effectiveLevel(access.right.viewer) >= ACCESS.owner
  const chosen = isOwner ? input.iid : undefined
  const wrong = iidErrors(chosen)
  if (wrong.length > 0) return refuse(invalid({ iid: wrong }))
  const attributes = await issueAttributes(forge, principal, access.right, input, context)
  if (E.isLeft(attributes)) return attributes
  const { assigneeIds = [], labelIds = [], milestoneId = null, dueDate = null, weight, issueType } = attributes.right
  const title = input.title.trim()
  const draft = {
    type: 'Create',
    projectId: access.right.project.id,
    authorId: principal.userId,
    title,
    description: await describe(forge, input.description),
    ...mentionsAndReferences(
      forge,
      { principal, projectId: access.right.project.id },
      `${title}\n${input.description ?? ''}`,
    ),
    confidential: input.confidential,
    discussionLocked: null,
    assigneeIds,
    labelIds,
    milestoneId,
    dueDate,
    ...given({
      weight,
      issueType,
      createdAt: isOwner ? input.createdAt : undefined,
      userAgent: input.userAgent?.slice(0, MAX_USER_AGENT_LENGTH),
    }),
  } as const
  return openIssue(forge, draft, context, { iid: chosen })
}

const saveIssue: UseCase<CreateIssue, IssueRow> = (forge, caller, input) =>
  saveWithQuickActions(forge, caller, {
    type: 'Issue',
    description: input.description,
    isNew: true,
    keep: (description) => keepIssue(forge, caller, { ...input, description: description ?? null }),
    refOf: ({ projectId, iid }) => ({ project: projectId, iid }),
    reread: ({ id }) => forge.read.issues.byId(id),
  })

/**
 * Creates an issue, executes the quick actions of its description, and resolves the threads that it is created for.
 * Rejections: `NotFound` (Project); `Forbidden`; `Invalid` (title, iid); `Conflict` (the iid is taken); `Unavailable`.
 */
export const createIssue: UseCase<CreateIssue, IssueRow> = async (forge, caller, input) => {
  const { project, follows } = input
  const threads =
    follows === undefined ? undefined : await forge.mergeRequestThreads.find(forge, caller, { project, ...follows })
  const description = input.description ?? threads?.description ?? null
  const made = await saveIssue(forge, caller, { ...input, description })
  if (E.isLeft(made) || threads === undefined) return made
  const resolved = await threads.resolve()
  return E.isLeft(resolved) ? resolved : made
}
