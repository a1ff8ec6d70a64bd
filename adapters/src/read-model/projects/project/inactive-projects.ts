/** Rows of other projections that show activity in a project; each is found by an index. */
const TRACES = [
  'SELECT max(updated_at) FROM issues WHERE project_id = p.id',
  'SELECT max(updated_at) FROM merge_requests WHERE target_project_id = p.id',
  'SELECT max(updated_at) FROM packages WHERE project_id = p.id',
  'SELECT max(updated_at) FROM deployments WHERE project_id = p.id',
  'SELECT updated_at FROM pipelines WHERE project_id = p.id ORDER BY id DESC LIMIT 1',
].map((trace) => `coalesce((${trace}), '')`)

/** Projects without activity since `$since` that are not marked for deletion. */
export const INACTIVE = `
  SELECT id, activeAt, warnedAt FROM (
    SELECT p.id, p.warned_at AS warnedAt, max(p.last_activity_at, p.updated_at, ${TRACES.join(', ')}) AS activeAt
    FROM projects p WHERE p.last_activity_at < $since AND p.marked_on IS NULL
  ) WHERE activeAt < $since ORDER BY id
`
