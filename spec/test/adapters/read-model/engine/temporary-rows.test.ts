import { makeMemoryPersonalData } from '@forgefold/adapters/memory'
import { makeReadModel, type Projection, type RunningReadModel, type SharedRows } from '@forgefold/adapters/read-model'
import { fixedHistory } from '@forgefold/core/audit'
import type { StoredEvent } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import fc from 'fast-check'
import { expect, it } from 'vitest'

/** Keeps each word that was said; `bad` cannot be kept, and where `lost` comes first all that is open is undone, as SQLite does where memory runs out. */
const makeWords = (): Projection => {
  const handlers = ({ db }: { readonly db: Database }) => {
    const insert = db.prepare('INSERT INTO words (position, word) VALUES (?, ?)')
    let isLost = false
    const say = ({ position, data }: StoredEvent): void => {
      insert.run(position, data)
      if (data === 'bad') throw new Error('no such word')
      if (data !== 'lost' || position > 0 || isLost) return
      isLost = true
      db.exec('ROLLBACK')
      throw new Error('out of memory')
    }
    return [{ category: 'speech', byType: new Map([['Said', say]]) }]
  }
  return {
    name: 'words',
    version: 1,
    schema: 'CREATE TABLE words (position INTEGER PRIMARY KEY, word TEXT NOT NULL) STRICT',
    handlers,
    queries: {
      words: (db: Database) => {
        const all = db.prepare<[], string>('SELECT word FROM words ORDER BY position').pluck()
        return () => all.all()
      },
      changes: (db: Database) => {
        const changes = db.prepare<[], number>('SELECT total_changes()').pluck()
        return () => changes.get()
      },
      ask: (db: Database) => (query: string) => db.prepare(query).get(),
    } as Projection['queries'],
  }
}

interface Words {
  readonly words: () => ReadonlyArray<string>
  readonly changes: () => number
  readonly ask: (query: string) => unknown
}
const wordsOf = ({ read }: RunningReadModel): Words => read as unknown as Words

const historyOf = (words: ReadonlyArray<string>) =>
  fixedHistory(
    words.map((data, at) => ({
      id: `${at}`,
      stream: 'speech-1',
      position: at,
      revision: at,
      type: 'Said',
      data,
    })) as ReadonlyArray<unknown> as ReadonlyArray<StoredEvent>,
  )

const open = async (words: ReadonlyArray<string>, own: { durability?: 'temporary'; rows?: SharedRows } = {}) => {
  const [personalData, projections] = [makeMemoryPersonalData(), [makeWords()]]
  const model = makeReadModel({ file: ':memory:', store: historyOf(words), personalData, projections, ...own })
  await model.projector.start()
  return model
}

const sharedEmpty = async (): Promise<SharedRows> => {
  const model = await open([])
  const rows = model.share()
  await model.close()
  return rows
}

const told = (model: RunningReadModel) => [
  wordsOf(model).words(),
  model.projector.failures(),
  model.projector.position(),
]

const said = fc.array(fc.constantFrom('one', 'two', 'bad', 'lost'), { maxLength: 8 })
const uses = fc.array(fc.record({ words: said, isFlushed: fc.boolean(), isShared: fc.boolean() }), { maxLength: 6 })

it('temporary rows are those of the history alone, whoever used the same copy before', async () => {
  const rows = await sharedEmpty()
  await fc.assert(
    fc.asyncProperty(uses, async (all) => {
      for (const { words, isFlushed, isShared } of all) {
        const [durable, temporary] = [await open(words), await open(words, { durability: 'temporary', rows })]
        if (isFlushed) temporary.projector.flush()
        expect(told(temporary)).toEqual(told(durable))
        if (isShared) {
          const next = await open(words, { durability: 'temporary', rows: temporary.share() })
          expect(wordsOf(next).words()).toEqual(wordsOf(durable).words())
          expect(told(temporary)).toEqual(told(durable))
          await next.close()
        }
        await Promise.all([durable.close(), temporary.close()])
      }
    }),
    { numRuns: 60 },
  )
})

it('one copy serves one user after the other, and each of two at the same time has its own', async () => {
  const rows = await sharedEmpty()
  const first = await open(['one'], { durability: 'temporary', rows })
  const changes = wordsOf(first).changes()
  await first.close()
  const [second, third] = [
    await open(['two'], { durability: 'temporary', rows }),
    await open(['one', 'two'], { durability: 'temporary', rows }),
  ]
  expect(wordsOf(second).changes()).toBeGreaterThan(changes)
  expect([wordsOf(second).words(), wordsOf(third).words()]).toEqual([['two'], ['one', 'two']])
  await Promise.all([second.close(), third.close()])
})

it('a copy with thousands of different statements serves nobody again', async () => {
  const rows = await sharedEmpty()
  const first = await open(['one'], { durability: 'temporary', rows })
  const changes = wordsOf(first).changes()
  for (let n = 0; n < 2_001; n++) wordsOf(first).ask(`SELECT ${n}`)
  await first.close()
  const second = await open(['two'], { durability: 'temporary', rows })
  expect([wordsOf(second).words(), wordsOf(second).changes()]).toEqual([['two'], changes])
  await second.close()
})

it('nothing is asked of a copy that was given back', async () => {
  const rows = await sharedEmpty()
  const first = await open(['one'], { durability: 'temporary', rows })
  await first.close()
  await first.close()
  const [second, third] = [
    await open(['two'], { durability: 'temporary', rows }),
    await open([], { durability: 'temporary', rows }),
  ]
  expect(() => wordsOf(first).words()).toThrow('not open')
  expect([wordsOf(second).words(), wordsOf(third).words()]).toEqual([['two'], []])
  await Promise.all([second.close(), third.close()])
})
