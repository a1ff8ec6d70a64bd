import SqliteDatabase from 'better-sqlite3'
import Fastify, { type FastifyInstance } from 'fastify'

const PAGE = 20
const TIME = '2022-04-11T03:02:32.123Z'

/** Tables as a service by hand would have them; commits are durable, as Forgefold's are. */
const openDatabase = (file: string, deployments: number): SqliteDatabase.Database => {
  const db = new SqliteDatabase(file)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec(`CREATE TABLE users (id INTEGER PRIMARY KEY, username TEXT NOT NULL, name TEXT NOT NULL, state TEXT NOT NULL, avatar_url TEXT, token TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE environments (id INTEGER PRIMARY KEY, project_id INTEGER NOT NULL, name TEXT NOT NULL, slug TEXT NOT NULL, UNIQUE (project_id, name)) STRICT;
    CREATE TABLE deployments (id INTEGER PRIMARY KEY, iid INTEGER NOT NULL, project_id INTEGER NOT NULL, environment_id INTEGER NOT NULL,
      user_id INTEGER NOT NULL, ref TEXT NOT NULL, sha TEXT NOT NULL, status TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL) STRICT;
    CREATE INDEX deployments_by_status ON deployments (project_id, status, id);
    INSERT INTO users VALUES (1, 'root', 'Administrator', 'active', 'http://localhost/avatar.png', 'token');
    INSERT INTO environments VALUES (1, 1, 'production', 'production');`)
  const insert = db.prepare('INSERT INTO deployments VALUES (?, ?, 1, 1, 1, ?, ?, ?, ?, ?)')
  db.transaction(() => {
    for (let id = 1; id <= deployments; id++)
      insert.run(id, id, 'main', 'a'.repeat(40), id % 2 === 0 ? 'success' : 'failed', TIME, TIME)
  })()
  return db
}

const JOINED = `SELECT d.*, u.username, u.name AS user_name, u.state, u.avatar_url, e.name AS environment_name, e.slug
  FROM deployments d JOIN users u ON u.id = d.user_id JOIN environments e ON e.id = d.environment_id`

type Row = Readonly<Record<string, unknown>>

const shown = (row: Row) => ({
  id: row['id'],
  iid: row['iid'],
  ref: row['ref'],
  sha: row['sha'],
  created_at: row['created_at'],
  status: row['status'],
  user: {
    id: row['user_id'],
    username: row['username'],
    name: row['user_name'],
    state: row['state'],
    avatar_url: row['avatar_url'],
    web_url: `http://localhost/${row['username']}`,
  },
  environment: { id: row['environment_id'], name: row['environment_name'], slug: row['slug'], external_url: null },
  deployable: null,
  pending_approval_count: 0,
})

/** One deployment alone also shows its approvals. */
const shownAlone = (row: Row) => ({ ...shown(row), approvals: [], approval_summary: { rules: [] } })

const STATUSES = ['created', 'running', 'success', 'failed', 'canceled']
const NEW = {
  type: 'object',
  required: ['environment', 'sha', 'ref', 'tag', 'status'],
  properties: {
    environment: { type: 'string' },
    sha: { type: 'string', pattern: '^[0-9a-f]{40}$' },
    ref: { type: 'string' },
    tag: { type: 'boolean' },
    status: { enum: STATUSES },
  },
} as const

interface Creation {
  readonly environment: string
  readonly sha: string
  readonly ref: string
  readonly status: string
}

const DEPLOYMENTS = '/api/v4/projects/:project/deployments'

/** Deployments of one project as a table with three endpoints: what somebody writes by hand in an afternoon, without rights, rules or history. */
export const deploymentsApp = (file: string, deployments: number): FastifyInstance => {
  const db = openDatabase(file, deployments)
  const userOf = db.prepare('SELECT id FROM users WHERE token = ?').pluck()
  const one = db.prepare(`${JOINED} WHERE d.id = ? AND d.project_id = ?`)
  const list = db.prepare(`${JOINED} WHERE d.project_id = ? AND d.status = ? ORDER BY d.id LIMIT ${PAGE}`)
  const environment = db.prepare('SELECT id FROM environments WHERE project_id = ? AND name = ?').pluck()
  const insert = db.prepare('INSERT INTO deployments VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const lastIid = db.prepare('SELECT max(iid) FROM deployments WHERE project_id = ?').pluck()
  const create = db.transaction((project: string, user: number, { environment: name, ref, sha, status }: Creation) => {
    const at = new Date().toISOString()
    const iid = Number(lastIid.get(project) ?? 0) + 1
    return insert.run(iid, project, environment.get(project, name), user, ref, sha, status, at, at).lastInsertRowid
  })
  const app = Fastify()
  app.addHook('onClose', () => void db.close())
  app.addHook('onRequest', async (request, reply) => {
    if (userOf.get(request.headers['private-token']) === undefined)
      await reply.code(401).send({ message: '401 Unauthorized' })
  })
  app.get<{ Params: { project: string; id: string } }>(`${DEPLOYMENTS}/:id`, (request, reply) => {
    const row = one.get(request.params.id, request.params.project) as Row | undefined
    return row === undefined ? reply.code(404).send({ message: '404 Not found' }) : reply.send(shownAlone(row))
  })
  app.get<{ Params: { project: string }; Querystring: { status: string } }>(DEPLOYMENTS, (request, reply) =>
    reply.send((list.all(request.params.project, request.query.status) as ReadonlyArray<Row>).map(shown)),
  )
  app.post<{ Params: { project: string }; Body: Creation }>(
    DEPLOYMENTS,
    { schema: { body: NEW } },
    (request, reply) => {
      const user = userOf.get(request.headers['private-token']) as number
      const id = create(request.params.project, user, request.body)
      return reply.code(201).send(shownAlone(one.get(id, request.params.project) as Row))
    },
  )
  return app
}
