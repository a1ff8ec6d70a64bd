import assert from 'node:assert/strict'
import { test } from 'node:test'
// #region decide
import { fold } from '@forgefold/core/kernel'
import { label } from '@forgefold/core/label'
import Database from 'better-sqlite3'

const db = new Database(':memory:')
db.exec(
  'CREATE TABLE events (stream TEXT, revision INT, type TEXT, version INT, data TEXT, PRIMARY KEY (stream, revision))',
)
const select = db.prepare('SELECT type, version, data FROM events WHERE stream = ? ORDER BY revision')
const insert = db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?)')

const execute = db.transaction((stream, command) => {
  const stored = select.all(stream).map((row) => ({ ...row, data: JSON.parse(row.data) }))
  const history = stored.map((row) => label.events.decode(row).right)
  const decision = label.decide(command)(fold(label, history))
  if (decision._tag === 'Left') return decision.left
  for (const [n, event] of decision.right.entries()) {
    const { type, version, data } = label.events.encode(event)
    insert.run(stream, history.length + n, type, version, JSON.stringify(data))
  }
})
// #endregion

test('one aggregate keeps its events in a table of one’s own', () => {
  // #region use
  const place = { kind: 'project', id: 7 }
  const bug = { type: 'Create', place, title: 'bug', color: '#ff0000', description: null, priority: null }
  execute('label-1', bug)
  const refused = execute('label-1', bug)
  // #endregion
  assert.equal(refused.kind, 'Conflict')
  assert.deepEqual(
    select.all('label-1').map(({ type }) => type),
    ['LabelCreated'],
  )
})
