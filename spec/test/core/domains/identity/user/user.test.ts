import { type UserCommand, type UserEvent, user } from '@forgefold/core/domains/identity/user'
import type { Day, Instant } from '@forgefold/core/kernel'
import { aggregateCases, scenario } from '@forgefold/spec/testing'
import fc from 'fast-check'
import { describe, it } from 'vitest'
import { runCases } from '../../../../run-cases.js'

const at = '2022-04-11T03:02:32.123Z' as Instant

const days = ['2022-04-11' as Day, '2022-04-12' as Day]

const registered = {
  namespaceId: 1,
  profile: 'sealed',
  passwordHash: null,
  admin: false,
  external: false,
  confirmedAt: null,
  canCreateGroup: true,
  projectsLimit: 10,
  privateProfile: false,
} as const

const rights = fc.record(
  { canCreateGroup: fc.boolean(), projectsLimit: fc.nat(10), privateProfile: fc.boolean() },
  { requiredKeys: [] },
)
const digests = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'))
const registration = fc.record({
  namespaceId: fc.nat(5),
  profile: fc.constantFrom('sealed', 'other'),
  passwordHash: fc.constantFrom(null, 'hash'),
  admin: fc.boolean(),
  external: fc.boolean(),
  confirmedAt: fc.constantFrom(null, at),
  bot: fc.constantFrom(undefined, true as const),
  canCreateGroup: fc.boolean(),
  projectsLimit: fc.nat(10),
  privateProfile: fc.boolean(),
})

const commands: fc.Arbitrary<UserCommand> = fc.oneof(
  { weight: 12, arbitrary: registration.map((data) => ({ type: 'Register' as const, ...data })) },
  fc.record({ type: fc.constant('ChangeProfile' as const), profile: fc.constantFrom('sealed', 'other') }),
  fc.record({ type: fc.constant('ChangePassword' as const), passwordHash: fc.constant('hash') }),
  fc.record({ type: fc.constant('ChangeRights' as const), rights }),
  fc.record({ type: fc.constant('SetAdmin' as const), admin: fc.boolean() }),
  { weight: 4, arbitrary: fc.record({ type: fc.constant('SetAuditor' as const), auditor: fc.boolean() }) },
  fc.record({ type: fc.constant('SetExternal' as const), external: fc.boolean() }),
  fc.constant({ type: 'Confirm' as const, at }),
  // About as often as the others, each of them.
  {
    weight: 24,
    arbitrary: fc.constantFrom<UserCommand>(
      { type: 'Block' },
      { type: 'Unblock' },
      { type: 'Ban', reason: 'administrator' },
      { type: 'Ban', reason: 'repository_downloads' },
      { type: 'Unban' },
      { type: 'Deactivate' },
      { type: 'Activate' },
      { type: 'AwaitApproval' },
      { type: 'Approve' },
      { type: 'DisableTwoFactor' },
      { type: 'AskForSecondFactor', at },
      { type: 'SignIn', at },
      { type: 'DeclineTerms', at },
    ),
  },
  fc.constant({ type: 'Erase' as const }),
  fc.record({ type: fc.constant('AcceptTerms' as const), at: fc.constant(at), digest: fc.constantFrom('a', 'b') }),
  fc.record({ type: fc.constant('NoteActivity' as const), on: fc.constantFrom(...days) }),
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('EnableTwoFactor' as const),
      secret: fc.constant('sealed'),
      recoveryDigests: digests,
    }),
  },
  fc.record({ type: fc.constant('RenewRecoveryCodes' as const), recoveryDigests: digests }),
  {
    weight: 5,
    arbitrary: fc.record({ type: fc.constant('UseRecoveryCode' as const), digest: fc.constantFrom('a', 'b', 'c') }),
  },
  fc.record({ type: fc.constant('UseOneTimeCode' as const), step: fc.nat(5) }),
)

const REPEATABLE: ReadonlySet<UserCommand['type']> = new Set([
  'ChangePassword',
  'DeclineTerms',
  'RenewRecoveryCodes',
  'SignIn',
])

runCases(
  'the laws of a user',
  aggregateCases({ aggregate: user, commands, mayRepeat: (command) => REPEATABLE.has(command.type) }),
)

describe('a user', () => {
  const born: UserEvent = { type: 'UserRegistered', data: registered }
  const given = (...more: ReadonlyArray<UserEvent>) => scenario(user, [born, ...more])
  const nothing = {}

  it('is registered once', () => {
    scenario(user)
      .when({ type: 'Register', ...registered })
      .then(born)
    given()
      .when({ type: 'Register', ...registered })
      .thenRefused('Conflict')
  })

  it('must be unblocked before it is activated, and is not unblocked while deactivated', () => {
    given({ type: 'UserBlocked', data: nothing }).when({ type: 'Activate' }).thenRefused('Forbidden')
    given({ type: 'UserBlocked', data: nothing }).when({ type: 'Deactivate' }).thenRefused('Forbidden')
    given({ type: 'UserDeactivated', data: nothing }).when({ type: 'Unblock' }).thenRefused('Forbidden')
  })

  it('is banned while active only, and unbanned as such only', () => {
    const banned: UserEvent = { type: 'UserBanned', data: { reason: 'administrator' } }
    given().when({ type: 'Ban', reason: 'administrator' }).then(banned)
    given({ type: 'UserBlocked', data: nothing }).when({ type: 'Ban', reason: 'administrator' }).thenRefused('Denied')
    given(banned).when({ type: 'Ban', reason: 'repository_downloads' }).thenRefused('Denied')
    given(banned).when({ type: 'Unblock' }).then()
    given(banned).when({ type: 'Block' }).then()
    given(banned).when({ type: 'Activate' }).thenRefused('Forbidden')
    given(banned).when({ type: 'Unban' }).then({ type: 'UserUnbanned', data: nothing })
    given().when({ type: 'Unban' }).thenRefused('Denied')
  })

  it('comes back from deactivation by signing in', () => {
    given({ type: 'UserDeactivated', data: nothing })
      .when({ type: 'SignIn', at })
      .then({ type: 'UserActivated', data: nothing }, { type: 'SignedIn', data: { at } })
  })

  it.each<UserEvent>([
    { type: 'UserBlocked', data: nothing },
    { type: 'UserBanned', data: { reason: 'administrator' } },
    { type: 'ApprovalAwaited', data: nothing },
  ])('is not signed in after $type: the attempt is recorded', (event) => {
    given(event).when({ type: 'SignIn', at }).then({ type: 'SignInRefused', data: { at } })
  })

  it('uses each recovery code and each one-time code once', () => {
    const enabled: UserEvent = { type: 'TwoFactorEnabled', data: { secret: 's', recoveryDigests: ['a', 'b'] } }
    given(enabled)
      .when({ type: 'UseRecoveryCode', digest: 'a' })
      .then({ type: 'RecoveryCodeUsed', data: { digest: 'a' } })
    given(enabled, { type: 'RecoveryCodeUsed', data: { digest: 'a' } })
      .when({ type: 'UseRecoveryCode', digest: 'a' })
      .thenRefused('Unprocessable')
    given(enabled, { type: 'OneTimeCodeUsed', data: { step: 7 } })
      .when({ type: 'UseOneTimeCode', step: 7 })
      .thenRefused('Unprocessable')
    given().when({ type: 'UseOneTimeCode', step: 7 }).thenRefused('Unprocessable')
  })

  it('is gone once erased', () => {
    given({ type: 'UserErased', data: nothing }).when({ type: 'Block' }).thenRefused('NotFound')
  })
})
