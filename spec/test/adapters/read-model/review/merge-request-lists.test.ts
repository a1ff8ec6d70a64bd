import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { appliedEditionOf, openReadModel, projections } from '@forgefold/adapters/read-model'
import type { MergeRequestFilter } from '@forgefold/core/domains/review/merge-request'
import { fillPlace, fillRequests, filterCases, PLACE } from '@forgefold/spec/bench'
import SqliteDatabase from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const REQUESTS = 6000
const PROJECTS = 3
/** From so many on a list is read in its own order instead of being sorted. */
const MANY = 2000

const visibleTo = { userId: 1, seesAll: false, external: false }
const everywhere = 'm.target_project_id BETWEEN 1 AND 3'

const places: ReadonlyArray<readonly [string, Partial<MergeRequestFilter>, string]> = [
  ['a project', { projectId: PLACE.projectId }, 'm.target_project_id = 1'],
  ['a group', { groupId: PLACE.groupId, nonArchived: true }, everywhere],
  ['all that is visible', {}, everywhere],
]

const requestSha = (n: number): string => n.toString(16).padStart(40, '0')

const orders: Readonly<Record<string, string>> = {
  created_at: 'm.id',
  updated_at: 'm.updated_at',
  title: 'm.title COLLATE NOCASE',
}

describe('lists of merge requests in the read model', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forgefold-lists-'))
  const file = join(folder, 'rows.sqlite')
  const said: Array<string> = []
  const { db: writer } = openReadModel(file, projections)
  const db = new SqliteDatabase(file, { verbose: (text) => said.push(String(text)) })
  const queries = projections.find(({ name }) => name === 'merge-requests')?.queries.mergeRequests?.(db)

  beforeAll(() => {
    fillPlace(writer, PROJECTS)
    fillRequests(writer, REQUESTS, PROJECTS)
  })
  afterAll(() => {
    db.close()
    writer.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const plansOf = (statements: ReadonlyArray<string>): ReadonlyArray<string> =>
    statements.map((text) =>
      writer
        .prepare<[], { readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`)
        .all()
        .map(({ detail }) => detail)
        .join('\n'),
    )

  describe.each(places)('of %s', (_, place, where) => {
    // Numbers in the project are asked within one only, times of deployment everywhere only (docs/reference/behaviour/review.md#lists).
    const cases = filterCases.filter(({ filter: { iids, deployedAfter, deployedBefore } }) =>
      place.projectId === undefined ? iids === undefined : (deployedAfter ?? deployedBefore) === undefined,
    )
    it.each(cases)('$name: the rows that plain SQL finds, along an index', ({ filter, byHand, key }) => {
      const asked = { orderBy: 'created_at', sort: 'desc', visibleTo, ...place, ...filter } as const
      // What was kept from the case before is good for as long as nothing changes.
      db.exec('UPDATE read_model SET position = position')
      said.length = 0
      const page = queries?.list(asked, { page: 2, perPage: 5 })
      const statements = said.filter((text) => !text.includes('total_changes'))

      const order = `${orders[asked.orderBy ?? 'created_at']} DESC, m.id DESC`
      const all = writer
        .prepare<[], number>(`SELECT m.id FROM merge_requests m WHERE (${where}) AND (${byHand}) ORDER BY ${order}`)
        .pluck()
        .all()
      expect(page?.rows.map(({ id }) => id)).toEqual(all.slice(5, 10))
      expect(page?.total).toBe(all.length)

      // A count and a page; the projects that are seen; the lengths of the ways to choose from.
      expect(statements.length).toBeLessThanOrEqual(5)
      const plans = plansOf(statements)
      const isLong = all.length >= MANY
      for (const plan of plans) {
        if (!isLong || place.projectId !== undefined) expect(plan).not.toMatch(/^SCAN m$/m)
        expect(plan).not.toMatch(/^SCAN (a|d|e|g|s)\b/m)
      }
      if (isLong) expect(plans.at(-1)).not.toContain('TEMP B-TREE FOR ORDER BY')
      if (!isLong && key !== undefined) expect(plans.join('\n')).toContain(key)
    })
  })

  it('reads whole rows in a fixed number of statements, and again only what has changed', () => {
    for (const count of [1, 20, 100]) {
      const ids = Array.from({ length: count }, (_, index) => count + index * 7)
      said.length = 0
      const rows = queries?.rows(ids)
      expect(rows?.map(({ id }) => id)).toEqual(ids)
      expect(said).toHaveLength(6)
      said.length = 0
      expect(queries?.rows(ids)?.every((row, index) => row === rows?.[index])).toBe(true)
      expect(said).toHaveLength(1)
      writer.prepare('UPDATE merge_requests SET title = ?, edition = edition + 1 WHERE id = ?').run('Another', count)
      // As the projector of this connection says it.
      appliedEditionOf(db).current++
      expect(queries?.byId(count)?.title).toBe('Another')
      expect(queries?.rows([...ids].reverse()).map(({ id }) => id)).toEqual([...ids].reverse())
    }
  })

  it.each([
    ['hasMerged', () => queries?.hasMerged(50, PLACE.projectId)],
    ['mergedAs', () => queries?.mergedAs(PLACE.projectId, [requestSha(3), requestSha(4)])],
    ['openInto', () => queries?.openInto(PLACE.projectId, 'develop')],
    ['openFrom', () => queries?.openFrom(PLACE.projectId, 'shared')],
    ['unsettled', () => queries?.unsettled()],
  ])('%s looks nothing through', (_, ask) => {
    said.length = 0
    ask()
    for (const plan of plansOf(said)) expect(plan).not.toMatch(/^(SCAN merge_requests$|SEARCH .*by_project_status)/m)
  })
})
