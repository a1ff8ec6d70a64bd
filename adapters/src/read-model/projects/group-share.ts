import type { GroupShareEvent, GroupShareQueries, GroupShareRow } from '@forgefold/core/domains/projects/group-share'
import { idOf, type StreamName } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import type { HandlerTable } from '../engine/projection.js'
import { authorizationCachesOf, type ProjectsWriters } from './authorization-caches.js'

/** Handlers of group shares. */
export const groupShareHandlers = (
  db: Database,
  { authorizations }: ProjectsWriters,
): HandlerTable<GroupShareEvent> => {
  const insert = db.prepare(
    `INSERT INTO group_shares (source, source_id, group_id, number, level, expires_at)
     VALUES ($source, $sourceId, $groupId, $number, $level, $expiresAt)`,
  )
  const remove = db.prepare('DELETE FROM group_shares WHERE source = ? AND source_id = ? AND group_id = ?')
  const refresh = (source: string, id: number): void => {
    if (source === 'group') authorizations.group(id)
    else authorizations.project(id)
  }
  const end = (_: unknown, { stream }: { readonly stream: StreamName }): void => {
    const [source = '', id, groupId] = idOf(stream).split('-')
    remove.run(source, Number(id), Number(groupId))
    refresh(source, Number(id))
  }
  return {
    SharedWithGroup: (data) => {
      insert.run(data)
      refresh(data.source, data.sourceId)
    },
    SharingEnded: end,
    SharingExpired: end,
  }
}

const SHARES = `SELECT s.number AS id, s.source, s.source_id AS sourceId, s.group_id AS groupId, n.name AS groupName,
  n.full_path AS groupFullPath, s.level, s.expires_at AS expiresAt FROM group_shares s JOIN namespaces n ON n.id = s.group_id`

/** Queries of group shares. */
export const groupShareQueries = (db: Database): GroupShareQueries => {
  const ofSource = db.prepare<[string, number], GroupShareRow>(
    `${SHARES} WHERE s.source = ? AND s.source_id = ? ORDER BY s.number`,
  )
  const expired = db.prepare<[string], Pick<GroupShareRow, 'source' | 'sourceId' | 'groupId'>>(
    'SELECT source, source_id AS sourceId, group_id AS groupId FROM group_shares WHERE expires_at <= ?',
  )
  const kept = authorizationCachesOf(db).add<string, ReadonlyArray<GroupShareRow>>()
  const of: GroupShareQueries['of'] = (source, id) => kept.get(`${source} ${id}`, () => ofSource.all(source, id))
  return {
    of,
    find: (source, id, groupId) => of(source, id).find((share) => share.groupId === groupId),
    expired: (today) => expired.all(today),
  }
}
