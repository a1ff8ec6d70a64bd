import * as E from 'fp-ts/lib/Either.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { UseCase } from '../../../../app/forge.js'
import { forbidden, invalid, refuse } from '../../../../kernel/index.js'
import type { UserCommand } from '../commands.js'
import { user } from '../decider.js'
import { emailDomainRefusal, mayRegister, stateAfterSignUp } from '../instance-rules.js'
import type { UserRow } from '../queries.js'
import { registerUser } from './register.js'

/** The form of a user who registers. */
export interface SignUp {
  readonly name: string
  readonly username: string
  readonly email: string
  readonly password: string
}

/** A registered user, and the steps before they can sign in. */
export interface SignedUp {
  readonly user: UserRow
  readonly awaits: 'nothing' | 'approval' | 'confirmation'
}

/**
 * Registers a user at their own request, as far as the settings allow it.
 *
 * Rejections: `Forbidden` where sign-up is closed; `Invalid` by field; `Conflict` where email or user name are taken.
 */
export const signUp: UseCase<SignUp, SignedUp> = async (forge, caller, { password, ...profile }) => {
  const { context } = caller
  const settings = forge.settings.current()
  if (!mayRegister(settings)) return refuse(forbidden('Registration is switched off.'))
  const domain = emailDomainRefusal(profile.email, settings)
  if (domain !== undefined) return refuse(invalid({ email: [domain] }))
  // Stays unconfirmed until the end, so that the user cannot sign in between registration and the wait for approval.
  const registered = await registerUser(forge, caller, { profile, password, confirmed: false })
  if (E.isLeft(registered)) return registered
  const { id } = registered.right
  const needsApproval = stateAfterSignUp(settings) === 'blocked_pending_approval'
  const commands: ReadonlyArray<UserCommand> = [
    ...(needsApproval ? [{ type: 'AwaitApproval' } as const] : []),
    ...(settings.send_user_confirmation_email ? [] : [{ type: 'Confirm', at: context.at } as const]),
  ]
  for (const command of commands) {
    const done = await forge.aggregates.execute(user, id, command, withNewCommandId(forge, context))
    if (E.isLeft(done)) return done
  }
  const awaits = needsApproval ? 'approval' : settings.send_user_confirmation_email ? 'confirmation' : 'nothing'
  return E.right({ user: forge.read.users.byId(id) ?? registered.right, awaits })
}
