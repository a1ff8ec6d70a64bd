import {
  type RunnerQueries,
  type RunnerRow,
  type RunnerSettings,
  runner,
} from '@forgefold/core/domains/delivery/runner'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { Lists } from '../engine/paging.js'
import { handle, type Projection } from '../engine/projection.js'
import { JOB_COLUMNS, jobOf, type StoredJob } from './pipeline/rows.js'

interface Stored extends Omit<RunnerRow, 'tags' | 'projectIds' | 'paused' | 'locked' | 'runUntagged'> {
  readonly tags: string
  readonly projectIds: string
  readonly paused: 0 | 1
  readonly locked: 0 | 1
  readonly runUntagged: 0 | 1
}

const COLUMNS = `r.id, r.type, r.group_id AS groupId, r.description, r.paused, r.locked, r.run_untagged AS runUntagged, r.tags,
  r.access_level AS accessLevel, r.maximum_timeout AS maximumTimeout, r.maintenance_note AS maintenanceNote, r.name, r.version,
  r.revision, r.platform, r.architecture, r.contacted_at AS contactedAt, r.created_at AS createdAt,
  (SELECT json_group_array(project_id) FROM (SELECT project_id FROM runner_projects WHERE runner_id = r.id ORDER BY place)) AS projectIds`

const rowOf = (stored: Stored): RunnerRow => ({
  ...stored,
  tags: JSON.parse(stored.tags) as ReadonlyArray<string>,
  projectIds: JSON.parse(stored.projectIds) as ReadonlyArray<number>,
  paused: stored.paused === 1,
  locked: stored.locked === 1,
  runUntagged: stored.runUntagged === 1,
})

const queries = (db: Database): RunnerQueries => {
  const lists = new Lists(db)
  const byId = db.prepare<[number], Stored>(`SELECT ${COLUMNS} FROM runners r WHERE r.id = ?`)
  const byDigest = db.prepare<[string], Stored>(`SELECT ${COLUMNS} FROM runners r WHERE r.digest = ?`)
  const all = db.prepare<[], Stored>(`SELECT ${COLUMNS} FROM runners r ORDER BY r.id`)
  const one = (stored: Stored | undefined): RunnerRow | undefined => (stored === undefined ? undefined : rowOf(stored))
  return {
    byId: (id) => one(byId.get(id)),
    byDigest: (digest) => one(byDigest.get(digest)),
    all: () => all.all().map(rowOf),
    jobs: ({ runnerId, status, sort }, request) => {
      const where = [
        { sql: 'j.runner_id = ?', values: [runnerId] },
        ...(status === undefined ? [] : [{ sql: 'j.status = ?', values: [status] }]),
      ]
      const orderBy = `j.id ${sort === 'desc' ? 'DESC' : 'ASC'}`
      const found = lists.page<StoredJob>({ select: JOB_COLUMNS, from: 'jobs j', where, orderBy }, request)
      return { rows: found.rows.map(jobOf), total: found.total }
    },
  }
}

const settingsOf = ({ tags, paused, locked, runUntagged, ...rest }: RunnerSettings) => ({
  ...rest,
  tags: JSON.stringify(tags),
  paused: Number(paused),
  locked: Number(locked),
  runUntagged: Number(runUntagged),
})

const SET = `description = @description, paused = @paused, locked = @locked, run_untagged = @runUntagged, tags = @tags,
  access_level = @accessLevel, maximum_timeout = @maximumTimeout, maintenance_note = @maintenanceNote`

