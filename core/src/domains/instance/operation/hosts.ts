import { trimEnd } from '../../../kernel/index.js'
import type { AddressPolicy } from '../../../ports/outbound.js'
import type { Settings } from '../settings/catalogue/index.js'

/** Where pictures of other hosts come through. */
export interface AssetProxy {
  /** Without a trailing slash. */
  readonly url: string
  /** Shared with the proxy; never shown. */
  readonly secretKey: string
  /** Wildcards of the hosts whose pictures need no proxy. */
  readonly allowedHosts: ReadonlyArray<string>
}

const filled = (text: string | null): string | undefined => (text === null || text.trim() === '' ? undefined : text)

const withoutSlash = (url: string): string => trimEnd(url, '/')

/** The proxy for pictures of other hosts; undefined where there is none, or no key to sign addresses with. */
export const assetProxy = (settings: Settings, ownHost: string): AssetProxy | undefined => {
  if (!settings.asset_proxy_enabled) return undefined
  const url = filled(settings.asset_proxy_url)
  const secretKey = filled(settings.asset_proxy_secret_key)
  if (url === undefined || secretKey === undefined) return undefined
  return { url: withoutSlash(url), secretKey, allowedHosts: [...settings.asset_proxy_allowlist, ownHost] }
}

/** Where diagrams in Markdown are drawn, without a trailing slash; undefined where they stay code. */
export const diagramRenderer = (settings: Settings): string | undefined => {
  const url = settings.diagrams_enabled ? filled(settings.diagrams_url) : undefined
  return url === undefined ? undefined : withoutSlash(url)
}

/** Where requests may go that the instance makes for its projects. */
export const projectReach = (settings: Settings): AddressPolicy => ({
  local: settings.allow_local_requests_from_web_hooks_and_services,
  allowedHosts: settings.outbound_local_requests_whitelist,
  pinned: settings.dns_rebinding_protection_enabled,
})

/** The host of private commit addresses: `commit_email_hostname`, or one made from the host of the instance. */
export const privateAddressHost = (settings: Pick<Settings, 'commit_email_hostname'>, ownHost: string): string => {
  const given = settings.commit_email_hostname
  return given === null || given.trim() === '' ? `users.noreply.${ownHost}` : given
}
