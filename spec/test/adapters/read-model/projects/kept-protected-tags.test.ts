import { openReadModel, projections } from '@forgefold/adapters/read-model'
import { type ProtectedTagQueries, protectedTags } from '@forgefold/core/domains/projects/protected-tag'
import { instantOf, type StoredEvent, streamOf, systemActor } from '@forgefold/core/kernel'
import fc from 'fast-check'
import { expect, it } from 'vitest'

const PROJECT = 1

const change = fc.record({
  name: fc.constantFrom('v1', 'v2', 'v*', 'rc-*'),
  id: fc.integer({ min: 1, max: 9 }),
  asked: fc.boolean(),
})

it('keeps the protected tags of a project in memory as its rows have them, by id, whatever is done to them', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
      const { db } = openReadModel(':memory:', projections)
      const projection = projections.find(({ name }) => name === 'protected-tags')
      if (projection === undefined) throw new Error('no protected tags')
      const undecodable = (_: StoredEvent, problems: ReadonlyArray<string>): never => {
        throw new Error(problems.join())
      }
      const context = { db, undecodable } as unknown as Parameters<typeof projection.handlers>[0]
      const handlers = projection.handlers(context).find(({ category }) => category === protectedTags.category)
      const kept = projection.queries.protectedTags?.(db) as ProtectedTagQueries
      const there = new Map<string, number>()
      for (const [index, { name, id, asked }] of changes.entries()) {
        const isThere = there.has(name)
        if (!isThere && [...there.values()].includes(id)) continue
        if (isThere) there.delete(name)
        else there.set(name, id)
        // Sometimes nobody has asked yet, and nothing is kept.
        if (asked) kept.ofProject(PROJECT)
        const type = isThere ? 'TagUnprotected' : 'TagProtected'
        handlers?.byType.get(type)?.({
          id: `${index}`,
          stream: streamOf(protectedTags, PROJECT),
          revision: index,
          position: index,
          type,
          version: 1,
          data: isThere ? { name } : { id, name, create: [] },
          metadata: { at: instantOf(index), actor: systemActor('test'), correlationId: 'test' },
        } as unknown as StoredEvent)
        const rows = db
          .prepare(
            'SELECT id, name, project_id AS projectId, updated_at AS updatedAt FROM protected_tags ORDER BY project_id, id',
          )
          .all()
        expect(kept.ofProject(PROJECT).map(({ create: _, ...row }) => row)).toEqual(rows)
      }
      expect(kept.ofProject(PROJECT)).toHaveLength(there.size)
      db.close()
    }),
    { numRuns: 40 },
  )
})
