import {
  type AccessGrant,
  type ApprovalRule,
  matchesAccessGrant,
  mayDeploy,
  type ProtectedEnvironmentCommand,
  type ProtectedEnvironmentEvent,
  type ProtectionTerms,
  protectedEnvironment,
  requirementOf,
} from '@forgefold/core/domains/delivery/protected-environment'
import { aggregateCases, scenario } from '@forgefold/spec/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runCases } from '../../../../run-cases.js'

const id = fc.integer({ min: 1, max: 5 })
const none = { accessLevel: null, userId: null, groupId: null }
const accessGrant: fc.Arbitrary<AccessGrant> = fc.oneof(
  // Most name one thing each, as they have to: a protection is only as valid as all of its grants and rules.
  {
    weight: 4,
    arbitrary: fc.record({ id, accessLevel: fc.constantFrom(30, 40, 60) }).map((one) => ({ ...none, ...one })),
  },
  { weight: 2, arbitrary: fc.record({ id, userId: id }).map((one) => ({ ...none, ...one })) },
  { weight: 2, arbitrary: fc.record({ id, groupId: id }).map((one) => ({ ...none, ...one })) },
  fc.record({
    id,
    accessLevel: fc.option(fc.constantFrom(20, 30, 40, 60)),
    userId: fc.option(id),
    groupId: fc.option(id),
  }),
)
const rule: fc.Arbitrary<ApprovalRule> = fc
  .tuple(accessGrant, fc.constantFrom(1, 2, 3, 5, 0, 6))
  .map(([one, requiredApprovals]) => ({ ...one, requiredApprovals }))
const terms: fc.Arbitrary<ProtectionTerms> = fc.record({
  deployAccess: fc.array(accessGrant, { maxLength: 3 }),
  requiredApprovals: fc.integer({ min: -1, max: 6 }),
  rules: fc.array(rule, { maxLength: 3 }),
})
const place = {
  scope: fc.constantFrom('project' as const, 'group' as const),
  scopeId: id,
  name: fc.constantFrom('production', 'live', ' '),
}

const commands: fc.Arbitrary<ProtectedEnvironmentCommand> = fc.oneof(
  fc
    .tuple(fc.record({ type: fc.constant('Protect' as const), ...place }), terms)
    .map(([one, more]) => ({ ...one, ...more })),
  terms.map((one) => ({ type: 'Change' as const, ...one })),
  fc.constant({ type: 'Unprotect' as const }),
)

runCases('a protected environment', aggregateCases({ aggregate: protectedEnvironment, commands }))

const by = (accessLevel: number): AccessGrant => ({ id: 1, accessLevel, userId: null, groupId: null })
const protection = (more: Partial<ProtectionTerms> = {}): ProtectionTerms => ({
  ...{ deployAccess: [by(30)], requiredApprovals: 0, rules: [] },
  ...more,
})

describe('the terms of a protection', () => {
  const begun = scenario(protectedEnvironment).given({
    type: 'EnvironmentProtected',
    data: { scope: 'project', scopeId: 1, name: 'live', ...protection() },
  })

  it('change only from what was seen', () => {
    const wanted = protection({ requiredApprovals: 2 })
    begun.when({ type: 'Change', seen: protection({ requiredApprovals: 1 }), ...wanted }).thenRefused('Conflict')
    begun
      .when({ type: 'Change', seen: protection(), ...wanted })
      .then({ type: 'ProtectionChanged', data: wanted } as ProtectedEnvironmentEvent)
    begun.when({ type: 'Change', seen: protection(), ...protection() }).thenNothing()
  })

  it.each([
    [{ deployAccess: [] }, 'Deploy access levels is too short (minimum is 1 character)'],
    [{ deployAccess: [by(20)] }, 'Deploy access levels is invalid'],
    [{ deployAccess: [{ ...by(30), userId: 1 }] }, 'Deploy access levels is invalid'],
    [{ requiredApprovals: 6 }, 'Required approval count must be in 0..5'],
    [{ rules: [{ ...by(30), requiredApprovals: 0 }] }, 'Approval rules required approvals must be in 1..5'],
    [{ rules: [{ ...by(10), requiredApprovals: 1 }] }, 'Approval rules is invalid'],
  ])('are refused with %j', (more, sentence) => {
    begun.when({ type: 'Change', ...protection(more) }).thenRefused({ kind: 'Unprocessable', message: [sentence] })
  })

  const person = fc.record({
    userId: id,
    admin: fc.boolean(),
    level: fc.constantFrom(0, 10, 20, 30, 40, 50) as fc.Arbitrary<0 | 10 | 20 | 30 | 40 | 50>,
    isMemberOf: fc.func(fc.boolean()) as fc.Arbitrary<(groupId: number) => boolean>,
  })

  it('let somebody deploy exactly where each of them means that person', () =>
    fc.assert(
      fc.property(fc.array(terms, { maxLength: 3 }), person, (all, who) => {
        const each = all.map(({ deployAccess }) => deployAccess.some((one) => matchesAccessGrant(one, who)))
        expect(mayDeploy(all, who)).toBe(each.every(Boolean))
        if (who.admin) expect(mayDeploy(all, who)).toBe(all.every(({ deployAccess }) => deployAccess.length > 0))
      }),
    ))

  it('never ask for less when another protection joins them', () =>
    fc.assert(
      fc.property(fc.array(terms, { maxLength: 3 }), terms, (all, one) => {
        const [before, after] = [requirementOf(all), requirementOf([...all, one])]
        if (before?.mode === 'rules')
          expect(after).toMatchObject({ mode: 'rules', rules: expect.arrayContaining([...before.rules]) })
        if (before?.mode === 'unified' && after?.mode === 'unified')
          expect(after.required).toBeGreaterThanOrEqual(before.required)
        if (before !== undefined) expect(after).toBeDefined()
      }),
    ))
})
