import type { ProjectEvent, ProjectSettings } from '@forgefold/core/domains/projects/project'
import { dayOf, type Instant, idOf, type StoredEvent } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import type { HandlerTable } from '../../engine/projection.js'
import type { ProjectsWriters } from '../authorization-caches.js'
import { makeProjectTopics } from './topics.js'

/** Settings with columns of their own; the rest is stored as JSON. */
const columnsOf = (settings: ProjectSettings) => ({
  name: settings.name,
  path: settings.path,
  description: settings.description,
  visibility: settings.visibility,
  issues: settings.features.issues,
  mergeRequests: settings.features.mergeRequests,
  settings: JSON.stringify(settings),
})

/** Handlers of projects. */
export const projectHandlers = (db: Database, { authorizations }: ProjectsWriters): HandlerTable<ProjectEvent> => {
  const insert = db.prepare(
    `INSERT INTO projects (id, namespace_id, group_id, creator_id, forked_from, name, path, description, visibility, issues,
       merge_requests, settings, created_at, updated_at, last_activity_at)
     VALUES ($id, $namespaceId, $groupId, $creatorId, $forkedFrom, $name, $path, $description, $visibility, $issues,
       $mergeRequests, $settings, $at, $at, $at)`,
  )
  const settingsOf = db.prepare<[string], string>('SELECT settings FROM projects WHERE id = ?').pluck()
  const update = db.prepare(
    `UPDATE projects SET name = $name, path = $path, description = $description, visibility = $visibility, issues = $issues,
       merge_requests = $mergeRequests, settings = $settings, updated_at = $at WHERE id = $id`,
  )
  const setDefaultBranch = db.prepare('UPDATE projects SET default_branch = ?, updated_at = ? WHERE id = ?')
  const setArchived = db.prepare('UPDATE projects SET archived = ?, updated_at = ? WHERE id = ?')
  const setPlace = db.prepare('UPDATE projects SET namespace_id = ?, group_id = ?, updated_at = ? WHERE id = ?')
  const setSource = db.prepare('UPDATE projects SET forked_from = ?, updated_at = ? WHERE id = ?')
  const setMark = db.prepare('UPDATE projects SET marked_on = ?, archived = ? WHERE id = ?')
  const setWarned = db.prepare('UPDATE projects SET warned_at = ? WHERE id = ?')
  const remove = db.prepare('DELETE FROM projects WHERE id = ?')
  const topics = makeProjectTopics(db)
  const removeMembers = db.prepare("DELETE FROM members WHERE source = 'project' AND source_id = ?")
  const removeRequests = db.prepare("DELETE FROM access_requests WHERE source = 'project' AND source_id = ?")
  const archive =
    (archived: number) =>
    (_: unknown, { stream, metadata: { at } }: StoredEvent): void => {
      setArchived.run(archived, at, idOf(stream))
    }
  const change = (id: string, at: Instant, changes: Partial<ProjectSettings>): void => {
    const before = settingsOf.get(id)
    if (before === undefined) return
    update.run({ id, at, ...columnsOf({ ...JSON.parse(before), ...changes }) })
    if (changes.topics !== undefined) topics.set(Number(id), changes.topics)
  }
  return {
    ProjectCreated: ({ namespaceId, groupId, creatorId, forkedFrom, ...settings }, { stream, metadata: { at } }) => {
      const id = Number(idOf(stream))
      insert.run({ id, namespaceId, groupId, creatorId, forkedFrom, at, ...columnsOf(settings) })
      if (settings.topics.length > 0) topics.set(id, settings.topics)
      authorizations.project(id)
    },
    ProjectChanged: (changes, { stream, metadata: { at } }) => {
      change(idOf(stream), at, changes)
    },
    DefaultBranchSet: ({ branch }, { stream, metadata: { at } }) => {
      setDefaultBranch.run(branch, at, idOf(stream))
    },
    ProjectArchived: archive(1),
    ProjectUnarchived: archive(0),
    ProjectMoved: ({ namespaceId, groupId }, { stream, metadata: { at } }) => {
      setPlace.run(namespaceId, groupId, at, idOf(stream))
      authorizations.project(Number(idOf(stream)))
    },
    ForkRelationMade: ({ forkedFrom }, { stream, metadata: { at } }) => {
      setSource.run(forkedFrom, at, idOf(stream))
    },
    ForkRelationRemoved: (_, { stream, metadata: { at } }) => {
      setSource.run(null, at, idOf(stream))
    },
    ProjectMarkedForDeletion: ({ at: marked, ...renamed }, { stream, metadata: { at } }) => {
      change(idOf(stream), at, renamed)
      setMark.run(dayOf(marked), 1, idOf(stream))
    },
    ProjectRestored: ({ archived, ...renamed }, { stream, metadata: { at } }) => {
      change(idOf(stream), at, renamed)
      setMark.run(null, Number(archived), idOf(stream))
    },
    ProjectWarnedOfDeletion: (data, { stream }) => {
      setWarned.run(data.at, idOf(stream))
    },
    ProjectDeleted: (_, { stream }) => {
      remove.run(idOf(stream))
      topics.remove(Number(idOf(stream)))
      removeMembers.run(idOf(stream))
      removeRequests.run(idOf(stream))
      authorizations.withoutProject(Number(idOf(stream)))
    },
  }
}
