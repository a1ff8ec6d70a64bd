import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openReadModel, projections } from '@forgefold/adapters/read-model'
import { UNRESTRICTED } from '@forgefold/core'
import type { ReadModel } from '@forgefold/core/ports'
import SqliteDatabase from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'

const PAGE = { page: 1, perPage: 20 }
const PLACES = [{ kind: 'project', id: 1 }] as const

interface Case {
  readonly name: string
  readonly of: string
  readonly ask: (queries: Partial<ReadModel>) => unknown
  readonly along: string
}

const cases: ReadonlyArray<Case> = [
  {
    name: 'labels by title',
    of: 'labels',
    ask: ({ labels }) => labels?.list({ places: PLACES }, PAGE),
    along: 'labels_in_order (place_kind=? AND place_id=?)',
  },
  {
    name: 'milestones by due date',
    of: 'milestones',
    ask: ({ milestones }) => milestones?.list({ places: PLACES }, PAGE),
    along: 'milestones_in_order (place_kind=? AND place_id=?)',
  },
  {
    name: 'groups by name',
    of: 'places',
    ask: ({ groups }) => groups?.list({ visibleTo: UNRESTRICTED, orderBy: 'name', sort: 'asc' }, PAGE),
    along: 'namespaces_groups_by_name',
  },
]

/** Somebody who has a role in nothing. */
const STRANGER = { userId: 7, seesAll: false, external: false }

const seen: ReadonlyArray<Case> = [
  {
    name: 'projects',
    of: 'places',
    ask: ({ projects }) => projects?.list({ visibleTo: STRANGER, orderBy: 'created_at', sort: 'desc' }, PAGE),
    along: 'SEARCH p USING INDEX projects_by_visibility (visibility=?)',
  },
  {
    name: 'groups',
    of: 'places',
    ask: ({ groups }) => groups?.list({ visibleTo: STRANGER, orderBy: 'name', sort: 'asc' }, PAGE),
    along: 'SEARCH g USING COVERING INDEX groups_by_visibility (visibility=?)',
  },
  {
    name: 'issues',
    of: 'issues',
    ask: ({ issues }) => issues?.list({ visibleTo: STRANGER, orderBy: 'created_at', sort: 'desc' }, PAGE),
    along: 'SEARCH i USING INDEX issues_by_project (project_id=?)',
  },
]

describe('a page of a list in its default order is read from an index, not sorted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forgefold-ordered-lists-'))
  const file = join(folder, 'rows.sqlite')
  const { db: plans } = openReadModel(file, projections)
  const statements: Array<string> = []
  const db = new SqliteDatabase(file, { verbose: (text) => statements.push(String(text)) })

  afterAll(() => {
    db.close()
    plans.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const planOf = ({ of, ask }: Case): string => {
    const makers = Object.entries(projections.find(({ name }) => name === of)?.queries ?? {})
    const queries: Partial<ReadModel> = Object.fromEntries(makers.map(([name, make]) => [name, make(db)]))
    statements.length = 0
    ask(queries)
    return statements
      .filter((text) => text.startsWith('SELECT') && text.includes('ORDER BY'))
      .flatMap((text) => plans.prepare<[], { readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`).all())
      .map(({ detail }) => detail)
      .join('\n')
  }

  it.each(cases)('$name', (one) => {
    const plan = planOf(one)
    expect(plan).toContain(one.along)
    expect(plan).not.toContain('FOR ORDER BY')
  })

  it.each(seen)('$name of which a caller may read few are looked up, however many there are', (one) => {
    const plan = planOf(one)
    expect(plan).toContain(one.along)
    expect(plan).not.toMatch(/^SCAN [pgni]\b/m)
  })
})
