import type { GroupEvent, GroupSettings } from '@forgefold/core/domains/projects/group'
import { dayOf, idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import type { HandlerTable } from '../../engine/projection.js'
import type { ProjectsWriters } from '../authorization-caches.js'

/** Handlers of groups. */
export const groupHandlers = (
  db: Database,
  { namespaces, authorizations }: ProjectsWriters,
): HandlerTable<GroupEvent> => {
  const insert = db.prepare(
    'INSERT INTO groups (id, visibility, project_creation_level, settings, created_at) VALUES (?, ?, ?, ?, ?)',
  )
  const settingsOf = db.prepare<[string], string>('SELECT settings FROM groups WHERE id = ?').pluck()
  const update = db.prepare('UPDATE groups SET visibility = ?, project_creation_level = ?, settings = ? WHERE id = ?')
  const setMark = db.prepare('UPDATE groups SET marked_on = ? WHERE id = ?')
  const remove = db.prepare('DELETE FROM groups WHERE id = ?')
  const removeMembers = db.prepare("DELETE FROM members WHERE source = 'group' AND source_id = ?")
  const removeRequests = db.prepare("DELETE FROM access_requests WHERE source = 'group' AND source_id = ?")
  return {
    GroupCreated: ({ parentId, creatorId: _, ...settings }, { stream, metadata: { at } }) => {
      const id = Number(idOf(stream))
      namespaces.addGroup(id, parentId, settings.path, settings.name)
      insert.run(id, settings.visibility, settings.projectCreationLevel, JSON.stringify(settings), at)
      authorizations.group(id)
    },
    GroupChanged: (changes, { stream }) => {
      const before = settingsOf.get(idOf(stream))
      if (before === undefined) return
      const settings: GroupSettings = { ...JSON.parse(before), ...changes }
      update.run(settings.visibility, settings.projectCreationLevel, JSON.stringify(settings), idOf(stream))
      if (changes.path !== undefined || changes.name !== undefined)
        namespaces.renameGroup(Number(idOf(stream)), changes.path, changes.name)
    },
    GroupMoved: ({ parentId }, { stream }) => {
      const id = Number(idOf(stream))
      namespaces.moveGroup(id, parentId)
      authorizations.group(id)
    },
    GroupMarkedForDeletion: ({ at }, { stream }) => {
      setMark.run(dayOf(at), idOf(stream))
    },
    GroupRestored: (_, { stream }) => {
      setMark.run(null, idOf(stream))
    },
    GroupDeleted: (_, { stream }) => {
      const id = Number(idOf(stream))
      remove.run(id)
      removeMembers.run(id)
      removeRequests.run(id)
      authorizations.withoutGroup(id)
      namespaces.removeGroup(id)
    },
  }
}
