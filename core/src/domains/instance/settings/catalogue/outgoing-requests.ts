import { coerced, flag, needsRestart, oneLine, text, texts } from './builders.js'

/** Requests that the instance sends. */
export const outbound = {
  allow_local_requests_from_web_hooks_and_services: flag('Hooks of projects may reach the local network.', coerced),
  allow_local_requests_from_system_hooks: flag('Hooks of the instance may reach the local network.', coerced),
  outbound_local_requests_whitelist: texts('Hosts and ranges that may be reached all the same.', coerced, {
    check: 'host, address or network',
    maxItems: 1000,
  }),
  dns_rebinding_protection_enabled: flag('An outgoing request goes to the very address that was checked.', coerced),
  asset_proxy_enabled: flag('Pictures of others come through a proxy.', needsRestart),
  asset_proxy_url: text('Where that proxy is.', needsRestart, { check: 'URL' }),
  asset_proxy_secret_key: text('The key shared with that proxy.', needsRestart, oneLine, {
    sealed: true,
    hidden: true,
  }),
  asset_proxy_allowlist: texts(
    'Hosts whose pictures need no proxy; the own host always belongs to them.',
    needsRestart,
    {
      check: 'host pattern',
    },
  ),
}
