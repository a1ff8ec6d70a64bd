import type { Aggregate, Instant } from '../../../kernel/index.js'
import { conflict, decideChange, invalid, notFound, refuse, unprocessable } from '../../../kernel/index.js'
import type { UserCommand } from './commands.js'
import { type UserEvent, userEvents } from './events.js'
import { evolveUser } from './evolve.js'
import { userSnapshot } from './snapshot.js'
import type { LiveUser, TwoFactor, UserRights, UserState } from './state.js'
import {
  activate,
  ban,
  block,
  type Decision,
  deactivate,
  happened,
  noEvents,
  unban,
  unblock,
} from './state-transitions.js'
import { userNames } from './unique-names.js'

const unless = (isSo: boolean, event: UserEvent): Decision => (isSo ? noEvents : happened(event))

/** Auditors read what administrators read, so administrators need not be auditors. */
const adminAndAuditor = invalid({ admin: ['user cannot also be an Auditor.'] })

const wrongCode: Decision = refuse(unprocessable('Invalid two-factor code.'))

type Turn = 'AdminGranted' | 'AdminRevoked' | 'AuditorGranted' | 'AuditorRevoked' | 'MadeExternal' | 'MadeInternal'

const toggled = (wanted: boolean, is: boolean, on: Turn, off: Turn): Decision =>
  wanted === is ? noEvents : happened({ type: wanted ? on : off, data: {} })

const register = (command: Extract<UserCommand, { readonly type: 'Register' }>, state: UserState): Decision => {
  if (state.kind !== 'none') return refuse(conflict())
  const { type: _, bot, auditor, ...data } = command
  if (auditor && data.admin) return refuse(adminAndAuditor)
  return happened(
    { type: 'UserRegistered', data },
    ...(bot ? [{ type: 'MadeBot', data: {} } as const] : []),
    ...(auditor ? [{ type: 'AuditorGranted', data: {} } as const] : []),
  )
}

const changeRights = (rights: Partial<UserRights>, live: LiveUser): Decision =>
  decideChange('RightsChanged', rights, live)

/** Signing in makes a deactivated user active again; to a blocked account it is recorded as refused. */
const signIn = (at: Instant, { status }: LiveUser): Decision => {
  const data = { at }
  if (status === 'active') return happened({ type: 'SignedIn', data })
  return status === 'deactivated'
    ? happened({ type: 'UserActivated', data: {} }, { type: 'SignedIn', data })
    : happened({ type: 'SignInRefused', data })
}

const withTwoFactor = (live: LiveUser, decide: (twoFactor: TwoFactor) => Decision): Decision =>
  live.twoFactor === undefined
    ? refuse(unprocessable('Two-factor authentication is not enabled'))
    : decide(live.twoFactor)

const decideTwoFactor = (
  command: Extract<
    UserCommand,
    {
      readonly type:
        | 'EnableTwoFactor'
        | 'DisableTwoFactor'
        | 'RenewRecoveryCodes'
        | 'UseRecoveryCode'
        | 'UseOneTimeCode'
    }
  >,
  live: LiveUser,
): Decision => {
  switch (command.type) {
    case 'EnableTwoFactor': {
      if (live.twoFactor !== undefined) return refuse(conflict())
      const { type: _, ...data } = command
      return happened({ type: 'TwoFactorEnabled', data })
    }
    case 'DisableTwoFactor':
      return unless(live.twoFactor === undefined, { type: 'TwoFactorDisabled', data: {} })
    case 'RenewRecoveryCodes':
      return withTwoFactor(live, () =>
        happened({ type: 'RecoveryCodesMade', data: { recoveryDigests: command.recoveryDigests } }),
      )
    case 'UseRecoveryCode':
      return withTwoFactor(live, ({ recoveryDigests }) =>
        recoveryDigests.includes(command.digest)
          ? happened({ type: 'RecoveryCodeUsed', data: { digest: command.digest } })
          : wrongCode,
      )
    case 'UseOneTimeCode':
      return withTwoFactor(live, ({ lastStep }) =>
        lastStep !== undefined && command.step <= lastStep
          ? wrongCode
          : happened({ type: 'OneTimeCodeUsed', data: { step: command.step } }),
      )
  }
}

const decideLive = (command: Exclude<UserCommand, { readonly type: 'Register' }>, live: LiveUser): Decision => {
  switch (command.type) {
    case 'ChangeProfile':
      if ((command.before ?? live.profile) !== live.profile) return refuse(conflict())
      return unless(command.profile === live.profile, { type: 'ProfileChanged', data: { profile: command.profile } })
    case 'ChangePassword':
      return happened({ type: 'PasswordChanged', data: { passwordHash: command.passwordHash } })
    case 'ChangeRights':
      return changeRights(command.rights, live)
    case 'SetAdmin':
      if (command.admin && live.auditor) return refuse(adminAndAuditor)
      return toggled(command.admin, live.admin, 'AdminGranted', 'AdminRevoked')
    case 'SetAuditor':
      if (command.auditor && live.admin) return refuse(adminAndAuditor)
      return toggled(command.auditor, live.auditor, 'AuditorGranted', 'AuditorRevoked')
    case 'SetExternal':
      return toggled(command.external, live.external, 'MadeExternal', 'MadeInternal')
    case 'Confirm':
      return unless(live.confirmedAt !== null, { type: 'UserConfirmed', data: { at: command.at } })
    case 'Block':
      return block(live)
    case 'Unblock':
      return unblock(live)
    case 'Ban':
      return ban(live, command.reason)
    case 'Unban':
      return unban(live)
    case 'Deactivate':
      return deactivate(live)
    case 'Activate':
      return activate(live)
    case 'AskForSecondFactor': {
      const isAsked = live.twoFactor !== undefined || live.secondFactorAskedAt !== undefined
      return unless(isAsked, { type: 'SecondFactorAsked', data: { at: command.at } })
    }
    case 'SignIn':
      return signIn(command.at, live)
    case 'AwaitApproval':
      return unless(live.status !== 'active', { type: 'ApprovalAwaited', data: {} })
    case 'Approve':
      return live.status === 'blocked_pending_approval'
        ? happened({ type: 'UserApproved', data: {} })
        : refuse(conflict('The user you are trying to approve is not pending approval'))
    case 'AcceptTerms':
      return unless(command.digest === live.acceptedTerms, {
        type: 'TermsAccepted',
        data: { at: command.at, digest: command.digest },
      })
    case 'DeclineTerms':
      return happened({ type: 'TermsDeclined', data: { at: command.at } })
    case 'NoteActivity': {
      const isNoted = live.lastActivityOn !== undefined && live.lastActivityOn >= command.on
      return unless(isNoted, { type: 'ActivityNoted', data: { on: command.on } })
    }
    case 'Erase':
      return happened({ type: 'UserErased', data: {} })
    case 'EnableTwoFactor':
    case 'DisableTwoFactor':
    case 'RenewRecoveryCodes':
    case 'UseRecoveryCode':
    case 'UseOneTimeCode':
      return decideTwoFactor(command, live)
  }
}

/** A person, or a program that acts as one, with an account. */
export const user: Aggregate<UserCommand, UserEvent, UserState> = {
  category: 'user',
  stateVersion: 6,
  snapshot: userSnapshot,
  events: userEvents,
  initial: { kind: 'none' },
  names: userNames,
  decide: (command) => (state) => {
    if (command.type === 'Register') return register(command, state)
    return state.kind === 'live' ? decideLive(command, state) : refuse(notFound('User'))
  },
  evolve: evolveUser,
}
