import { type Forge, wholeText } from '@forgefold/core/app'
import type { ProjectRow } from '@forgefold/core/domains/projects/project'
import { mergeRequestById } from '@forgefold/core/domains/review/merge-request'
import {
  attributesAfter,
  type DeliverableEvent,
  issueForPayload,
  noteForPayload,
} from '@forgefold/core/domains/webhooks/webhook'
import { issueIn, mergeRequestIn } from './issuables.js'
import { noteAttributes } from './note-attributes.js'
import { projectIn, repositoryIn, userIn } from './payload-parts.js'

/** The payload of a note on an issue or a merge request. */
export const notePayload = async (
  forge: Forge,
  project: ProjectRow,
  { id }: { readonly id: number },
  { userId, trigger }: DeliverableEvent,
) => {
  const row = noteForPayload(forge, id)
  if (row === undefined) return undefined
  const isIssue = row.noteableType === 'Issue'
  const issue = isIssue ? issueForPayload(forge, row.noteableId) : undefined
  const request = isIssue ? undefined : mergeRequestById(forge, row.noteableId)
  if (issue === undefined && request === undefined) return undefined
  const thing = issue ?? request
  const kind = isIssue ? 'issue' : 'merge_request'
  const { now } = await attributesAfter(forge, { kind, id: row.noteableId })
  const folder = isIssue ? 'issues' : 'merge_requests'
  const { diff } = row.discussion
  return {
    object_kind: 'note',
    event_type: trigger === 'confidential_note_events' ? 'confidential_note' : 'note',
    user: userIn(forge, userId),
    project_id: project.id,
    project: projectIn(forge, project),
    object_attributes: noteAttributes({
      id: row.id,
      authorId: row.authorId,
      projectId: project.id,
      discussionId: row.discussion.id,
      commitId: diff?.commitId ?? null,
      noteableId: row.noteableId,
      noteableType: row.noteableType,
      position: diff?.position,
      resolvedAt: row.resolvedAt,
      resolvedBy: row.resolvedBy,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
      type: row.discussion.individual ? null : diff === undefined ? 'DiscussionNote' : 'DiffNote',
      text: await wholeText(forge, row.body),
      url: `${forge.instance.externalUrl}/${project.fullPath}/-/${folder}/${thing?.iid}#note_${row.id}`,
    }),
    repository: repositoryIn(forge, project),
    ...(issue === undefined ? {} : { issue: await issueIn(forge, project, issue, now) }),
    ...(request === undefined ? {} : { merge_request: await mergeRequestIn(forge, project, request, now) }),
  }
}
