import { flag, oneLine, secret, text } from './builders.js'

/** Protection of forms against bots and spam. */
export const spamAndCaptcha = {
  captcha_enabled: flag('Forms ask for a captcha.'),
  captcha_site_key: text('The public key of the captcha service.', secret, oneLine),
  captcha_private_key: text('The private key of the captcha service.', secret, oneLine),
  invisible_captcha_enabled: flag('The registration form sets a trap for robots.'),
  spamfilter_enabled: flag('New texts go through the spam filter.'),
  spamfilter_api_key: text('The key for the spam filter.', secret, oneLine),
  spam_check_endpoint_enabled: flag('New texts go through a spam check of your own.'),
  spam_check_endpoint_url: text('Where that spam check answers; grpc or tls.', { check: 'grpc or tls URL' }),
  spam_check_api_key: text('The key for that spam check.', secret, oneLine, { maxLength: 2000 }),
}
