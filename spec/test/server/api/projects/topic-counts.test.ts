import { openTestInstance } from '@forgefold/spec/instance'
import fc from 'fast-check'
import { expect, it } from 'vitest'

interface Named {
  readonly id: number
  readonly name: string
}
type Topic = Named & { readonly total_projects_count: number }
type Project = Named & { readonly topics: ReadonlyArray<string> }

const name = fc.constantFrom('web', 'Web', 'html', 'HTML', 'go')
const step = fc.oneof(
  fc.record({ kind: fc.constant('topics' as const), nth: fc.nat(3), topics: fc.uniqueArray(name, { maxLength: 3 }) }),
  fc.record({ kind: fc.constant('project' as const), topics: fc.uniqueArray(name, { maxLength: 2 }) }),
  fc.record({ kind: fc.constant('gone' as const), nth: fc.nat(3) }),
  fc.record({ kind: fc.constant('create' as const), name }),
  fc.record({ kind: fc.constant('rename' as const), nth: fc.nat(3), name }),
  fc.record({ kind: fc.constant('delete' as const), nth: fc.nat(3) }),
)

it('counts the projects of each topic as counting them would, and lists the topics by that, whatever happened to them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      const world = await openTestInstance()
      const ask = (method: string, path: string, json?: unknown) =>
        world.ask(method, `/api/v4${path}`, { as: world.root, json })
      const list = async <A>(path: string) => (await ask('GET', path)).json as ReadonlyArray<A>
      const pick = async (path: string, nth: number): Promise<string> => {
        const all = await list<Named>(path)
        return `${path}/${all[nth % Math.max(1, all.length)]?.id ?? 0}`
      }
      let made = 0
      for (const one of steps) {
        if (one.kind === 'topics') await ask('PUT', await pick('/projects', one.nth), { topics: one.topics })
        else if (one.kind === 'project') await ask('POST', '/projects', { name: `p${made++}`, topics: one.topics })
        else if (one.kind === 'gone') await ask('DELETE', await pick('/projects', one.nth))
        else if (one.kind === 'create') await ask('POST', '/topics', { name: one.name })
        else if (one.kind === 'rename') await ask('PUT', await pick('/topics', one.nth), { name: one.name })
        else await ask('DELETE', await pick('/topics', one.nth))
      }
      const projects = await list<Project>('/projects')
      const topics = await list<Topic>('/topics')
      const about = (topic: Named) =>
        projects.filter((project) => project.topics.some((one) => one.toLowerCase() === topic.name.toLowerCase()))
          .length
      expect(topics.map(({ total_projects_count }) => total_projects_count)).toEqual(topics.map(about))
      expect(topics.map(({ id }) => id)).toEqual(
        topics.toSorted((a, b) => about(b) - about(a) || a.id - b.id).map(({ id }) => id),
      )
      await world.close()
    }),
    { numRuns: 25 },
  )
})
