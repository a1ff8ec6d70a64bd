import { openReadModel, projections } from '@forgefold/adapters/read-model'
import { type AccessLevel, defaultFeatures, type FeatureLevel, type Visibility } from '@forgefold/core/access'
import { mayRead } from '@forgefold/core/domains/review/merge-request'
import { fillPlace, fillRequests } from '@forgefold/spec/bench'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** More projects than a list names one by one. */
const PROJECTS = 1100
const REQUESTS = 2200
const ME = 1

interface Shape {
  readonly visibility: Visibility
  readonly mergeRequests: FeatureLevel
  readonly repository: FeatureLevel
  readonly level: AccessLevel
}

const levels: ReadonlyArray<FeatureLevel> = ['disabled', 'private', 'enabled']
const shape: fc.Arbitrary<Shape> = fc.record({
  visibility: fc.constantFrom<Visibility>('private', 'internal', 'public'),
  mergeRequests: fc.constantFrom(...levels),
  repository: fc.constantFrom(...levels),
  level: fc.constantFrom<AccessLevel>(0, 10, 20, 40),
})

describe('lists show the requests that the policy lets somebody read', () => {
  const { db } = openReadModel(':memory:', projections)
  beforeAll(() => {
    fillPlace(db, PROJECTS)
    fillRequests(db, REQUESTS, PROJECTS)
  })
  afterAll(() => {
    db.close()
  })

  const put = (id: number, { visibility, mergeRequests, repository, level }: Shape): void => {
    const settings = JSON.stringify({ features: { repository } })
    db.prepare('UPDATE projects SET visibility = ?, merge_requests = ?, settings = ? WHERE id = ?').run(
      visibility,
      mergeRequests,
      settings,
      id,
    )
    db.prepare('DELETE FROM project_authorizations WHERE project_id = ?').run(id)
    if (level > 0) db.prepare('INSERT INTO project_authorizations VALUES (?, ?, ?)').run(ME, id, level)
  }

  const assignees = db
    .prepare<[number], number>('SELECT user_id FROM merge_request_assignees WHERE merge_request_id = ?')
    .pluck()

  it.each([
    ['few projects', 6, 1],
    ['more projects than are named', 6, PROJECTS],
  ])('among %s', (_, shaped, projects) => {
    fc.assert(
      fc.property(
        fc.array(shape, { minLength: shaped, maxLength: shaped }),
        fc.boolean(),
        fc.boolean(),
        (shapes, admin, external) => {
          for (let id = 1; id <= PROJECTS; id++) {
            const open = id <= projects ? 'public' : 'private'
            const one = shapes[id - 1] ?? {
              visibility: open,
              mergeRequests: 'enabled',
              repository: 'enabled',
              level: 0,
            }
            put(id, admin && id > shaped && projects === 1 ? { ...one, mergeRequests: 'disabled' } : one)
          }
          // Queries made anew know nothing of the projects before.
          const list = projections.find(({ name }) => name === 'merge-requests')?.queries.mergeRequests?.(db).list
          const visibleTo = { userId: ME, seesAll: admin, external }
          const found = list?.(
            { visibleTo, ids: wanted, orderBy: 'created_at', sort: 'asc' },
            { page: 1, perPage: 100 },
          )
          const readable = wanted.filter((id) => {
            const { project_id, author_id } = requestOf(id)
            const { visibility, mergeRequests, repository, level } = shapes[project_id - 1] as Shape
            return mayRead({
              viewer: { signedIn: true, admin, external, level },
              userId: ME,
              project: {
                visibility,
                archived: false,
                packagesEnabled: true,
                publicJobs: true,
                features: { ...defaultFeatures, mergeRequests, repository },
              },
              tier: 'ultimate',
              authorId: author_id,
              assigneeIds: assignees.all(id),
            })
          })
          expect(found?.rows.map(({ id }) => id)).toEqual(readable)
        },
      ),
      { numRuns: 25 },
    )
  })

  const requestOf = (id: number) =>
    db.prepare('SELECT target_project_id AS project_id, author_id FROM merge_requests WHERE id = ?').get(id) as {
      readonly project_id: number
      readonly author_id: number
    }

  /** Requests of the first six projects, some of them written by or assigned to the one who looks. */
  const wanted: Array<number> = []
  beforeAll(() => {
    const ids = db
      .prepare<[], number>('SELECT id FROM merge_requests WHERE target_project_id <= 6 ORDER BY id')
      .pluck()
      .all()
    wanted.push(...ids)
    ids.forEach((id, index) => {
      if (index % 3 === 0) db.prepare('UPDATE merge_requests SET author_id = ? WHERE id = ?').run(ME, id)
      if (index % 3 === 1)
        db.prepare('INSERT OR REPLACE INTO merge_request_assignees (merge_request_id, user_id) VALUES (?, ?)').run(
          id,
          ME,
        )
    })
  })
})
