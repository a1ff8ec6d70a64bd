import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApprovalWorld, openApprovalWorld } from './approval-world.js'

const PEOPLE = ['ann', 'bob', 'boss'] as const
type Person = (typeof PEOPLE)[number]

interface Rule {
  readonly required: number
  readonly people: ReadonlyArray<Person>
}

interface Story {
  readonly rules: ReadonlyArray<Rule>
  readonly everybody: number
  readonly steps: ReadonlyArray<{ readonly who: Person; readonly takesBack: boolean }>
}

const people = fc.subarray([...PEOPLE], { minLength: 1 })
const story: fc.Arbitrary<Story> = fc.record({
  rules: fc.array(fc.record({ required: fc.integer({ min: 0, max: 2 }), people }), { maxLength: 2 }),
  everybody: fc.integer({ min: 0, max: 3 }),
  steps: fc.array(fc.record({ who: fc.constantFrom(...PEOPLE), takesBack: fc.boolean() }), { maxLength: 5 }),
})

/** The rules in one's own words: each has enough of its people, or has all of them. */
const isContent = ({ rules, everybody }: Story, given: ReadonlySet<Person>): boolean =>
  given.size >= everybody &&
  rules.every(({ required, people: named }) => {
    const counting = named.filter((who) => given.has(who)).length
    return counting >= required || counting === named.length
  })

describe('a merge, whatever the rules and whoever approved in whatever order', () => {
  let world: ApprovalWorld
  let stories = 0
  beforeAll(async () => {
    world = await openApprovalWorld()
  })
  afterAll(() => world.close())

  const play = async (told: Story): Promise<void> => {
    const name = `story-${++stories}`
    const project = await world.project(name)
    await world.rule(project, { name: 'everybody', approvals_required: told.everybody, rule_type: 'any_approver' })
    for (const [index, { required, people: named }] of told.rules.entries())
      await world.rule(project, {
        name: `rule ${index}`,
        approvals_required: required,
        user_ids: named.map((who) => world.id(who)),
      })
    const request = await world.open(project, name)
    const given = new Set<Person>()
    for (const { who, takesBack } of told.steps) {
      const answer = await world.ask('POST', `${request}/${takesBack ? 'unapprove' : 'approve'}`, who)
      const refused = takesBack ? 404 : 401
      expect(answer.status).toBe(given.has(who) === takesBack ? 201 : refused)
      if (takesBack) given.delete(who)
      else given.add(who)
    }
    const shown = (await world.ask('GET', `${request}/approvals`, 'dev')).json
    expect(shown['approved']).toBe(isContent(told, given))
    expect((shown['approved_by'] as ReadonlyArray<unknown>).length).toBe(given.size)
    const merged = await world.ask('PUT', `${request}/merge`, 'boss')
    expect(merged.status).toBe(isContent(told, given) ? 200 : 405)
  }

  it('happens exactly where every rule is content', () => fc.assert(fc.asyncProperty(story, play), { numRuns: 15 }))
})
