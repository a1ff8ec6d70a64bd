import type { Credential } from '../../../access/index.js'
import type { Instant } from '../../../kernel/index.js'
import { releaseHas } from '../../../releases/index.js'
import type { Settings } from '../../instance/settings/catalogue/index.js'

/** How long admin mode lasts once it is entered, in seconds; there is no setting for it. */
export const ADMIN_MODE_SECONDS = 6 * 3600

/** Whether administrators have to say again who they are before administrative work. */
export const asksForAdminMode = (settings: Settings): boolean => settings.admin_mode

/** What an administrator came with. */
export interface AdminCredential extends Pick<Credential, 'kind' | 'scopes'> {
  /** Of a browser session: until when admin mode is entered. */
  readonly adminUntil?: Instant | null | undefined
}

/**
 * Whether an administrator has the rights of one by this credential: without admin mode always; with it, browser sessions have to have
 * entered it, and tokens need the scope where the release has it.
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
