import {
  allows,
  type ProtectedBranchCommand,
  type ProtectedBranchEvent,
  type ProtectionAccess,
  protectedBranch,
  type RefUpdater,
} from '@forgefold/core/domains/projects/protected-branch'
import { aggregateCases, scenario } from '@forgefold/spec/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runCases } from '../../../../run-cases.js'

const id = fc.integer({ min: 1, max: 3 })
const access: fc.Arbitrary<ProtectionAccess> = fc.oneof(
  fc.record({ id, level: fc.constantFrom(0, 30, 40, 60), userId: fc.constant(null), groupId: fc.constant(null) }),
  fc.record({ id, level: fc.constant(null), userId: id, groupId: fc.constant(null) }),
  fc.record({ id, level: fc.constant(null), userId: fc.constant(null), groupId: id }),
)
const lists = fc.array(access, { maxLength: 2 })
const details = {
  push: lists,
  merge: lists,
  unprotect: lists,
  allowForcePush: fc.boolean(),
  codeOwnerApprovalRequired: fc.boolean(),
}
const protection = fc.record({ projectId: fc.constant(1), name: fc.constantFrom('main', 'v*', '', ' '), ...details })
const changes = fc.record(details, { requiredKeys: [] })
const open = { projectId: 1, branch: 'main' }

const commands: fc.Arbitrary<ProtectedBranchCommand> = fc.oneof(
  protection.map((data) => ({ type: 'Protect' as const, ...data })),
  changes.map((given) => ({ type: 'Change' as const, changes: given })),
  fc.constant({ type: 'Unprotect' as const }),
  fc.constant({ type: 'LeaveOpen' as const, ...open }),
)

const main = {
  projectId: 1,
  name: 'main',
  push: [],
  merge: [],
  unprotect: [],
  allowForcePush: false,
  codeOwnerApprovalRequired: false,
}
const isProtected: ProtectedBranchEvent = { type: 'BranchProtected', data: main }

describe('a protected branch', () => {
  runCases('a protected branch', aggregateCases({ aggregate: protectedBranch, commands }))

  it('is protected once', () => {
    scenario(protectedBranch)
      .when({ type: 'Protect', ...main })
      .then(isProtected)
    scenario(protectedBranch)
      .given(isProtected)
      .when({ type: 'Protect', ...main })
      .thenRefused('Conflict')
  })

  it.each([
    ['', "can't be blank"],
    [' ', "can't be blank"],
    ['x'.repeat(256), 'is too long (maximum is 255 characters)'],
  ])('is not named %j', (name, reason) => {
    scenario(protectedBranch)
      .when({ type: 'Protect', ...main, name })
      .thenRefused({ kind: 'Invalid', fields: { name: [reason] } })
  })

  it('says what changed, and nothing where nothing did', () => {
    const known = scenario(protectedBranch).given(isProtected)
    known
      .when({ type: 'Change', changes: { allowForcePush: true, codeOwnerApprovalRequired: false } })
      .then({ type: 'ProtectionChanged', data: { allowForcePush: true } })
    known.when({ type: 'Change', changes: { allowForcePush: false, push: undefined } }).thenNothing()
  })

  it('is over once unprotected', () => {
    const over = scenario(protectedBranch).given(isProtected, { type: 'BranchUnprotected', data: {} })
    over.when({ type: 'Unprotect' }).thenRefused('RecordNotFound')
    over.when({ type: 'Change', changes: {} }).thenRefused('RecordNotFound')
    over.when({ type: 'Protect', ...main }).thenRefused('Conflict')
  })
})

const role = (level: number): ProtectionAccess => ({ id: 1, level, userId: null, groupId: null })
const somebody = (level: number, more: Partial<RefUpdater> = {}): RefUpdater => ({
  userId: 7,
  admin: false,
  level,
  isInGroup: () => false,
  ...more,
})

describe('an access', () => {
  it.each([
    ['nobody', role(0), somebody(50), false],
    ['nobody, not even administrators', role(0), somebody(0, { admin: true }), false],
    ['developers: a reporter', role(30), somebody(20), false],
    ['developers: a maintainer', role(30), somebody(40), true],
    ['administrators: an owner', role(60), somebody(50), false],
    ['administrators: an administrator', role(60), somebody(0, { admin: true }), true],
    ['one user', { ...role(0), level: null, userId: 7 }, somebody(0), true],
    ['another user', { ...role(0), level: null, userId: 8 }, somebody(50), false],
    ['a group', { ...role(0), level: null, groupId: 3 }, somebody(0, { isInGroup: (group) => group === 3 }), true],
    ['another group', { ...role(0), level: null, groupId: 4 }, somebody(50), false],
  ] as const)('of %s', (_, one, who, lets) => {
    expect(allows(one, who)).toBe(lets)
  })
})
