import {
  ACCESS,
  type AccessLevel,
  effectiveLevel,
  isOpenTo,
  type Viewer,
  type Visibility,
} from '../../../access/index.js'

/** Whether somebody may ask to be a member: where requests are taken, the place is open to them, and they have no role there. */
export const mayRequestAccess = (
  place: { readonly requestAccessEnabled: boolean; readonly visibility: Visibility },
  viewer: Viewer,
): boolean => place.requestAccessEnabled && isOpenTo(place.visibility, viewer) && effectiveLevel(viewer) === ACCESS.none

/** Nobody grants a role above their own; only owners make owners. */
export const mayGrant = ({ viewer }: { readonly viewer: Viewer }, level: number): boolean =>
  level < ACCESS.owner || effectiveLevel(viewer) >= ACCESS.owner

/** A group keeps an owner: the last one may neither leave, nor be removed (`next` is undefined), nor be demoted to the level `next`. */
export const keepsAnOwner = (
  { level, otherOwners }: { readonly level: AccessLevel; readonly otherOwners: number },
  next: AccessLevel | undefined,
): boolean => level < ACCESS.owner || otherOwners > 0 || (next !== undefined && next >= ACCESS.owner)
