import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { serveBare } from '../http/bare-server.js'

/**
 * What lists and reads of merge requests are held against: uWebSockets.js with nothing around it and hand-written SQL over 100,000 rows.
 * Each row holds the product's own JSON of a request (first argument), so that both send the same bytes.
 */
const ROWS = 100_000
const [, , sample = '{}', one = '{}'] = process.argv

const db = new SqliteDatabase(join(mkdtempSync(join(tmpdir(), 'forgefold-ceiling-')), 'rows.sqlite'))
db.pragma('journal_mode = WAL')
db.exec(`CREATE TABLE requests (id INTEGER PRIMARY KEY, project INTEGER NOT NULL, iid INTEGER NOT NULL, status TEXT NOT NULL, json TEXT NOT NULL) STRICT;
  CREATE UNIQUE INDEX requests_by_iid ON requests (project, iid);
  CREATE INDEX requests_by_status ON requests (project, status, id);`)
const insert = db.prepare('INSERT INTO requests (id, project, iid, status, json) VALUES (?, 1, ?, ?, ?)')
db.transaction(() => {
  for (let id = 1; id <= ROWS; id++) insert.run(id, id, id % 10 < 8 ? 'merged' : 'opened', id === ROWS ? one : sample)
})()

const twenty = db
  .prepare<[], string>(`SELECT json FROM requests WHERE project = 1 AND status = 'opened' ORDER BY id DESC LIMIT 20`)
  .pluck()
const single = db.prepare<[number], string>('SELECT json FROM requests WHERE project = 1 AND iid = ?').pluck()

serveBare((app) =>
  app
    .get('/list', (answer) => answer.writeHeader('Content-Type', 'application/json').end(`[${twenty.all().join(',')}]`))
    .get('/one', (answer) => answer.writeHeader('Content-Type', 'application/json').end(single.get(ROWS) ?? '')),
)
