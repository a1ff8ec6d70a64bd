import type { Forge } from '@forgefold/core/app'
import type { TodoRow } from '@forgefold/core/domains/todo'
import { userSummary } from './user-summary.js'

/** A to-do with what it is about, already presented (contract 2, To-do item). */
export const presentTodo = (
  forge: Forge,
  row: TodoRow,
  about: { readonly target: object; readonly url: string; readonly body: string },
) => {
  const project = forge.read.projects.byId(row.projectId)
  return {
    id: row.id,
    project:
      project === undefined
        ? null
        : {
            id: project.id,
            description: project.description,
            name: project.name,
            name_with_namespace: project.fullName,
            path: project.path,
            path_with_namespace: project.fullPath,
            created_at: project.createdAt,
          },
    author: userSummary(forge, row.authorId),
    action_name: row.action,
    target_type: row.targetType,
    target: about.target,
    target_url: about.url,
    body: about.body,
    state: row.state,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}
