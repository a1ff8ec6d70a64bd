import { type Forge, wholeText } from '@forgefold/core/app'
import type { ProjectRow } from '@forgefold/core/domains/projects/project'
import { mergeRequestById } from '@forgefold/core/domains/review/merge-request'
import {
  attributesAfter,
  type DeliverableEvent,
  issueForPayload,
  noteForPayload,
} from '@forgefold/core/domains/webhooks/webhook'
import { lineCode, presentPosition } from '../api/v4/conversation/notes/diff-position-presenter.js'
import { issueIn, mergeRequestIn } from './issuables.js'
import { payloadTime, projectIn, repositoryIn, userIn } from './payload-parts.js'

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
  const position = diff === undefined ? null : presentPosition(diff.position)
  const text = await wholeText(forge, row.body)
  return {
    object_kind: 'note',
    event_type: trigger === 'confidential_note_events' ? 'confidential_note' : 'note',
    user: userIn(forge, userId),
    project_id: project.id,
    project: projectIn(forge, project),
    object_attributes: {
      attachment: null,
      author_id: row.authorId,
      change_position: null,
      commit_id: diff?.commitId ?? null,
      created_at: payloadTime(row.createdAt),
      discussion_id: row.discussion.id,
      id: row.id,
      line_code: diff === undefined ? null : lineCode(diff.position, diff.position),
      note: text,
      noteable_id: row.noteableId,
      noteable_type: row.noteableType,
      original_position: position,
      position,
      project_id: project.id,
      resolved_at: payloadTime(row.resolvedAt),
      resolved_by_id: row.resolvedBy,
      resolved_by_push: null,
      st_diff: null,
      system: false,
      type: row.discussion.individual ? null : diff === undefined ? 'DiscussionNote' : 'DiffNote',
      updated_at: payloadTime(row.updatedAt),
      updated_by_id: null,
      description: text,
      url: `${forge.instance.externalUrl}/${project.fullPath}/-/${folder}/${thing?.iid}#note_${row.id}`,
    },
    repository: repositoryIn(forge, project),
    ...(issue === undefined ? {} : { issue: await issueIn(forge, project, issue, now) }),
    ...(request === undefined ? {} : { merge_request: await mergeRequestIn(forge, project, request, now) }),
  }
}
