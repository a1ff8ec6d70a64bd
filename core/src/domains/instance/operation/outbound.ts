import type { Reach } from '../../../ports/outbound.js'
import type { Settings } from '../settings/catalogue/index.js'

/** Where requests may go that the instance makes for its projects. */
export const projectReach = (settings: Settings): Reach => ({
  local: settings.allow_local_requests_from_web_hooks_and_services,
  spared: settings.outbound_local_requests_whitelist,
  pinned: settings.dns_rebinding_protection_enabled,
})
