import {
  ACCESS,
  type AccessLevel,
  effectiveLevel,
  isOpenTo,
  type Viewer,
  type Visibility,
} from '../../../access/index.js'
import { badRequest, type Rejection } from '../../../kernel/index.js'

/** Whether a user may request access: where requests are enabled, the group or project is visible, and they have no role there. */
export const mayRequestAccess = (
  place: { readonly requestAccessEnabled: boolean; readonly visibility: Visibility },
  viewer: Viewer,
): boolean => place.requestAccessEnabled && isOpenTo(place.visibility, viewer) && effectiveLevel(viewer) === ACCESS.none

/** A user cannot grant a role above their own; only owners can make owners. */
export const mayGrant = ({ viewer }: { readonly viewer: Viewer }, level: number): boolean =>
  level < ACCESS.owner || effectiveLevel(viewer) >= ACCESS.owner

/** A group keeps an owner: the last one may neither leave, nor be removed (`next` is undefined), nor be demoted to the level `next`. */
export const keepsAnOwner = (
  { level, otherOwners }: { readonly level: AccessLevel; readonly otherOwners: number },
  next: AccessLevel | undefined,
): boolean => level < ACCESS.owner || otherOwners > 0 || (next !== undefined && next >= ACCESS.owner)

/** The most people whom one request adds or invites. */
const MOST_AT_ONCE = 100

/** Whether one request may not add or invite so many people. */
export const areTooMany = (count: number): boolean => count > MOST_AT_ONCE

/** The refusal of too many people at once. */
export const tooManyUsers: Rejection = badRequest(`Too many users specified (limit is ${MOST_AT_ONCE})`)
