import { ACCESS, effectiveLevel, isOpenTo, type Viewer, type Visibility } from '../../../access/index.js'

/** Whether somebody may ask to be a member: where requests are taken, the place is open to them, and they have no role there. */
export const mayRequestAccess = (
  place: { readonly requestAccessEnabled: boolean; readonly visibility: Visibility },
  viewer: Viewer,
): boolean => place.requestAccessEnabled && isOpenTo(place.visibility, viewer) && effectiveLevel(viewer) === ACCESS.none

/** Nobody grants a role above their own; only owners make owners. */
export const mayGrant = ({ viewer }: { readonly viewer: Viewer }, level: number): boolean =>
  level < ACCESS.owner || effectiveLevel(viewer) >= ACCESS.owner
