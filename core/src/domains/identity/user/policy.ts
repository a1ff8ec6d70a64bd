import { isAdmin, type Principal } from '../../../access/principal.js'
import { forbidden, type Rejection } from '../../../kernel/rejection.js'
import type { LiveUser } from './state.js'

/** Why an authenticated user may not use the instance; the sentences are those of the documented API. */
export const accountRefusal = (standing: {
  readonly status: LiveUser['status']
  readonly confirmed: boolean
}): Rejection | undefined => {
  if (standing.status === 'blocked' || standing.status === 'banned') return forbidden('Your account has been blocked.')
  if (standing.status === 'blocked_pending_approval')
    return forbidden('Your account is pending approval from your administrator and hence blocked.')
  if (standing.status === 'deactivated')
    return forbidden(
      'Your account has been deactivated by your administrator. Please log back in to reactivate your account.',
    )
  if (!standing.confirmed)
    return forbidden(
      'Your primary email address is not confirmed. Please check your inbox for the confirmation instructions. In case the link is expired, you can request a new confirmation email.',
    )
  return undefined
}

/**
 * Whether the caller sees the whole profile: a private one is visible to its owner and to administrators
 * (docs/reference/behaviour/identity.md#private-profiles).
 */
export const seesProfile = (
  principal: Principal,
  { id, privateProfile }: { readonly id: number; readonly privateProfile: boolean },
): boolean => !privateProfile || isAdmin(principal) || (principal.kind === 'user' && principal.userId === id)
