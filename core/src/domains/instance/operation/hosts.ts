import { filled, trimEnd } from '../../../kernel/index.js'
import type { AddressPolicy } from '../../../ports/outbound.js'
import type { Settings } from '../settings/catalogue/index.js'

/** The proxy for images of other hosts. */
export interface AssetProxy {
  /** Without a trailing slash. */
  readonly url: string
  /** Shared with the proxy; never shown. */
  readonly secretKey: string
  /** Wildcards of hosts whose images need no proxy. */
  readonly allowedHosts: ReadonlyArray<string>
}

const withoutSlash = (url: string): string => trimEnd(url, '/')

/** The proxy for images of other hosts; undefined where none is configured, or no key to sign URLs with. */
export const assetProxy = (settings: Settings, ownHost: string): AssetProxy | undefined => {
  if (!settings.asset_proxy_enabled) return undefined
  const url = filled(settings.asset_proxy_url)
  const secretKey = filled(settings.asset_proxy_secret_key)
  if (url === undefined || secretKey === undefined) return undefined
  return { url: withoutSlash(url), secretKey, allowedHosts: [...settings.asset_proxy_allowlist, ownHost] }
}

/** The URL of the service that renders diagrams in Markdown, without a trailing slash; undefined where they stay code. */
export const diagramRenderer = (settings: Settings): string | undefined => {
  const url = settings.diagrams_enabled ? filled(settings.diagrams_url) : undefined
  return url === undefined ? undefined : withoutSlash(url)
}

/** Which hosts the instance may send requests to on behalf of projects. */
export const projectReach = (settings: Settings): AddressPolicy => ({
  local: settings.allow_local_requests_from_web_hooks_and_services,
  allowedHosts: settings.outbound_local_requests_whitelist,
  pinned: settings.dns_rebinding_protection_enabled,
})

/** The host of private commit addresses: `commit_email_hostname`, or one derived from the host of the instance. */
export const privateAddressHost = (settings: Pick<Settings, 'commit_email_hostname'>, ownHost: string): string => {
  const given = settings.commit_email_hostname
  return given === null || given.trim() === '' ? `users.noreply.${ownHost}` : given
}
