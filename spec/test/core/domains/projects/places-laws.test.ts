import { defaultFeatures, VISIBILITIES } from '@forgefold/core/access'
import {
  type PersonalAccessTokenCommand,
  personalAccessToken,
} from '@forgefold/core/domains/identity/personal-access-token'
import { defaultGroupSettings, type GroupCommand, group } from '@forgefold/core/domains/projects/group'
import { type MemberCommand, type MemberEvent, member } from '@forgefold/core/domains/projects/member'
import { defaultProjectSettings, type ProjectCommand, project } from '@forgefold/core/domains/projects/project'
import type { Day, Instant } from '@forgefold/core/kernel'
import { aggregateCases, scenario } from '@forgefold/spec/testing'
import fc from 'fast-check'
import { describe, it } from 'vitest'
import { runCases } from '../../../run-cases.js'

const visibility = fc.constantFrom(...VISIBILITIES)
const maybeVisibility = fc.option(visibility, { nil: undefined })
const days = fc.constantFrom<Day | null>(null, '2022-04-10' as Day, '2022-05-01' as Day)
const today = '2022-04-11' as Day
const now = '2022-04-11T10:00:00.000Z' as Instant
const nothing = {}

const groupSettings = fc
  .record({ name: fc.constantFrom('A', 'B', ''), path: fc.constantFrom('a', 'b', '-x'), visibility })
  .map((given) => ({ ...defaultGroupSettings, ...given }))
const surroundings = fc.record({ parentVisibility: maybeVisibility, widestBelow: maybeVisibility })
const parentId = fc.constantFrom(null, 1, 2)

const groupCommands: fc.Arbitrary<GroupCommand> = fc.oneof(
  fc.record({
    type: fc.constant('Create' as const),
    parentId,
    creatorId: fc.nat(3),
    settings: groupSettings,
    surroundings,
  }),
  fc.record({
    type: fc.constant('Change' as const),
    changes: fc.record({ name: fc.constantFrom('C', ''), visibility }, { requiredKeys: [] }),
    surroundings,
  }),
  fc.record({ type: fc.constant('Move' as const), parentId, surroundings }),
  fc.constantFrom<GroupCommand>({ type: 'MarkForDeletion', at: now }, { type: 'Restore' }, { type: 'Delete' }),
)

const projectSettings = fc
  .record({ name: fc.constantFrom('A', '!'), path: fc.constantFrom('a', '-x'), visibility })
  .map((given) => ({ ...defaultProjectSettings, ...given }))
const bounds = fc.record({ group: maybeVisibility, source: maybeVisibility })
const place = fc.record({ namespaceId: fc.nat(3), groupId: fc.constantFrom(null, 1), bounds })

const projectCommands: fc.Arbitrary<ProjectCommand> = fc.oneof(
  fc.tuple(place, projectSettings).map(([where, settings]) => ({
    type: 'Create' as const,
    ...where,
    settings,
    creatorId: 1,
    forkedFrom: null,
  })),
  fc.record({
    type: fc.constant('Change' as const),
    changes: fc.record(
      {
        topics: fc.array(fc.constantFrom('x', 'y'), { maxLength: 2 }),
        features: fc.constantFrom(defaultFeatures, { ...defaultFeatures, issues: 'disabled' as const }),
        approvalsBeforeMerge: fc.integer({ min: -1, max: 2 }),
      },
      { requiredKeys: [] },
    ),
    bounds,
  }),
  fc.record({ type: fc.constant('SetDefaultBranch' as const), branch: fc.constantFrom(null, 'main') }),
  place.map((where) => ({ type: 'Move' as const, ...where })),
  {
    weight: 5,
    arbitrary: fc.constantFrom<ProjectCommand>(
      { type: 'Archive' },
      { type: 'Unarchive' },
      { type: 'MakeForkRelation', forkedFrom: 2 },
      { type: 'RemoveForkRelation' },
      { type: 'MarkForDeletion', at: now, name: 'n-deleted-1', path: 'p-deleted-1' },
      { type: 'WarnOfDeletion', at: now, since: now },
      { type: 'WarnOfDeletion', at: now, since: '2022-01-01T00:00:00.000Z' as Instant },
      { type: 'Restore' },
    ),
  },
  fc.constant({ type: 'Delete' as const }),
)

