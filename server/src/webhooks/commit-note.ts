import { type Forge, wholeText } from '@forgefold/core/app'
import type { ProjectRow } from '@forgefold/core/domains/projects/project'
import { commitNoteForPayload, type DeliverableEvent } from '@forgefold/core/domains/webhooks/webhook'
import type { ObjectId } from '@forgefold/core/ports'
import { lineCode, presentPosition } from '../api/v4/conversation/notes/diff-position-presenter.js'
import { payloadTime, projectIn, repositoryIn, userIn } from './payload-parts.js'
import { commitIn } from './push.js'

/** The payload of a comment on a commit. */
export const commitNotePayload = async (
  forge: Forge,
  project: ProjectRow,
  { id }: { readonly id: number },
  { userId }: DeliverableEvent,
) => {
  const row = commitNoteForPayload(forge, id)
  const commit = row === undefined ? undefined : await forge.git.of(project.id).commit(row.sha as ObjectId)
  if (row === undefined || commit === undefined) return undefined
  const position = row.position === null ? null : presentPosition(row.position)
  const text = await wholeText(forge, row.body)
  const shown = commitIn(forge, project, commit)
  return {
    object_kind: 'note',
    event_type: 'note',
    user: userIn(forge, userId),
    project_id: project.id,
    project: projectIn(forge, project),
    object_attributes: {
      attachment: null,
      author_id: row.authorId,
      change_position: null,
      commit_id: row.sha,
      created_at: payloadTime(row.createdAt),
      discussion_id: row.discussionId,
      id: row.id,
      line_code: row.position === null ? null : lineCode(row.position, row.position),
      note: text,
      noteable_id: null,
      noteable_type: 'Commit',
      original_position: position,
      position,
      project_id: project.id,
      resolved_at: null,
      resolved_by_id: null,
      resolved_by_push: null,
      st_diff: null,
      system: false,
      type: row.at !== null ? 'DiffNote' : row.individual ? null : 'DiscussionNote',
      updated_at: payloadTime(row.updatedAt),
      updated_by_id: null,
      description: text,
      url: `${shown.url}#note_${row.id}`,
    },
    repository: repositoryIn(forge, project),
    commit: shown,
  }
}
