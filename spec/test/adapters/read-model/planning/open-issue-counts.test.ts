import { openReadModel, projections } from '@forgefold/adapters/read-model'
import type { IssueQueries } from '@forgefold/core/domains/planning/issue'
import fc from 'fast-check'
import { expect, it } from 'vitest'

const change = fc.record({
  id: fc.integer({ min: 1, max: 6 }),
  what: fc.constantFrom("state = 'closed'", "state = 'opened'", 'confidential = 1', 'confidential = 0', 'upvotes = 7'),
  deleted: fc.boolean(),
})
const issue = fc.record({
  project: fc.integer({ min: 1, max: 2 }),
  state: fc.constantFrom('opened', 'closed'),
  confidential: fc.integer({ min: 0, max: 1 }),
})

it('counts the open issues of a project as counting them would, whatever happened to them', () => {
  fc.assert(
    fc.property(fc.array(issue, { minLength: 6, maxLength: 6 }), fc.array(change), (issues, changes) => {
      const { db } = openReadModel(':memory:', projections)
      const queries = projections.find(({ name }) => name === 'issues')?.queries.issues?.(db) as IssueQueries
      const insert = db.prepare(
        `INSERT INTO issues (id, iid, project_id, author_id, title, tasks, tasks_done, state, confidential, issue_type, rank, created_at, updated_at)
         VALUES (?, ?, ?, 1, 't', 0, 0, ?, ?, 'issue', '0', '2022', '2022')`,
      )
      for (const [index, { project, state, confidential }] of issues.entries())
        insert.run(index + 1, index + 1, project, state, confidential)
      for (const { id, what, deleted } of changes)
        db.prepare(deleted ? 'DELETE FROM issues WHERE id = ?' : `UPDATE issues SET ${what} WHERE id = ?`).run(id)
      const counted = db
        .prepare<[number, number], number>(
          "SELECT count(*) FROM issues WHERE project_id = ? AND state = 'opened' AND confidential <= ?",
        )
        .pluck()
      for (const project of [1, 2, 3])
        for (const all of [true, false]) expect(queries.openCount(project, all)).toBe(counted.get(project, all ? 1 : 0))
      db.close()
    }),
    { numRuns: 60 },
  )
})
