import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openReadModel, projections } from '@forgefold/adapters/read-model'
import type { IssueFilter } from '@forgefold/core/domains/planning/issue'
import type { Day, Instant } from '@forgefold/core/kernel'
import { fillPlace, PLACE } from '@forgefold/spec/bench'
import SqliteDatabase, { type Database } from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const ISSUES = 6000
const visibleTo = { userId: 1, seesAll: false, external: false }

const moment = (n: number): Instant => new Date(Date.UTC(2022, 0, 1) + n * 60_000).toISOString() as Instant
const dayOf = (n: number): Day => moment(n * 100).slice(0, 10) as Day

/** Some keys are on many issues, some on few. */
const fillIssues = (db: Database): void => {
  const issue = db.prepare(
    `INSERT INTO issues (id, iid, project_id, author_id, title, description, tasks, tasks_done, state, milestone_id,
       due_date, confidential, upvotes, created_at, updated_at, issue_type, rank)
       VALUES (?, ?, ?, ?, ?, ?, 0, 0, ?, ?, ?, ?, ?, ?, ?, 'issue', '0')`,
  )
  const text = db.prepare('INSERT INTO issue_texts (rowid, title, description) VALUES (?, ?, ?)')
  const label = db.prepare('INSERT INTO issue_labels (issue_id, label_id) VALUES (?, ?)')
  const assignee = db.prepare('INSERT INTO issue_assignees (issue_id, user_id, place) VALUES (?, ?, 0)')
  const award = db.prepare(
    `INSERT INTO awards (id, user_id, name, awardable_type, awardable_id, created_at) VALUES (?, 1, 'tada', 'Issue', ?, ?)`,
  )
  db.transaction(() => {
    for (let n = 1; n <= ISSUES; n++) {
      const title = n % 500 === 0 ? `zebra ${n}` : `horse ${n}`
      const due = n % 10 === 0 ? dayOf(n) : null
      const planned = [n % 100 === 0 ? 7 : null, due, n % 1000 === 0 ? 1 : 0, n % 5] as const
      const place = PLACE.projectId + (n % 2)
      const state = n % 3 === 0 ? 'closed' : 'opened'
      issue.run(n, n, place, n % 50, title, 'about it', state, ...planned, moment(n), moment(ISSUES - n))
      text.run(n, title, 'about it')
      if (n % 2 === 0) label.run(n, 1)
      if (n % 700 === 0) label.run(n, 2)
      if (n % 60 === 0) assignee.run(n, 9)
      if (n % 300 === 0) award.run(n, n, moment(n))
    }
  })()
}

interface Case {
  readonly name: string
  readonly filter: Partial<IssueFilter>
  readonly byHand: string
  /** The index that a search for few is made along. */
  readonly key?: string
}

const tada = { userId: 1, kind: 'named', name: 'tada' } as const

