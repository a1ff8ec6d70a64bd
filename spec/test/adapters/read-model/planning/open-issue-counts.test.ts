import { makeMemoryPersonalData } from '@forgefold/adapters/memory'
import { openReadModel, projections } from '@forgefold/adapters/read-model'
import { type IssueQueries, issue as issueAggregate } from '@forgefold/core/domains/planning/issue'
import { type StoredEvent, streamOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
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

/** Inserts issues as the projection does, which counts them itself. */
const inserter = (db: Database) => {
  const undecodable = () => {
    throw new Error('the event is not as it should be')
  }
  const context = { db, personalData: makeMemoryPersonalData(), undecodable }
  const [handlers] = projections.find(({ name }) => name === 'issues')?.handlers(context) ?? []
  return (id: number, projectId: number, confidential: boolean): void => {
    const data = {
      ...{ projectId, iid: id, authorId: 1, title: 't', mentionedIds: [], confidential, discussionLocked: null },
      ...{ description: { text: null, blob: null, tasks: 0, tasksDone: 0 }, assigneeIds: [], labelIds: [] },
      ...{ milestoneId: null, dueDate: null },
    }
    const metadata = { at: '2022-04-11T03:02:32.123Z', actor: 'user:1', correlationId: 'one' }
    const event = { id: 'one', type: 'IssueCreated', version: 1, data, metadata, stream: streamOf(issueAggregate, id) }
    handlers?.byType.get('IssueCreated')?.(event as unknown as StoredEvent)
  }
}

it('counts the open issues of a project as counting them would, whatever happened to them', () => {
  fc.assert(
    fc.property(fc.array(issue, { minLength: 6, maxLength: 6 }), fc.array(change), (issues, changes) => {
      const { db } = openReadModel(':memory:', projections)
      const queries = projections.find(({ name }) => name === 'issues')?.queries.issues?.(db) as IssueQueries
      const insert = inserter(db)
      const set = db.prepare('UPDATE issues SET state = ? WHERE id = ?')
      for (const [index, { project, state, confidential }] of issues.entries()) {
        insert(index + 1, project, confidential === 1)
        if (state === 'closed') set.run(state, index + 1)
      }
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
