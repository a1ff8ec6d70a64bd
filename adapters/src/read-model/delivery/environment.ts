import { type EnvironmentQueries, type EnvironmentRow, environment } from '@forgefold/core/domains/delivery/environment'
import { idOf, type StoredEvent } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { type Condition, Lists } from '../engine/paging.js'
import { handle, type Projection, withListener } from '../engine/projection.js'
import { oncePerDatabase, RowCache } from '../engine/row-cache.js'

const COLUMNS = `id, project_id AS projectId, name, slug, external_url AS externalUrl, tier, status,
  created_at AS createdAt, updated_at AS updatedAt`

/** Environments by id and by project and name. */
const cachesOf = oncePerDatabase(() => ({
  byId: new RowCache<number, EnvironmentRow | undefined>(),
  byName: new RowCache<string, EnvironmentRow | undefined>(),
}))

const queries = (db: Database): EnvironmentQueries => {
  const lists = new Lists(db)
  const byId = db.prepare<[number], EnvironmentRow>(`SELECT ${COLUMNS} FROM environments WHERE id = ?`)
  const byName = db.prepare<[number, string], EnvironmentRow>(
    `SELECT ${COLUMNS} FROM environments WHERE project_id = ? AND name = ?`,
  )
  const caches = cachesOf(db)
  const readById = (id: number): EnvironmentRow | undefined => byId.get(id)
  const due = db.prepare<[string], EnvironmentRow>(
    `SELECT ${COLUMNS} FROM environments WHERE stop_at <= ? AND status = 'available' ORDER BY stop_at LIMIT 100`,
  )
  const dueToDelete = db.prepare<[string], EnvironmentRow>(
    `SELECT ${COLUMNS} FROM environments WHERE delete_at <= ? AND status = 'stopped' ORDER BY delete_at LIMIT 100`,
  )
  const stale = db.prepare<[number, string, number, string], EnvironmentRow>(
    `SELECT ${COLUMNS} FROM environments WHERE project_id = ? AND status = 'available' AND updated_at < ? AND id NOT IN (
       SELECT environment_id FROM deployments WHERE project_id = ? AND updated_at >= ?
     ) ORDER BY id`,
  )
  const reviewApps = db.prepare<[number, string, number], EnvironmentRow>(
    `SELECT ${COLUMNS} FROM environments WHERE project_id = ? AND status = 'stopped' AND name GLOB 'review/*'
       AND created_at < ? AND delete_at IS NULL ORDER BY created_at, id LIMIT ?`,
  )
  return {
    dueToStop: (now) => due.all(now),
    dueToDelete: (now) => dueToDelete.all(now),
    stale: (projectId, since) => stale.all(projectId, since, projectId, since),
    stoppedReviewApps: (projectId, before, limit) => reviewApps.all(projectId, before, limit),
    find: (projectId, id) => {
      const row = caches.byId.get(id, readById)
      return row?.projectId === projectId ? row : undefined
    },
    named: (projectId, name) => caches.byName.get(`${projectId} ${name}`, () => byName.get(projectId, name)),
    list: (filter, request) => {
      const where: Array<Condition> = [{ sql: 'project_id = ?', values: [filter.projectId] }]
      if (filter.name !== undefined) where.push({ sql: 'name = ?', values: [filter.name] })
      if (filter.search !== undefined) where.push({ sql: 'instr(lower(name), lower(?)) > 0', values: [filter.search] })
      if (filter.status !== undefined) where.push({ sql: 'status = ?', values: [filter.status] })
      return lists.page({ select: COLUMNS, from: 'environments', where, orderBy: 'id ASC' }, request)
    },
  }
}

/** Environments in the read model. */
export const environments: Projection = {
  name: 'environments',
  version: 3,
  schema: `
    CREATE TABLE environments (
      id INTEGER PRIMARY KEY,
      project_id INTEGER NOT NULL,
      name TEXT NOT NULL,
      slug TEXT NOT NULL,
      external_url TEXT,
      tier TEXT NOT NULL,
      status TEXT NOT NULL,
      stop_at TEXT,
      delete_at TEXT,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX environments_by_name ON environments (project_id, name);
    CREATE INDEX environments_by_name_anywhere ON environments (name, id);
    CREATE INDEX environments_by_stop ON environments (stop_at) WHERE stop_at IS NOT NULL;
    CREATE INDEX environments_by_deletion ON environments (delete_at) WHERE delete_at IS NOT NULL;
    CREATE INDEX environments_by_project ON environments (project_id, id);
  `,
  handlers: (context) => {
    const { db } = context
    const insert = db.prepare(
      `INSERT INTO environments (id, project_id, name, slug, external_url, tier, status, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, 'available', ?, ?)`,
    )
    const setName = db.prepare('UPDATE environments SET name = ?, updated_at = ? WHERE id = ?')
    const setUrl = db.prepare('UPDATE environments SET external_url = ?, updated_at = ? WHERE id = ?')
    const setTier = db.prepare('UPDATE environments SET tier = ?, updated_at = ? WHERE id = ?')
    const setStatus = db.prepare(
      'UPDATE environments SET status = ?, stop_at = NULL, delete_at = NULL, updated_at = ? WHERE id = ?',
    )
    const planStop = db.prepare('UPDATE environments SET stop_at = ?, updated_at = ? WHERE id = ?')
    const scheduleDeletion = db.prepare('UPDATE environments SET delete_at = ? WHERE id = ?')
    const remove = db.prepare('DELETE FROM environments WHERE id = ?')
    const { byId, byName } = cachesOf(db)
    const changed = ({ stream }: StoredEvent): void => {
      byId.forget(Number(idOf(stream)))
      byName.forgetAll()
    }
    return [
      withListener(
        changed,
        handle(context, environment, {
          EnvironmentCreated: (data, { stream, metadata: { at } }) => {
            insert.run(idOf(stream), data.projectId, data.name, data.slug, data.externalUrl, data.tier, at, at)
          },
          EnvironmentChanged: (data, { stream, metadata: { at } }) => {
            if (data.name !== undefined) setName.run(data.name, at, idOf(stream))
            if (data.externalUrl !== undefined) setUrl.run(data.externalUrl, at, idOf(stream))
            if (data.tier !== undefined) setTier.run(data.tier, at, idOf(stream))
          },
          EnvironmentStopPlanned: ({ stopAt }, { stream, metadata: { at } }) => {
            planStop.run(stopAt, at, idOf(stream))
          },
          EnvironmentStopping: (_, { stream, metadata: { at } }) => {
            setStatus.run('stopping', at, idOf(stream))
          },
          EnvironmentStopped: (_, { stream, metadata: { at } }) => {
            setStatus.run('stopped', at, idOf(stream))
          },
          EnvironmentMadeAvailable: (_, { stream, metadata: { at } }) => {
            setStatus.run('available', at, idOf(stream))
          },
          EnvironmentDeletionScheduled: ({ deleteAt }, { stream }) => {
            scheduleDeletion.run(deleteAt, idOf(stream))
          },
          EnvironmentDeleted: (_, { stream }) => {
            remove.run(idOf(stream))
          },
        }),
      ),
    ]
  },
  queries: { environments: queries },
}