const cases: ReadonlyArray<Case> = [
  { name: 'nothing', filter: {}, byHand: '1' },
  { name: 'state', filter: { state: 'closed' }, byHand: "i.state = 'closed'" },
  { name: 'author', filter: { authorIds: [3] }, byHand: 'i.author_id = 3', key: 'issues_by_author' },
  { name: 'assignee', filter: { assignees: [9] }, byHand: 'i.id % 60 = 0', key: 'issue_assignees_by_user' },
  { name: 'no assignee', filter: { assignees: 'none' }, byHand: 'i.id % 60 <> 0' },
  { name: 'a rare label', filter: { labels: [[2]] }, byHand: 'i.id % 700 = 0', key: 'issue_labels_by_label' },
  { name: 'a common label', filter: { labels: [[1]] }, byHand: 'i.id % 2 = 0' },
  { name: 'two labels', filter: { labels: [[1], [2]] }, byHand: 'i.id % 700 = 0', key: 'issue_labels_by_label' },
  { name: 'no label', filter: { labels: 'none' }, byHand: 'i.id % 2 <> 0 AND i.id % 700 <> 0' },
  { name: 'milestone', filter: { milestones: [7] }, byHand: 'i.milestone_id = 7', key: 'issues_by_milestone' },
  { name: 'reaction', filter: { reaction: tada }, byHand: 'i.id % 300 = 0', key: 'awards_by_user' },
  { name: 'confidential', filter: { confidential: false }, byHand: 'i.confidential = 0' },
  {
    name: 'days',
    filter: { due: { from: dayOf(100), to: dayOf(400) } },
    byHand: `i.due_date BETWEEN '${dayOf(100)}' AND '${dayOf(400)}'`,
    key: 'issues_by_due_date',
  },
  { name: 'never due', filter: { due: 'none' }, byHand: 'i.due_date IS NULL' },
  {
    name: 'words',
    filter: { search: { words: ['zebra'], in: ['title', 'description'] } },
    byHand: 'i.id % 500 = 0',
    key: 'VIRTUAL TABLE INDEX 0:M',
  },
  {
    name: 'lately changed',
    filter: { updatedAfter: moment(ISSUES - 40) },
    byHand: `i.updated_at >= '${moment(ISSUES - 40)}'`,
    key: 'issues_by_any_update',
  },
  { name: 'made before', filter: { createdBefore: moment(300) }, byHand: `i.created_at <= '${moment(300)}'` },
  { name: 'not this label', filter: { not: { labels: [1] } }, byHand: 'i.id % 2 <> 0' },
  { name: 'not this author', filter: { not: { authorIds: [3] } }, byHand: 'i.author_id <> 3' },
  { name: 'not these numbers', filter: { not: { iids: [1, 2] } }, byHand: 'i.iid NOT IN (1, 2)' },
  { name: 'numbers', filter: { iids: [5, 6, 7] }, byHand: 'i.iid IN (5, 6, 7)' },
]

const places: ReadonlyArray<readonly [string, Partial<IssueFilter>, string]> = [
  ['a project', { projectId: PLACE.projectId }, `i.project_id = ${PLACE.projectId}`],
  ['a group', { groupId: PLACE.groupId, nonArchived: true }, '1'],
  ['all that is visible', { nonArchived: true }, '1'],
]

describe('lists of issues in the read model', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forgefold-issues-'))
  const file = join(folder, 'rows.sqlite')
  const said: Array<string> = []
  const { db: writer } = openReadModel(file, projections)
  const db = new SqliteDatabase(file, { verbose: (text) => said.push(String(text)) })
  const queries = projections.find(({ name }) => name === 'issues')?.queries.issues?.(db)
  // Confidential ones of others are hidden from this user.
  const seen = '(i.confidential = 0 OR i.author_id = 1)'

  beforeAll(() => {
    fillPlace(writer, 2)
    fillIssues(writer)
  })
  afterAll(() => {
    db.close()
    writer.close()
    rmSync(folder, { recursive: true, force: true })
  })

  describe.each(places)('of %s', (_, place, where) => {
    it.each(cases)('$name: the rows that plain SQL finds, along an index', ({ filter, byHand, key }) => {
      const asked = { orderBy: 'created_at', sort: 'desc', visibleTo, ...place, ...filter } as const
      db.exec('UPDATE read_model SET position = position')
      said.length = 0
      const page = queries?.list(asked, { page: 2, perPage: 2 })
      const all = writer
        .prepare<[], number>(
          `SELECT i.id FROM issues i WHERE (${where}) AND ${seen} AND (${byHand}) ORDER BY i.created_at DESC, i.id DESC`,
        )
        .pluck()
        .all()
      expect(page?.rows.map(({ id }) => id)).toEqual(all.slice(2, 4))
      expect(page?.total).toBe(all.length)
      const plans = said
        .filter((text) => text.startsWith('SELECT') && !text.includes('total_changes'))
        .map((text) =>
          writer
            .prepare<[], { readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`)
            .all()
            .map(({ detail }) => detail)
            .join('\n'),
        )
      for (const plan of plans) expect(plan).not.toMatch(/^SCAN s\b/m)
      if (key !== undefined) expect(plans.join('\n')).toContain(key)
      if (place.projectId !== undefined) for (const plan of plans) expect(plan).not.toMatch(/^SCAN i$/m)
    })
  })
})
