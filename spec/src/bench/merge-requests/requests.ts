import type { Database } from 'better-sqlite3'

/** Where the requests lie that {@link fillRequests} writes: in projects from this number on. */
export const PLACE = { projectId: 1, groupId: 9, environment: 'production' } as const

const WORDS = ['amber', 'birch', 'cobalt', 'delta', 'ember', 'fjord', 'granite', 'harbor', 'indigo', 'juniper']
const word = (n: number): string => WORDS[n % WORDS.length] as string

const START = Date.UTC(2022, 0, 1)
/** The n-th second of the year. */
export const moment = (n: number): string => new Date(START + n * 1000).toISOString()

const statusOf = (n: number): string => (n % 10 < 6 ? 'merged' : n % 10 < 8 ? 'closed' : 'opened')

const text = (n: number): string => `What ${word(n)} does for ${word(n >> 3)}, and why ${word(n >> 6)} has to wait.`

type Row = Readonly<Record<string, string | number | null>>

const inserter = (db: Database, table: string, sample: Row): ((row: Row) => void) => {
  const columns = Object.keys(sample)
  const statement = db.prepare(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((column) => `@${column}`).join(', ')})`,
  )
  return (row) => {
    statement.run(row)
  }
}

/** Every second, fifth, hundredth … request has this or that beside it, so that filters are wide and narrow. */
const requestRow = (n: number, projectId: number): Row => ({
  id: n,
  iid: n,
  target_project_id: projectId,
  source_project_id: projectId,
  source_branch: n % 100 === 0 ? 'shared' : `branch-${n}`,
  target_branch: n % 10 === 0 ? 'develop' : 'main',
  author_id: 1 + (n % 50),
  title: `${n % 9 === 0 ? 'Draft: ' : ''}${word(n)} ${word(n >> 4)} ${n}`,
  draft: Number(n % 9 === 0),
  description: text(n),
  tasks: 2,
  tasks_done: 1,
  status: statusOf(n),
  merge_status: 'can_be_merged',
  version_id: n,
  head: n.toString(16).padStart(40, '0'),
  milestone_id: n % 20 === 0 ? 1 + ((n / 20) % 10) : null,
  squash: 0,
  allow_collaboration: 0,
  assigned: Number(n % 5 === 0),
  reviewed: Number(n % 7 === 0),
  labelled: Number(n % 2 === 0),
  approved: Number(n % 11 === 0),
  with_approvers: Number(n % 13 === 0),
  created_at: moment(n),
  updated_at: moment((n * 7919) % 1_000_003),
  touched_at: moment(n),
})

const versionRow = (n: number): Row => ({
  id: n,
  merge_request_id: n,
  head: n.toString(16).padStart(40, '0'),
  base: 'b'.repeat(40),
  start: 'c'.repeat(40),
  state: 'collected',
  real_size: '3',
  commits: 2,
  cause: 'created',
  created_at: moment(n),
})

/** Writes so many requests of so many projects straight into the rows of a read model, with labels, people, reactions and deployments. */
export const fillRequests = (db: Database, count: number, projects = 1): void => {
  const projectOf = (n: number): number => PLACE.projectId + (n % projects)
  const request = inserter(db, 'merge_requests', requestRow(1, PLACE.projectId))
  const version = inserter(db, 'merge_request_versions', versionRow(1))
  const beside = (table: string, ...columns: ReadonlyArray<string>) =>
    db.prepare(
      `INSERT INTO merge_request_${table} (merge_request_id, ${columns.join(', ')}) VALUES (?, ${columns.map(() => '?').join(', ')})`,
    )
  const assignee = beside('assignees', 'user_id')
  const reviewer = beside('reviewers', 'user_id')
  const approval = beside('approvals', 'user_id')
  const approver = beside('approvers', 'user_id')
  const label = beside('labels', 'label_id')
  const award = beside('awards', 'user_id', 'name')
  const deployed = beside('deployments', 'deployment_id')
  const words = db.prepare('INSERT INTO merge_request_texts (rowid, title, description) VALUES (?, ?, ?)')
  const deployment = db.prepare(
    `INSERT INTO deployments (id, iid, project_id, environment_id, ref, tag, sha, status, user_id, created_at, updated_at, finished_at)
     VALUES (?, ?, ?, 1, 'main', 0, '', 'success', 1, ?, ?, ?)`,
  )
  /** Every how many requests have such a row. */
  const sides: ReadonlyArray<readonly [every: number, write: (n: number) => unknown]> = [
    [5, (n) => assignee.run(n, 1 + (n % 40))],
    [7, (n) => reviewer.run(n, 1 + (n % 30))],
    [11, (n) => approval.run(n, 1 + (n % 20))],
    [13, (n) => approver.run(n, 1 + (n % 20))],
    [2, (n) => label.run(n, 1)],
    [1000, (n) => label.run(n, 2)],
    [97, (n) => award.run(n, 1, 'thumbsup')],
    [50, (n) => deployment.run(n, n, projectOf(n), moment(n), moment(n), moment(n))],
    [50, (n) => deployed.run(n, n)],
  ]
  db.transaction(() => {
    db.prepare(
      `INSERT OR IGNORE INTO environments (id, project_id, name, slug, tier, status, created_at, updated_at)
       VALUES (1, ?, ?, 'production', 'production', 'available', ?, ?)`,
    ).run(PLACE.projectId, PLACE.environment, moment(0), moment(0))
    for (let n = 1; n <= count; n++) {
      const row = requestRow(n, projectOf(n))
      request(row)
      version(versionRow(n))
      words.run(BigInt(n), row['title'], row['description'])
      for (const [every, write] of sides) if (n % every === 0) write(n)
    }
  })()
}

/** The projects that the requests belong to, in a group of their own; for a read model that no history stands behind. */
export const fillPlace = (db: Database, projects = 1): void => {
  const at = moment(0)
  db.prepare(
    "INSERT INTO groups (id, visibility, project_creation_level, settings, created_at) VALUES (?, 'public', 'developer', '{}', ?)",
  ).run(PLACE.groupId, at)
  db.prepare('INSERT INTO group_ancestors (group_id, ancestor_id, depth) VALUES (?, ?, 0)').run(
    PLACE.groupId,
    PLACE.groupId,
  )
  const project = db.prepare(
    `INSERT INTO projects (id, namespace_id, group_id, creator_id, name, path, visibility, issues, merge_requests, settings,
       created_at, updated_at, last_activity_at)
     VALUES (?, 1, ?, 1, 'p', 'p', 'public', 'enabled', 'enabled', '{}', ?, ?, ?)`,
  )
  for (let n = 0; n < projects; n++) project.run(PLACE.projectId + n, PLACE.groupId, at, at, at)
}
