import { answeredOnly, coerced, flag, oneLine, premium, secret, text } from './builders.js'

/** Services connected to the instance. */
export const integrations = {
  diagrams_enabled: flag('Diagrams in Markdown are drawn.'),
  diagrams_url: text('Where the renderer of diagrams answers.', { check: 'URL' }),
  diagrams_alt_enabled: flag('The second renderer of diagrams is in use.', answeredOnly),
  diagrams_alt_url: text('Where the second renderer answers.', answeredOnly, { check: 'URL' }),
  codenav_enabled: flag('Code can be browsed with a navigation service.'),
  codenav_public_only: flag('Only public projects are shown to that service.'),
  codenav_url: text('Where that service answers.', { check: 'URL' }),
  chat_app_enabled: flag('The chat application is in use.', premium, coerced),
  chat_app_id: text('The id of the chat application.', premium, coerced, oneLine),
  chat_app_secret: text('Its secret.', premium, coerced, secret, oneLine),
  chat_app_signing_secret: text('The secret that signs its messages.', premium, coerced, secret, oneLine),
  chat_app_verification_token: text('The token that proves its messages.', premium, coerced, secret, oneLine),
  mailer_events_enabled: flag('The mail service may report on mails.'),
  mailer_signing_key: text('The key that signs those reports.', secret, oneLine, { maxLength: 255 }),
  tracker_enabled: flag('Usage is sent to a collector.'),
  tracker_app_id: text('The name under which it is sent.', oneLine),
  tracker_collector_hostname: text('The host of the collector.', { check: 'host name' }),
  tracker_cookie_domain: text('The domain of its cookies.', { check: 'cookie domain' }),
}
