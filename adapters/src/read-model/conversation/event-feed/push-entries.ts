import { changedPushLimit, INITIAL_PUSH_LIMIT } from '@forgefold/core/domains/conversation/event-feed'
import { settings } from '@forgefold/core/domains/instance/settings'
import {
  branchOf,
  pushOf,
  type RefUpdatedData,
  refChange,
  repository,
  tagOf,
} from '@forgefold/core/domains/projects/repository'
import { idOf, type StoredEvent } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { type Handlers, handle, type ProjectionContext } from '../../engine/projection.js'
import type { WriteEntry } from './feed-writer.js'

/** Refs that the last push to a project has changed in one way so far. */
interface Group {
  readonly push: string
  readonly refs: number
  /** The id of the first entry that stands for them. */
  readonly first: number
}

/** The rows about the last pushes and their limit. */
const rowsIn = (db: Database) => ({
  limit: db.prepare<[], number>('SELECT refs FROM feed_push_limit WHERE id = 1').pluck(),
  setLimit: db.prepare<[number]>(
    'INSERT INTO feed_push_limit (id, refs) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET refs = excluded.refs',
  ),
  group: db.prepare<[number, string], Group>(
    'SELECT push, refs, first_entry AS first FROM feed_last_pushes WHERE project_id = ? AND change = ?',
  ),
  setGroup: db.prepare<[number, string, string, number, number]>(
    `INSERT INTO feed_last_pushes (project_id, change, push, refs, first_entry) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (project_id, change) DO UPDATE SET push = excluded.push, refs = excluded.refs, first_entry = excluded.first_entry`,
  ),
  between: db.prepare<[number, number, number], { id: number; ref: string; from: string | null; to: string | null }>(
    `SELECT id, ref, ref_from AS "from", ref_to AS "to" FROM feed_entries
     WHERE project_id = ? AND id >= ? AND id < ? AND action = 'pushed'`,
  ),
  forget: db.prepare<[number]>('DELETE FROM feed_entries WHERE id = ?'),
  defaultBranchTarget: db
    .prepare<[number], string>(
      `SELECT r.target FROM projects p JOIN repository_refs r ON r.project_id = p.id
         AND r.name = 'refs/heads/' || p.default_branch
       WHERE p.id = ?`,
    )
    .pluck(),
})

/** What is done to a ref, in a word. */
const changeOf = (update: Parameters<typeof refChange>[0]): string => {
  const { action, refType } = refChange(update)
  return `${refType} ${action}`
}

/**
 * An entry for each ref that a push changes. Where it changes more in one way than `push_event_activities_limit` says at that time, there
 * is one entry with their number: the latest takes the place of those before it, so every update of a ref has an id of its own.
 */
export const pushEntries = (context: ProjectionContext, write: WriteEntry): ReadonlyArray<Handlers> => {
  const rows = rowsIn(context.db)
  const forgetEarlier = (projectId: number, change: string, { first }: Group, last: number): void => {
    for (const entry of rows.between.all(projectId, first, last))
      if (changeOf(entry) === change) rows.forget.run(entry.id)
  }
  const enter = (projectId: number, update: RefUpdatedData, event: StoredEvent): void => {
    const push = pushOf(event, update)
    const change = changeOf(update)
    const found = rows.group.get(projectId, change)
    const group = found?.push === push ? found : undefined
    const count = (group?.refs ?? 0) + 1
    const refs = count > (rows.limit.get() ?? INITIAL_PUSH_LIMIT) ? count : null
    const base = update.from ?? rows.defaultBranchTarget.get(projectId) ?? null
    const id = write('pushed', { projectId, push: { ...update, base, refs } }, event, update)
    if (id === undefined) return
    if (group !== undefined && refs !== null) forgetEarlier(projectId, change, group, id)
    rows.setGroup.run(projectId, change, push, count, refs === null ? (group?.first ?? id) : id)
  }
  return [
    handle(context, settings, {
      SettingsChanged: (change) => {
        const limit = changedPushLimit(change)
        if (limit !== undefined) rows.setLimit.run(limit)
      },
    }),
    handle(context, repository, {
      RefUpdated: (update, event) => {
        if (update.via === 'fork' || (branchOf(update.ref) ?? tagOf(update.ref)) === undefined) return
        enter(Number(idOf(event.stream)), update, event)
      },
    }),
  ]
}
