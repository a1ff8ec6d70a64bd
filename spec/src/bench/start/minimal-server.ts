import { createRequire } from 'node:module'
import SqliteDatabase from 'better-sqlite3'

/** The least that serves rows: Node, uWebSockets.js and SQLite, one table, one path. Takes the file of its rows. */
interface Answer {
  writeHeader: (name: string, value: string) => Answer
  end: (body: string) => void
}
interface Server {
  get: (path: string, handle: (answer: Answer) => void) => Server
  listen: (host: string, port: number, done: (socket: unknown) => void) => void
}

const uws = createRequire(import.meta.resolve('@forgefold/server'))('uWebSockets.js') as {
  App: () => Server
  us_socket_local_port: (socket: unknown) => number
}

const db = new SqliteDatabase(process.argv[2])
db.pragma('journal_mode = WAL')
db.exec('CREATE TABLE IF NOT EXISTS rows (id INTEGER PRIMARY KEY, json TEXT NOT NULL) STRICT')
db.prepare(`INSERT OR IGNORE INTO rows (id, json) VALUES (1, '{"id":1}')`).run()
const row = db.prepare<[number], string>('SELECT json FROM rows WHERE id = ?').pluck()

uws
  .App()
  .get('/row', (answer) => answer.writeHeader('Content-Type', 'application/json').end(row.get(1) ?? ''))
  .listen('127.0.0.1', 0, (socket) => {
    console.log(`http://127.0.0.1:${uws.us_socket_local_port(socket)}`)
  })
process.on('SIGTERM', () => process.exit(0))
