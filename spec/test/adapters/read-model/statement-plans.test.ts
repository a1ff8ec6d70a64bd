import { projections } from '@forgefold/adapters/read-model'
import type { PersonalData } from '@forgefold/core/ports'
import SqliteDatabase, { type Database } from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'

/** Statements that read a whole table, or all rows of one kind, by the beginning of their text: none of them answers a request about one thing. */
const READ_MUCH: Readonly<Record<string, string>> = {
  'SELECT event, base, free FROM counted_activity': 'one row for each kind of event',
  'SELECT edition FROM label_edition': 'one row',
  'UPDATE label_edition': 'one row',
  'SELECT edition FROM milestone_edition': 'one row',
  'UPDATE milestone_edition': 'one row',
  'SELECT name, gates FROM instance_feature_flags': 'one row for each flag',
  'SELECT id FROM webhooks ORDER BY id': 'all webhooks, at a start',
  'SELECT r.id, r.type, r.group_id AS groupId': 'all runners, for a list that is filtered by what the caller may see',
  'UPDATE resource_events SET subject_id': 'a label or milestone of a project becomes one of its group',
  "UPDATE remembered SET facts = json_set(facts, '$.labelIds'": 'as above',
  "UPDATE remembered SET facts = json_set(facts, '$.milestoneId'": 'as above',
  "SELECT id FROM merge_requests WHERE status = 'locked'": 'merges in progress, at a start',
  'SELECT s.id FROM milestones s JOIN (': 'the next milestone of every place, for a filter of lists',
  'SELECT p.family_id AS familyId': 'tokens without an end, when the instance begins to limit them',
  'SELECT k.project_id FROM packages k WHERE k.type = $type AND TRUE': 'all projects with a kind of package',
  'SELECT id, user_id AS userId FROM personal_access_tokens': 'what users left behind, at intervals',
  'SELECT source, source_id AS sourceId': 'as above',
  'SELECT id FROM projects WHERE id % $of = $rest': 'projects to tidy, at intervals',
  'SELECT id, activeAt, warnedAt': 'inactive projects, at intervals',
  'SELECT id FROM users WHERE erased = 0 AND status =':
    'dormant users, at intervals; users to approve, when approval ends',
  'SELECT 1 FROM users LIMIT 1': 'whether there is any',
  'SELECT (SELECT count(*) FROM projects': 'the statistics of the instance',
}

/** Columns in which many rows have the same value: to be found by them alone is to be read with most of the table. */
const SHARED_COLUMNS = [
  'source',
  'kind',
  'type',
  'status',
  'state',
  'visibility',
  'noteable_type',
  'place_kind',
  'owner_kind',
]
const BY_SHARED_COLUMN = new RegExp(`\\((?:${SHARED_COLUMNS.join('|')})=\\?\\)`)
const OF_WHOLE_TABLE = /^SCAN (?!\(|CONSTANT|.* VIRTUAL TABLE)|AUTOMATIC/

/** Statements that read all that is said about one thing, or given to it: none of them answers a request about one user or one note. */
const READ_ALL_OF_ONE: Readonly<Record<string, string>> = {
  'SELECT 1 FROM notes WHERE noteable_id = ? AND open = 1 LIMIT 1': 'the first of those that are open',
  'SELECT id, position FROM discussions': 'those that are moved along with their lines',
  "SELECT DISTINCT json_extract(system, '$.by')": 'mentions from other projects',
  "SELECT DISTINCT json_extract(n.system, '$.projectId')": 'mentions in issues',
  'SELECT user_id AS userId, min(internal) AS internal': 'everybody who gave an award to the issue',
}
const OF_ONE_CONVERSATION =
  /INDEX .*\((?:noteable_type=\? AND )?noteable_id=\?\)|\((?:awardable_type=\? AND )?awardable_id=\?\)/
/** All of it goes away with the thing. */
const FORGETS = /^DELETE FROM/

/** The steps of recursive expressions are rows of no table. */
const withoutRecursion = (text: string, steps: ReadonlyArray<string>): ReadonlyArray<string> => {
  const names = Array.from(text.matchAll(/WITH RECURSIVE (\w+)/g), ([, name]) => `SCAN ${name}`)
  return steps.filter((step) => !names.includes(step))
}

/** Collects the text of each statement that is prepared, and runs none. */
const recorder = (real: Database, texts: Set<string>): Database => {
  const statement: object = new Proxy(
    {},
    {
      get: (_, name) => {
        if (name === 'get') return () => undefined
        if (name === 'all') return () => []
        if (name === 'run') return () => ({ changes: 0, lastInsertRowid: 0 })
        return () => statement
      },
    },
  )
  const prepare = (text: string): object => {
    texts.add(text.trim().replace(/\s+/g, ' '))
    return statement
  }
  return Object.assign(Object.create(real) as Database, { prepare, transaction: (work: unknown) => work })
}

const statementsOfAll = (real: Database): ReadonlySet<string> => {
  const texts = new Set<string>()
  const db = recorder(real, texts)
  for (const { queries, handlers } of projections) {
    for (const make of Object.values(queries)) make(db)
    for (const one of handlers({ db, personalData: {} as PersonalData, undecodable: () => undefined }))
      expect(one.byType).toBeDefined()
  }
  return texts
}

const planOf = (db: Database, text: string): ReadonlyArray<string> => {
  const names = new Set((text.match(/[@$:][A-Za-z_]\w*/g) ?? []).map((name) => name.slice(1)))
  const values = Object.fromEntries([...names].map((name) => [name, null]))
  const places = (text.match(/\?/g) ?? []).map(() => null)
  const explained = db.prepare<Array<unknown>, { readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`)
  // Paths in JSON begin with the sign of a parameter.
  const rows = places.length > 0 ? explained.all(...places) : names.size > 0 ? explained.all(values) : explained.all()
  return withoutRecursion(
    text,
    rows.map(({ detail }) => detail),
  )
}

describe('statements of the read model', () => {
  const db = new SqliteDatabase(':memory:')
  for (const { schema } of projections) db.exec(schema)
  const texts = statementsOfAll(db)
  afterAll(() => db.close())

  it('find their rows by what tells them apart, however many others there are', () => {
    expect(texts.size).toBeGreaterThan(700)
    const reading = [...texts].flatMap((text) => {
      const steps = planOf(db, text).filter((step) => BY_SHARED_COLUMN.test(step) || OF_WHOLE_TABLE.test(step))
      const isKnown = Object.keys(READ_MUCH).some((beginning) => text.startsWith(beginning))
      return steps.length === 0 || isKnown ? [] : [{ text, steps }]
    })
    expect(reading).toEqual([])
  })

  it('ask about one of many notes or awards without reading the others', () => {
    const reading = [...texts].flatMap((text) => {
      const steps = planOf(db, text).filter((step) => OF_ONE_CONVERSATION.test(step))
      const isKnown = FORGETS.test(text) || Object.keys(READ_ALL_OF_ONE).some((beginning) => text.startsWith(beginning))
      return steps.length === 0 || isKnown ? [] : [{ text, steps }]
    })
    expect(reading).toEqual([])
  })

  it.each([...Object.keys(READ_MUCH), ...Object.keys(READ_ALL_OF_ONE)])('still read much: %s', (beginning) => {
    expect([...texts].some((text) => text.startsWith(beginning))).toBe(true)
  })
})
