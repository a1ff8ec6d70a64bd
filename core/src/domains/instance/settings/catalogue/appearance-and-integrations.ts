import {
  answeredOnly,
  anyText,
  flag,
  flagOn,
  inRecord,
  inRequest,
  loose,
  oneLine,
  premium,
  restart,
  secret,
  text,
  textFrom,
  texts,
  word,
} from './builders.js'

/** Mail, help and what the pages say. */
export const appearance = {
  abuse_notification_email: text('Where reports of abuse go.', { check: 'e-mail address' }),
  email_author_in_body: flag('Mails name their author in the text.'),
  html_emails_enabled: flagOn('Mails are sent as HTML too.'),
  email_additional_text: text('Put under every mail.', premium, anyText, { maxLength: 10000 }),
  commit_email_hostname: textFrom(
    '',
    'The host of private commit addresses; blank makes one from the own host.',
    loose,
    { check: 'host name' },
  ),
  in_product_marketing_emails_enabled: flagOn('New users are sent hints.'),
  help_page_hide_commercial_content: flag('The help page has no advertisements.'),
  help_page_support_url: text('Where the help page sends people.', { check: 'URL' }),
  help_page_text: text('Markdown for the help page.', anyText),
  help_text: text('Text for the help page.', premium, anyText),
  hide_third_party_offers: flag('Offers of others are not shown.', loose),
  maintenance_mode_message: text('The banner while maintenance mode is on.', premium, anyText, { maxLength: 255 }),
  avatar_service_enabled: flagOn('Avatars come from the public avatar service.'),
  whats_new_variant: word(
    'all_tiers',
    ['all_tiers', 'current_tier', 'disabled'] as const,
    "Which news the list of what's new shows.",
  ),
  dashboards_enabled: flag('The pages link to the dashboards.'),
  dashboards_url: textFrom('/-/dashboards', 'Where the dashboards are.', { check: 'URL or path' }),
}

/** Requests that the instance makes itself. */
export const outbound = {
  allow_local_requests_from_web_hooks_and_services: flag('Hooks of projects may reach the local network.', loose),
  allow_local_requests_from_system_hooks: flagOn('Hooks of the instance may reach the local network.', loose),
  outbound_local_requests_whitelist: texts([], 'Hosts and ranges that may be reached all the same.', loose, {
    check: 'host, address or network',
    maxItems: 1000,
  }),
  dns_rebinding_protection_enabled: flagOn('An outgoing request goes to the very address that was checked.', loose),
  asset_proxy_enabled: flag('Pictures of others come through a proxy.', restart, inRecord('asset_proxy_url')),
  asset_proxy_url: text('Where that proxy is.', restart, { check: 'URL' }),
  asset_proxy_secret_key: text('The key shared with that proxy.', restart, oneLine, { sealed: true, hidden: true }),
  asset_proxy_allowlist: texts(
    [],
    'Hosts whose pictures need no proxy; the own host always belongs to them.',
    restart,
    {
      check: 'host pattern',
    },
  ),
}

/** Services beside the instance. */
export const integrations = {
  diagrams_enabled: flag('Diagrams in Markdown are drawn.', inRequest('diagrams_url')),
  diagrams_url: text('Where the renderer of diagrams answers.', { check: 'URL' }),
  diagrams_alt_enabled: flag('The second renderer of diagrams is in use.', answeredOnly),
  diagrams_alt_url: text('Where the second renderer answers.', answeredOnly, { check: 'URL' }),
  codenav_enabled: flag('Code can be browsed with a navigation service.', inRequest('codenav_url')),
  codenav_public_only: flagOn('Only public projects are shown to that service.'),
  codenav_url: text('Where that service answers.', { check: 'URL' }),
  chat_app_enabled: flag(
    'The chat application is in use.',
    premium,
    loose,
    inRequest('chat_app_id', 'chat_app_secret', 'chat_app_verification_token'),
  ),
  chat_app_id: text('The id of the chat application.', premium, loose, oneLine),
  chat_app_secret: text('Its secret.', premium, loose, secret, oneLine),
  chat_app_signing_secret: text('The secret that signs its messages.', premium, loose, secret, oneLine),
  chat_app_verification_token: text('The token that proves its messages.', premium, loose, secret, oneLine),
  mailer_events_enabled: flag('The mail service may report on mails.'),
  mailer_signing_key: text('The key that signs those reports.', secret, oneLine, { maxLength: 255 }),
  tracker_enabled: flag('Usage is sent to a collector.', inRequest('tracker_collector_hostname')),
  tracker_app_id: text('The name under which it is sent.', oneLine),
  tracker_collector_hostname: text('The host of the collector.', { check: 'host name' }),
  tracker_cookie_domain: text('The domain of its cookies.', { check: 'cookie domain' }),
}