const writers = (db: Database) => {
  const byId = db.prepare<[string | number], Stored>(`SELECT ${COLUMNS} FROM runners r WHERE r.id = ?`)
  const change = db.prepare(`UPDATE runners SET ${SET} WHERE id = @id`)
  return {
    insert: db.prepare(
      `INSERT INTO runners (id, type, group_id, digest, description, paused, locked, run_untagged, tags, access_level,
         maximum_timeout, maintenance_note, created_at)
       VALUES (@id, @type, @groupId, @digest, @description, @paused, @locked, @runUntagged, @tags, @accessLevel,
         @maximumTimeout, @maintenanceNote, @at)`,
    ),
    change: (id: string, changes: Partial<RunnerSettings>) => {
      const stored = byId.get(id)
      if (stored !== undefined) {
        const { description, paused, locked, runUntagged, tags, accessLevel, maximumTimeout, maintenanceNote } = {
          ...rowOf(stored),
          ...changes,
        }
        const settings = {
          description,
          paused,
          locked,
          runUntagged,
          tags,
          accessLevel,
          maximumTimeout,
          maintenanceNote,
        }
        change.run({ ...settingsOf(settings), id })
      }
    },
    token: db.prepare('UPDATE runners SET digest = ? WHERE id = ?'),
    contact: db.prepare(
      `UPDATE runners SET name = @name, version = @version, revision = @revision, platform = @platform,
         architecture = @architecture, contacted_at = @at WHERE id = @id`,
    ),
    enable: db.prepare(
      `INSERT INTO runner_projects (runner_id, project_id, place)
       VALUES (@id, @projectId, (SELECT coalesce(max(place), 0) + 1 FROM runner_projects WHERE runner_id = @id))`,
    ),
    disable: db.prepare('DELETE FROM runner_projects WHERE runner_id = ? AND project_id = ?'),
    remove: db.prepare('DELETE FROM runners WHERE id = ?'),
    removeProjects: db.prepare('DELETE FROM runner_projects WHERE runner_id = ?'),
  }
}

/** Runners in the read model. */
export const runners: Projection = {
  name: 'runners',
  version: 1,
  schema: `
    CREATE TABLE runners (
      id INTEGER PRIMARY KEY,
      type TEXT NOT NULL,
      group_id INTEGER,
      digest TEXT NOT NULL,
      description TEXT,
      paused INTEGER NOT NULL,
      locked INTEGER NOT NULL,
      run_untagged INTEGER NOT NULL,
      tags TEXT NOT NULL,
      access_level TEXT NOT NULL,
      maximum_timeout INTEGER,
      maintenance_note TEXT,
      name TEXT,
      version TEXT,
      revision TEXT,
      platform TEXT,
      architecture TEXT,
      contacted_at TEXT,
      created_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX runners_by_digest ON runners (digest);
    CREATE TABLE runner_projects (
      runner_id INTEGER NOT NULL,
      project_id INTEGER NOT NULL,
      place INTEGER NOT NULL,
      PRIMARY KEY (runner_id, project_id)
    ) STRICT, WITHOUT ROWID;
  `,
  handlers: (context) => {
    const write = writers(context.db)
    return [
      handle(context, runner, {
        RunnerRegistered: ({ type, groupId, projectId, digest, ...settings }, { stream, metadata: { at } }) => {
          write.insert.run({ ...settingsOf(settings), id: idOf(stream), type, groupId, digest, at })
          if (projectId !== null) write.enable.run({ id: idOf(stream), projectId })
        },
        RunnerChanged: (changes, { stream }) => write.change(idOf(stream), changes),
        RunnerTokenReset: ({ digest }, { stream }) => {
          write.token.run(digest, idOf(stream))
        },
        RunnerContacted: (data, { stream }) => {
          write.contact.run({ ...data, id: idOf(stream) })
        },
        RunnerEnabled: ({ projectId }, { stream }) => {
          write.enable.run({ id: idOf(stream), projectId })
        },
        RunnerDisabled: ({ projectId }, { stream }) => {
          write.disable.run(idOf(stream), projectId)
        },
        RunnerDeleted: (_, { stream }) => {
          write.remove.run(idOf(stream))
          write.removeProjects.run(idOf(stream))
        },
      }),
    ]
  },
  queries: { runners: queries },
}
