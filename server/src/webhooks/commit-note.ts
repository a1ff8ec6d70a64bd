import { type Forge, wholeText } from '@forgefold/core/app'
import type { ProjectRow } from '@forgefold/core/domains/projects/project'
import { commitNoteForPayload, type DeliverableEvent } from '@forgefold/core/domains/webhooks/webhook'
import type { ObjectId } from '@forgefold/core/ports'
import { noteAttributes } from './note-attributes.js'
import { projectIn, repositoryIn, userIn } from './payload-parts.js'
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
  const shown = commitIn(forge, project, commit)
  return {
    object_kind: 'note',
    event_type: 'note',
    user: userIn(forge, userId),
    project_id: project.id,
    project: projectIn(forge, project),
    object_attributes: noteAttributes({
      id: row.id,
      authorId: row.authorId,
      projectId: project.id,
      discussionId: row.discussionId,
      commitId: row.sha,
      noteableId: null,
      noteableType: 'Commit',
      position: row.position ?? undefined,
      resolvedAt: null,
      resolvedBy: null,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
      type: row.at !== null ? 'DiffNote' : row.individual ? null : 'DiscussionNote',
      text: await wholeText(forge, row.body),
      url: `${shown.url}#note_${row.id}`,
    }),
    repository: repositoryIn(forge, project),
    commit: shown,
  }
}
