import type { SignedIn } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { wholeNote } from '@forgefold/core/domains/conversation/discussion'
import { maySeeTodo, noteOfTodo, type TodoRow, todoSubject } from '@forgefold/core/domains/conversation/todo'
import { issueUrl } from '@forgefold/core/domains/planning/issue'
import type { ProjectRow } from '@forgefold/core/domains/projects/project'
import { mergeRequestUrl } from '@forgefold/core/domains/review/merge-request'
import { userSummary } from '../../identity/users/presenter.js'
import { presentIssue } from '../../planning/issues/presenter.js'
import { presentFull } from '../../review/merge-requests/presenter/full.js'

interface About {
  readonly project: ProjectRow
  readonly target: object
  readonly url: string
  readonly title: string
}

const presentProject = (project: ProjectRow) => ({
  id: project.id,
  description: project.description,
  name: project.name,
  name_with_namespace: project.fullName,
  path: project.path,
  path_with_namespace: project.fullPath,
  created_at: project.createdAt,
})

const aboutOf = async (forge: Forge, user: SignedIn, todo: TodoRow): Promise<About | undefined> => {
  const subject = todoSubject(forge, { principal: user }, todo)
  if (subject === undefined) return undefined
  const { project, row } = subject
  const { title, iid } = row
  if (subject.type === 'MergeRequest') {
    const target = await presentFull(forge, user, project, subject.row, { place: 'elsewhere' })
    return { project, target, url: mergeRequestUrl(forge, project, iid), title }
  }
  const view = { place: 'elsewhere', labelsDetails: false, visibleTo: user } as const
  const target = await presentIssue(forge, project, subject.row, view)
  return { project, target, url: issueUrl(forge, { project, iid }), title }
}

const presented = async (
  forge: Forge,
  principal: SignedIn,
  row: TodoRow,
  about: About | undefined,
): Promise<object | undefined> => {
  if (about === undefined) return undefined
  if (row.noteId !== null && !maySeeTodo(forge, { principal }, row)) return undefined
  const note = noteOfTodo(forge, row)
  return {
    id: row.id,
    project: presentProject(about.project),
    author: userSummary(forge, row.authorId),
    action_name: row.action,
    target_type: row.targetType,
    target: about.target,
    target_url: note === undefined ? about.url : `${about.url}#note_${note.id}`,
    body: note === undefined ? about.title : await wholeNote(forge, note.body),
    state: row.state,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

/** A to-do with its target (docs/reference/behaviour/conversation.md#to-do-object); undefined where that is deleted or hidden from the user. */
export const presentTodo = async (forge: Forge, principal: SignedIn, row: TodoRow): Promise<object | undefined> =>
  presented(forge, principal, row, await aboutOf(forge, principal, row))

/** To-dos, with each target read once; those without one are left out. */
export const presentTodos = async (
  forge: Forge,
  principal: SignedIn,
  rows: ReadonlyArray<TodoRow>,
): Promise<ReadonlyArray<object>> => {
  const things = new Map<string, Promise<About | undefined>>()
  const thingOf = (row: TodoRow): Promise<About | undefined> => {
    const key = `${row.targetType} ${row.targetId}`
    const known = things.get(key) ?? aboutOf(forge, principal, row)
    things.set(key, known)
    return known
  }
  const shown = await Promise.all(rows.map(async (row) => presented(forge, principal, row, await thingOf(row))))
  return shown.filter((one) => one !== undefined)
}