const role = fc.constantFrom(5, 10, 20, 30, 31, 40, 50)
const inherited = fc.constantFrom(undefined, { level: 30, group: 'G' })
const memberCommands: fc.Arbitrary<MemberCommand> = fc.oneof(
  fc.record({
    type: fc.constant('Add' as const),
    source: fc.constantFrom('group' as const, 'project' as const),
    sourceId: fc.nat(3),
    userId: fc.nat(3),
    level: role,
    expiresAt: days,
    today: fc.constant(today),
    inherited,
  }),
  fc.record({
    type: fc.constant('Change' as const),
    source: fc.constant('group' as const),
    level: role,
    expiresAt: fc.option(days, { nil: undefined }),
    today: fc.constant(today),
    inherited,
  }),
  fc.record({
    type: fc.constant('Approve' as const),
    source: fc.constantFrom('group' as const, 'project' as const),
    sourceId: fc.nat(3),
    userId: fc.nat(3),
    level: role,
    expiresAt: fc.constant(null),
    today: fc.constant(today),
    inherited,
  }),
  fc.constantFrom<MemberCommand>(
    { type: 'Remove' },
    { type: 'Expire', today: '2022-06-01' as Day },
    { type: 'RequestAccess', source: 'group', sourceId: 1, userId: 1 },
    { type: 'Deny' },
    { type: 'Withdraw' },
  ),
)

const token = fc.record({
  userId: fc.nat(3),
  name: fc.constantFrom('t', ''),
  scopes: fc.array(fc.constantFrom('api' as const, 'sudo' as const), { maxLength: 3 }),
  expiresAt: days,
  digest: fc.constant('d'),
  impersonation: fc.boolean(),
})
const tokenCommands: fc.Arbitrary<PersonalAccessTokenCommand> = fc.oneof(
  token.map((given) => ({ type: 'Create' as const, ...given })),
  fc.constant({ type: 'NoteUse' as const, at: now }),
  fc.constant({ type: 'Revoke' as const }),
)

describe('the laws of people and places', () => {
  runCases('a group', aggregateCases({ aggregate: group, commands: groupCommands }))
  runCases('a project', aggregateCases({ aggregate: project, commands: projectCommands }))
  runCases('a membership', aggregateCases({ aggregate: member, commands: memberCommands }))
  runCases('a personal access token', aggregateCases({ aggregate: personalAccessToken, commands: tokenCommands }))
})

describe('a membership', () => {
  const added: MemberEvent = {
    type: 'MemberAdded',
    data: { source: 'group', sourceId: 1, userId: 2, level: 30, expiresAt: '2022-05-01' as Day },
  }
  const add = { type: 'Add', source: 'group', sourceId: 1, userId: 2, level: 30, expiresAt: null, today } as const

  it('is not begun twice, nor below what is inherited, nor in the past', () => {
    scenario(member, [added])
      .when({ ...add, inherited: undefined })
      .thenRefused({ kind: 'Conflict', message: 'Member already exists' })
    scenario(member)
      .when({ ...add, inherited: { level: 40, group: 'Top' } })
      .thenRefused({
        kind: 'Invalid',
        fields: { access_level: ['should be greater than or equal to Maintainer inherited membership from group Top'] },
      })
    scenario(member)
      .when({ ...add, expiresAt: '2022-04-10' as Day, inherited: undefined })
      .thenRefused({ kind: 'Invalid', fields: { expires_at: ['cannot be a date in the past'] } })
  })

  it('ends on its day and not before', () => {
    scenario(member, [added])
      .when({ type: 'Expire', today: '2022-04-30' as Day })
      .thenNothing()
    scenario(member, [added])
      .when({ type: 'Expire', today: '2022-05-01' as Day })
      .then({ type: 'MembershipExpired', data: nothing })
  })

  it('keeps its day where a change names none', () => {
    scenario(member, [added])
      .when({ type: 'Change', source: 'group', level: 40, expiresAt: undefined, today, inherited: undefined })
      .then({ type: 'MemberChanged', data: { level: 40, expiresAt: '2022-05-01' as Day } })
  })
})
