import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createForgefold } from '@forgefold/server'
import { runCommandLine } from '@forgefold/server/cli'
import { converse } from '@forgefold/spec/conversation'
import { askerOf, openTestInstance } from '@forgefold/spec/instance'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let folder = ''
let sound = ''
let data = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forgefold-agreement-'))
  sound = join(folder, 'sound')
  const instance = await openTestInstance({ more: { data: sound } })
  const { ask, root } = instance
  await ask('POST', '/api/v4/projects', { as: root, json: { name: 'app' } })
  for (const name of ['one', 'two', 'three'])
    await ask('POST', '/api/v4/projects/1/labels', { as: root, json: { name, color: '#112233' } })
  await instance.close()
  // Whoever alters a history throws the tree over it away.
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(sound, `history-tree.sqlite${suffix}`), { force: true })
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(async () => {
  data = join(folder, 'data')
  await cp(sound, data, { recursive: true })
})
afterEach(() => rmSync(data, { recursive: true, force: true }))

const verify = async (at: string, ...args: ReadonlyArray<string>) => {
  const lines: Array<string> = []
  const code = await runCommandLine(['audit', 'verify', ...args, '--data', at], {
    environment: {},
    say: (line) => lines.push(line),
    tell: (line) => lines.push(line),
    progress: () => undefined,
    asked: new Promise(() => undefined),
  })
  return { code, text: lines.join('\n') }
}

const alter = (file: string, work: (db: Database.Database) => void): void => {
  const db = new Database(join(data, file))
  work(db)
  db.close()
}

const eventsOf = 'SELECT position FROM event WHERE stream = (SELECT key FROM stream WHERE name = ?) ORDER BY position'

const positionsOf = (db: Database.Database, stream: string): ReadonlyArray<number> =>
  db.prepare<[string], number>(eventsOf).pluck().all(stream)

