import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeIds } from '@forgefold/adapters/crypto'
import { makeMemoryEventStore, makeMemoryPersonalData } from '@forgefold/adapters/memory'
import { BatchedTransaction, makeReadModel, type Projection } from '@forgefold/adapters/read-model'
import { eventIdOf } from '@forgefold/core/app'
import { type Instant, type StreamName, userActor } from '@forgefold/core/kernel'
import SqliteDatabase, { type Database } from 'better-sqlite3'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const AT = '2022-04-11T03:02:32.123Z' as Instant
const ids = makeIds()

/** Keeps each word that was said; the word `bad` cannot be kept. */
const words: Projection = {
  name: 'words',
  version: 1,
  schema: 'CREATE TABLE words (position INTEGER PRIMARY KEY, word TEXT NOT NULL) STRICT',
  handlers: ({ db }) => {
    const insert = db.prepare('INSERT INTO words (position, word) VALUES (?, ?)')
    const say = ({ position, data }: { readonly position: number; readonly data: unknown }): void => {
      if (data === 'bad') throw new Error('no such word')
      insert.run(position, data)
    }
    return [{ category: 'speech', byType: new Map([['Said', say]]) }]
  },
  queries: {
    words: (db: Database) => {
      const all = db.prepare<[], string>('SELECT word FROM words ORDER BY position').pluck()
      return () => all.all()
    },
  } as Projection['queries'],
}

let folder: string
let store: ReturnType<typeof makeMemoryEventStore>
const closings: Array<() => Promise<void>> = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forgefold-read-model-'))
  store = makeMemoryEventStore()
})

afterEach(async () => {
  for (const close of closings.splice(0)) await close()
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

const say = async (word: string): Promise<void> => {
  const command = ids.commandId()
  const metadata = { at: AT, actor: userActor(1), correlationId: command }
  await store.append(
    'speech-1' as StreamName,
    [{ id: eventIdOf(command, 0), type: 'Said', version: 1, data: word, metadata }],
    'any',
  )
}

const follow = async (file = join(folder, 'rows.sqlite')) => {
  const failures: Array<string> = []
  const model = makeReadModel({
    file,
    store,
    personalData: makeMemoryPersonalData(),
    projections: [words],
    onFailure: (event) => failures.push(String(event.data)),
  })
  closings.push(model.close)
  await model.projector.start()
  const { words: said } = model.read as unknown as { readonly words: () => ReadonlyArray<string> }
  return { ...model, said, failures }
}

/** What another connection sees: only what is committed. */
const committed = (): { readonly words: ReadonlyArray<string>; readonly position: number | null } => {
  const db = new SqliteDatabase(join(folder, 'rows.sqlite'), { readonly: true })
  try {
    return {
      words: db.prepare<[], string>('SELECT word FROM words ORDER BY position').pluck().all(),
      position: db.prepare<[], number | null>('SELECT position FROM read_model').pluck().get() ?? null,
    }
  } finally {
    db.close()
  }
}

it('shows a row at once and commits it soon, together with its place in the history', async () => {
  const { said, projector } = await follow()
  await say('one')
  expect(said()).toEqual(['one'])
  expect(committed()).toEqual({ words: [], position: null })
  await say('two')
  await vi.waitUntil(() => committed().words.length > 0, { timeout: 60_000 })
  expect(committed()).toEqual({ words: ['one', 'two'], position: projector.position() })
})

it('commits what is left when it is closed, and goes on from there', async () => {
  const first = await follow()
  await say('one')
  await first.close()
  closings.pop()
  expect(committed().words).toEqual(['one'])
  await say('two')
  expect((await follow()).said()).toEqual(['one', 'two'])
})

it('makes again what a crash took away', async () => {
  await follow()
  await say('one')
  await vi.waitUntil(() => committed().words.length === 1, { timeout: 60_000 })
  await say('two')
  const crashed = join(folder, 'crashed')
  mkdirSync(crashed)
  for (const suffix of ['', '-wal']) cpSync(join(folder, `rows.sqlite${suffix}`), join(crashed, `rows.sqlite${suffix}`))
  const again = await follow(join(crashed, 'rows.sqlite'))
  expect(again.said()).toEqual(['one', 'two'])
})

it('leaves out what cannot be applied, and keeps what was open before it', async () => {
  const { said, failures, projector } = await follow()
  for (const word of ['one', 'two', 'bad', 'three']) await say(word)
  expect(said()).toEqual(['one', 'two', 'three'])
  expect(failures).toEqual(['bad'])
  expect(projector.failures()).toBe(1)
  await vi.waitUntil(() => committed().words.length === 3, { timeout: 60_000 })
  expect(committed().position).toBe(projector.position())
})

const refusals = {
  'and stays open': () => {},
  'and SQLite undoes it': (db: Database) => db.exec('ROLLBACK'),
}

it.each(Object.entries(refusals))('keeps its rows where a commit is refused %s, and tries again', async (_, undo) => {
  const file = join(folder, 'rows.sqlite')
  const db = new SqliteDatabase(file)
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE words (word TEXT NOT NULL)')
  const insert = db.prepare('INSERT INTO words (word) VALUES (?)')
  const wordsOf = (connection: Database) => connection.prepare<[], string>('SELECT word FROM words').pluck().all()
  let refused = 0
  const transaction = new BatchedTransaction<string>(db, {
    apply: (said) => {
      for (const word of said) insert.run(word)
    },
    beforeCommit: () => {
      if (refused++ > 0) return
      undo(db)
      throw new Error('database or disk is full')
    },
  })
  const other = new SqliteDatabase(file, { readonly: true })
  transaction.add(['one', 'two'])
  transaction.commit()
  expect({ refused, shown: wordsOf(db), committed: wordsOf(other) }).toEqual({
    refused: 1,
    shown: ['one', 'two'],
    committed: [],
  })
  await vi.waitUntil(() => refused === 2, { timeout: 60_000 })
  expect(wordsOf(other)).toEqual(['one', 'two'])
  transaction.close()
  other.close()
  db.close()
})

it('does again what SQLite has undone, as soon as it can, and checks nothing in meanwhile', async () => {
  const db = new SqliteDatabase(':memory:')
  db.exec('CREATE TABLE words (word TEXT NOT NULL)')
  const insert = db.prepare('INSERT INTO words (word) VALUES (?)')
  const words = () => db.prepare<[], string>('SELECT word FROM words').pluck().all()
  let isFull = false
  let noted = 0
  const transaction = new BatchedTransaction<string>(db, {
    apply: (said) => {
      if (isFull) throw new Error('database or disk is full')
      for (const word of said) insert.run(word)
    },
    beforeCommit: () => {
      if (isFull) {
        db.exec('ROLLBACK')
        throw new Error('database or disk is full')
      }
      noted++
    },
  })
  transaction.add(['one', 'two'])
  isFull = true
  transaction.commit()
  transaction.commit()
  expect({ shown: words(), noted }).toEqual({ shown: [], noted: 0 })
  expect(transaction.add(['three'])).toEqual(['one', 'two', 'three'])
  isFull = false
  transaction.add(['one', 'two', 'three'])
  isFull = true
  transaction.commit()
  isFull = false
  transaction.commit()
  expect({ shown: words(), noted }).toEqual({ shown: ['one', 'two', 'three'], noted: 0 })
  transaction.commit()
  expect({ shown: words(), noted }).toEqual({ shown: ['one', 'two', 'three'], noted: 1 })
  transaction.close()
  db.close()
})
