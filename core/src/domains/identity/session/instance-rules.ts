import type { Credential } from '../../../access/index.js'
import type { Instant } from '../../../kernel/index.js'
import { releaseHas } from '../../../releases/index.js'
import type { Settings } from '../../instance/settings/catalogue/index.js'

/** How long admin mode lasts, in seconds; there is no setting for it. */
export const ADMIN_MODE_SECONDS = 6 * 3600

/** Whether administrators have to authenticate again before administrative work. */
export const asksForAdminMode = (settings: Settings): boolean => settings.admin_mode

/** The credential of an administrator. */
export interface AdminCredential extends Pick<Credential, 'kind' | 'scopes'> {
  /** For a browser session: until when it is in admin mode. */
  readonly adminUntil?: Instant | null | undefined
}

/**
 * Whether an administrator has administrative rights with this credential. Without admin mode always; with it, a browser session must have
 * entered it, and a token needs the scope in releases that have it.
 */
export const administersBy = (
  { kind, scopes, adminUntil }: AdminCredential,
  { now, release }: { readonly now: Instant; readonly release: string },
  settings: Settings,
): boolean => {
  if (!asksForAdminMode(settings) || kind === 'password') return true
  if (kind === 'session') return (adminUntil ?? '') > now
  return scopes.includes('admin_mode') || !releaseHas('tokens.admin_mode_scope', release)
}
