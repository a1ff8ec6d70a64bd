import type { BridgeTrigger, PipelineQueries } from '@forgefold/core/domains/delivery/pipeline'
import type { Database } from 'better-sqlite3'

/** Queries about bridges and the pipelines that they created; `byId` reads one of these. */
export const downstreamQueries = (
  db: Database,
  byId: PipelineQueries['byId'],
): Pick<PipelineQueries, 'triggerOf' | 'downstreamOf' | 'descendantsCount'> => {
  const trigger = db.prepare<[number], string | null>('SELECT "trigger" FROM jobs WHERE id = ?').pluck()
  const downstream = db.prepare<[number], number>('SELECT id FROM pipelines WHERE bridge_id = ?').pluck()
  const descendants = db
    .prepare<[number], number>(
      'SELECT count(*) FROM pipelines WHERE root_id = (SELECT coalesce(root_id, id) FROM pipelines WHERE id = ?)',
    )
    .pluck()
  return {
    triggerOf: (jobId) => {
      const stored = trigger.get(jobId) ?? null
      return stored === null ? undefined : (JSON.parse(stored) as BridgeTrigger)
    },
    downstreamOf: (jobId) => {
      const id = downstream.get(jobId)
      return id === undefined ? undefined : byId(id)
    },
    descendantsCount: (id) => descendants.get(id) ?? 0,
  }
}
