import type { SignedIn } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { wholeNote } from '@forgefold/core/domains/conversation/discussion'
import { maySeeTodo, type TodoRow } from '@forgefold/core/domains/conversation/todo'
import { findIssue, issueUrl } from '@forgefold/core/domains/planning/issue'
import type { ProjectRow } from '@forgefold/core/domains/projects/project'
import { findMergeRequest, mergeRequestUrl } from '@forgefold/core/domains/review/merge-request'
import * as E from 'fp-ts/lib/Either.js'
import { userSummary } from '../../identity/users/user-summary.js'
import { presentIssue } from '../../planning/issues/presenter.js'
import { presentFull } from '../../review/merge-requests/presenter/full.js'

interface About {
  readonly target: object
  readonly url: string
  readonly title: string
}

const requestOf = async (
  forge: Forge,
  principal: SignedIn,
  project: ProjectRow,
  id: number,
): Promise<About | undefined> => {
  const iid = forge.read.mergeRequests.byId(id)?.iid
  if (iid === undefined) return undefined
  const found = findMergeRequest(forge, principal, { project: project.id, iid }, 'hidden')
  if (E.isLeft(found)) return undefined
  const { row } = found.right
  const target = await presentFull(forge, principal, project, row, { place: 'elsewhere' })
  return { target, url: mergeRequestUrl(forge, project, iid), title: row.title }
}

const issueOf = async (
  forge: Forge,
  principal: SignedIn,
  project: ProjectRow,
  id: number,
): Promise<About | undefined> => {
  const iid = forge.read.issues.byId(id)?.iid
  if (iid === undefined) return undefined
  const found = findIssue(forge, principal, { project: project.id, iid })
  if (E.isLeft(found)) return undefined
  const { row } = found.right
  const target = await presentIssue(forge, project, row, {
    place: 'elsewhere',
    labelsDetails: false,
    visibleTo: principal,
  })
  return { target, url: issueUrl(forge, project, iid), title: row.title }
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

const aboutOf = async (forge: Forge, principal: SignedIn, row: TodoRow): Promise<About | undefined> => {
  const project = forge.read.projects.byId(row.projectId)
  if (project === undefined) return undefined
  const find = row.targetType === 'MergeRequest' ? requestOf : issueOf
  return find(forge, principal, project, row.targetId)
}

const presented = async (
  forge: Forge,
  principal: SignedIn,
  row: TodoRow,
  about: About | undefined,
): Promise<object | undefined> => {
  const project = forge.read.projects.byId(row.projectId)
  if (project === undefined || about === undefined) return undefined
  if (row.noteId !== null && !maySeeTodo(forge, { principal }, row)) return undefined
  const note = row.noteId === null ? undefined : forge.read.discussions.noteById(row.noteId)
  return {
    id: row.id,
    project: presentProject(project),
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

/** A to-do with what it is about (docs/reference/behaviour/conversation.md#to-do-object); undefined where that is gone or no longer for these eyes. */
export const presentTodo = async (forge: Forge, principal: SignedIn, row: TodoRow): Promise<object | undefined> =>
  presented(forge, principal, row, await aboutOf(forge, principal, row))

/** To-dos, each thing that they are about looked up once; those without one are left out. */
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
