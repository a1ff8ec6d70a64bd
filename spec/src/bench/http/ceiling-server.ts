import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { type BareAnswer, serveBare } from './bare-server.js'

/**
 * The best that could be done: uWebSockets.js with nothing around it.
 * `/plain`: a text. `/list`: twenty rows by hand-written SQL out of 100,000, joined. `/write`: as many raw rows as the product writes for a
 * deployment (two numbers, one creation, one status), committed together with those of other requests, durably.
 */
const ROWS = 100_000
const ROWS_A_WRITE = 4
const db = new SqliteDatabase(join(mkdtempSync(join(tmpdir(), 'forgefold-ceiling-')), 'rows.sqlite'))
db.pragma('journal_mode = WAL')
db.exec(`CREATE TABLE rows (id INTEGER PRIMARY KEY, project INTEGER NOT NULL, status TEXT NOT NULL, json TEXT NOT NULL) STRICT;
  CREATE INDEX rows_by_status ON rows (project, status, id);
  CREATE TABLE log (position INTEGER PRIMARY KEY, stream INTEGER NOT NULL, revision INTEGER NOT NULL, id BLOB NOT NULL, data TEXT NOT NULL, metadata TEXT NOT NULL) STRICT;
  CREATE UNIQUE INDEX log_by_stream ON log (stream, revision);`)
const sample = (id: number): string =>
  JSON.stringify({
    id,
    iid: id,
    ref: 'main',
    sha: 'a'.repeat(40),
    created_at: '2022-04-11T03:02:32.123Z',
    updated_at: '2022-04-11T03:02:32.123Z',
    status: id % 2 === 0 ? 'success' : 'failed',
    user: {
      id: 1,
      username: 'root',
      name: 'Administrator',
      state: 'active',
      avatar_url: null,
      web_url: 'http://x/root',
    },
    environment: { id: 1, name: 'production', slug: 'production', external_url: null },
    deployable: null,
  })
const insert = db.prepare('INSERT INTO rows (id, project, status, json) VALUES (?, 1, ?, ?)')
db.transaction(() => {
  for (let id = 1; id <= ROWS; id++) insert.run(id, id % 2 === 0 ? 'success' : 'failed', sample(id))
})()
const twenty = db
  .prepare<[], string>("SELECT json FROM rows WHERE project = 1 AND status = 'success' ORDER BY id LIMIT 20")
  .pluck()

db.pragma('synchronous = FULL')
const append = db.prepare('INSERT INTO log (stream, revision, id, data, metadata) VALUES (?, 0, ?, ?, ?)')
const METADATA = JSON.stringify({ at: '2022-04-11T03:02:32.123Z', actor: 'user:1', correlationId: 'benchmark' })
let stream = 0
let waiting: Array<{ readonly answer: BareAnswer; readonly gone: { is: boolean } }> = []
const commit = db.transaction((count: number) => {
  for (let row = 0; row < count * ROWS_A_WRITE; row++)
    append.run(++stream, Buffer.from(randomUUID().replaceAll('-', ''), 'hex'), 'x'.repeat(200), METADATA)
})
const flush = (): void => {
  const served = waiting
  waiting = []
  commit.immediate(served.length)
  for (const { answer, gone } of served) if (!gone.is) answer.cork(() => answer.end('{"id":1}'))
}

serveBare((app) =>
  app
    .get('/plain', (answer) => answer.end('plain text'))
    .get('/list', (answer) => answer.writeHeader('Content-Type', 'application/json').end(`[${twenty.all().join(',')}]`))
    .post('/write', (answer) => {
      const gone = { is: false }
      answer.onAborted(() => {
        gone.is = true
      })
      answer.onData((_, last) => {
        if (!last) return
        if (waiting.length === 0) setImmediate(flush)
        waiting.push({ answer, gone })
      })
    }),
)