describe('forgefold audit verify', { timeout: 120_000 }, () => {
  it('finds numbers, names and rows in agreement with the history where nobody touched them', async () => {
    const found = await verify(data)
    expect(found).toEqual({ code: 0, text: expect.stringMatching(/rows made anew up to position \d+ are those/) })
    expect(await verify(data, '--json')).toMatchObject({ code: 0, text: expect.stringContaining('"rows":"Agree"') })
    expect((await verify(data, '--skip-rows')).text).not.toContain('rows made anew')
  })

  it('finds them so after a long exchange that touches every kind of thing', async () => {
    const at = join(folder, 'conversed')
    const instance = await openTestInstance({ more: { data: at } })
    await converse({
      exchanges: [],
      say: (method, path, asked = {}) => instance.ask(method, path, { as: instance.root, ...asked }),
    })
    await instance.close()
    expect(await verify(at)).toEqual({ code: 0, text: expect.stringContaining('rows made anew') })
  })

  it('finds rows in agreement that a kill kept from hearing of an erasure', async () => {
    const at = join(folder, 'erased')
    const files = ['read-model.sqlite', 'read-model.sqlite-wal']
    const instance = await openTestInstance({ more: { data: at } })
    const { id } = await instance.person('bobbin')
    await instance.ask('POST', '/api/v4/projects', { as: instance.root, json: { name: 'app' } })
    const options = { data: at, instance: instance.forge.instance, clock: instance.clock }
    await instance.close()
    const before = await Promise.all(files.map((name) => readFile(join(at, name)).catch(() => undefined)))
    const server = await createForgefold(options)
    const erased = await askerOf(server)('DELETE', `/api/v4/users/${id}`, {
      as: instance.root,
      query: 'hard_delete=true',
    })
    expect(erased.status).toBe(204)
    await server.close()
    for (const [index, name] of files.entries()) {
      await rm(join(at, name), { force: true })
      const bytes = before[index]
      if (bytes !== undefined) await writeFile(join(at, name), bytes)
    }
    await rm(join(at, 'read-model.sqlite-shm'), { force: true })
    expect(await verify(at)).toEqual({ code: 0, text: expect.stringContaining('rows made anew') })
    const rows = new Database(join(at, 'read-model.sqlite'), { readonly: true })
    expect(rows.prepare('SELECT count(*) FROM users WHERE username = ?').pluck().get('bobbin')).toBe(1)
    rows.close()
  })

  it.each([
    ['is another', `UPDATE labels SET title = 'other' WHERE title = 'two'`],
    ['is missing', `DELETE FROM labels WHERE title = 'two'`],
    ['was added', `INSERT INTO stars SELECT id, 999, 1 FROM projects`],
  ])('names the table and the key of a row that %s', async (_, statement) => {
    alter('read-model.sqlite', (db) => {
      expect(db.prepare(statement).run().changes).toBe(1)
    })
    const found = await verify(data)
    expect(found).toMatchObject({ code: 1, text: expect.stringMatching(/NOT VERIFIED: .*(labels 2|stars )/) })
    expect(JSON.parse((await verify(data, '--json')).text).fault).toMatchObject({ kind: 'Differ' })
    expect((await verify(data, '--skip-rows')).code).toBe(0)
  })

  it('names the first event that stands behind a hole in the positions', async () => {
    alter('events.sqlite', (db) => {
      db.exec('UPDATE event SET position = -position - 1 WHERE position > 7')
      db.exec('UPDATE event SET position = -position WHERE position < 0')
    })
    expect(await verify(data)).toMatchObject({
      code: 1,
      text: expect.stringContaining('event 7 stands at position 9; 8 was expected'),
    })
  })

  it('names the event that gives a number for the second time', async () => {
    alter('events.sqlite', (db) => {
      const last = positionsOf(db, 'counter-label').at(-1)
      db.prepare('UPDATE event SET data = ? WHERE position = ?').run('{"last":1}', last)
    })
    expect(await verify(data)).toMatchObject({
      code: 1,
      text: expect.stringMatching(/event \d+ \(counter-label\) gives a number that was given before/),
    })
  })

  it('names the thing that has a number which nobody gave', async () => {
    alter('events.sqlite', (db) => {
      db.exec(`UPDATE stream SET name = 'label-30' WHERE name = 'label-3'`)
    })
    expect(await verify(data)).toMatchObject({
      code: 1,
      text: expect.stringMatching(/begins label-30; its counter had come to 3 only/),
    })
  })

  it.each([
    ['another', (db: Database.Database, position: number) => taken(db, position, 'label-1')],
    ['no stream', (db: Database.Database, position: number) => released(db, position)],
  ])('names the thing whose name is reserved for %s', async (whom, deed) => {
    alter('events.sqlite', (db) => {
      const held = db
        .prepare<[], number>(`SELECT max(position) FROM event WHERE json_extract(data, '$.holder') = 'label-2'`)
        .pluck()
        .get() as number
      deed(db, held)
    })
    expect(await verify(data)).toMatchObject({
      code: 1,
      text: expect.stringMatching(
        new RegExp(
          `label-2, begun by event \\d+, goes by a name \\(.+\\) that is reserved for ${whom === 'no stream' ? whom : 'label-1'}`,
        ),
      ),
    })
  })

  it('leaves nothing behind in the folder', async () => {
    await verify(data)
    expect(existsSync(join(data, 'history-tree.sqlite'))).toBe(false)
  })
})

const taken = (db: Database.Database, position: number, holder: string): void => {
  db.prepare(`UPDATE event SET data = json_set(data, '$.holder', ?) WHERE position = ?`).run(holder, position)
}

/** Makes the taking of a name its release; the type is written by the first release of any name. */
const released = (db: Database.Database, position: number): void => {
  db.exec(`INSERT INTO event_type (name, version) VALUES ('NameReleased', 1) ON CONFLICT DO NOTHING`)
  db.prepare(`UPDATE event SET type = (SELECT key FROM event_type WHERE name = 'NameReleased') WHERE position = ?`).run(
    position,
  )
}
