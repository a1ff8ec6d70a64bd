import type { PipelineFilter } from '@forgefold/core/domains/delivery/pipeline'
import type { Condition } from '../../engine/paging.js'

const SCOPES: Readonly<Record<NonNullable<PipelineFilter['scope']>, string>> = {
  running: "p.status = 'running'",
  pending: "p.status = 'pending'",
  finished: "p.status IN ('success', 'failed', 'canceled')",
  branches: "p.tag = 0 AND p.ref NOT LIKE 'refs/%'",
  tags: 'p.tag = 1',
}

/** Child pipelines belong to their parent. */
export const NO_CHILD = "p.source <> 'parent_pipeline'"

/** The conditions of a list of pipelines. */
export const conditions = (filter: PipelineFilter): ReadonlyArray<Condition> => {
  const where: Array<Condition> = [{ sql: 'p.project_id = ?', values: [filter.projectId] }]
  const equal = (column: string, value: unknown): void => {
    if (value !== undefined) where.push({ sql: `p.${column} = ?`, values: [value] })
  }
  if (filter.scope !== undefined) where.push({ sql: SCOPES[filter.scope], values: [] })
  equal('status', filter.status)
  if (filter.source === undefined) where.push({ sql: NO_CHILD, values: [] })
  equal('source', filter.source)
  equal('schedule_id', filter.scheduleId)
  equal('ref', filter.ref)
  equal('sha', filter.sha)
  if (filter.username !== undefined)
    where.push({
      sql: 'p.user_id = (SELECT id FROM users WHERE lower(username) = lower(?))',
      values: [filter.username],
    })
  if (filter.yamlErrors !== undefined)
    where.push({ sql: `p.yaml_errors IS ${filter.yamlErrors ? 'NOT ' : ''}NULL`, values: [] })
  if (filter.createdAfter !== undefined) where.push({ sql: 'p.created_at > ?', values: [filter.createdAfter] })
  if (filter.updatedAfter !== undefined) where.push({ sql: 'p.updated_at >= ?', values: [filter.updatedAfter] })
  if (filter.updatedBefore !== undefined) where.push({ sql: 'p.updated_at <= ?', values: [filter.updatedBefore] })
  return where
}
