import {
  anyText,
  count,
  flag,
  flagOn,
  fraction,
  inRecord,
  inRequest,
  loose,
  oneLine,
  optionalCount,
  optionalTexts,
  premium,
  restart,
  secret,
  staysOff,
  text,
  textFrom,
  texts,
  ultimate,
} from './builders.js'

/** Signing up, signing in, sessions and who may come in at all. */
export const signIn = {
  admin_mode: flag('Administrators authenticate again before administrative work.'),
  signup_enabled: flagOn('Anybody may register an account.'),
  send_user_confirmation_email: flag('A new account has to confirm its e-mail address.'),
  require_admin_approval_after_user_signup: flagOn('A new account waits until an administrator lets it in.'),
  domain_denylist_enabled: flag(
    'Turns on the list of e-mail domains that may not register.',
    loose,
    inRecord('domain_denylist'),
  ),
  domain_denylist: texts([], 'E-mail domains that may not register; wildcards count.', { check: 'host pattern' }),
  domain_allowlist: optionalTexts('The only e-mail domains that may register; empty lets all in.', {
    check: 'host pattern',
  }),
  user_default_external: flag('New accounts are external.', loose),
  user_default_internal_regex: text('E-mail addresses that stay internal all the same.', loose, { check: 'pattern' }),
  password_authentication_enabled_for_web: flagOn('People may sign in to the pages with a password.'),
  password_authentication_enabled_for_git: flagOn('Passwords open Git over HTTP, and the password grant.'),
  password_number_required: flag('A password needs a digit.', premium),
  password_symbol_required: flag('A password needs a symbol.', premium),
  password_uppercase_required: flag('A password needs a capital letter.', premium),
  password_lowercase_required: flag('A password needs a small letter.', premium),
  require_two_factor_authentication: flag(
    'Everybody has to set up a second factor.',
    inRequest('two_factor_grace_period'),
  ),
  two_factor_grace_period: count(48, 'How long somebody may go on without the second factor.', {
    min: 0,
    unit: 'hours',
  }),
  disabled_oauth_sign_in_sources: texts([], 'Sign-in sources that are switched off.', oneLine),
  session_expire_delay: count(10080, 'How long a browser session lasts.', restart, { min: 0, unit: 'minutes' }),
  after_sign_out_path: text('Where the browser goes after signing out.', { check: 'URL' }),
  after_sign_up_text: text('Markdown shown after registering.', anyText),
  sign_in_text: text('Markdown shown on the sign-in page.', anyText),
  home_page_url: text('Where anonymous visitors of the front page go.', { check: 'URL' }),
  enforce_terms: flag('Everybody has to accept the terms first.', loose, inRecord('terms')),
  terms: text('The terms of service, in Markdown.', loose, anyText),
  deactivate_dormant_users: flag('Accounts that nobody uses are put to sleep.', loose),
  deactivate_dormant_users_period: count(90, 'How long an account may lie unused before that.', loose, {
    min: 90,
    unit: 'days',
  }),
  unique_ips_limit_enabled: flag(
    'Limits from how many addresses one user may come.',
    loose,
    inRecord('unique_ips_limit_per_user', 'unique_ips_limit_time_window'),
  ),
  unique_ips_limit_per_user: count(10, 'The most addresses of one user within the window.', loose, {
    min: 1,
    unit: 'addresses',
  }),
  unique_ips_limit_time_window: count(3600, 'How long an address counts.', loose, { min: 0, unit: 'seconds' }),
  allow_group_owners_to_manage_ldap: flagOn('Owners of groups may manage directory links.', premium, loose),
  external_authorization_service_enabled: flag(
    'Asks an outside service before a project is opened.',
    loose,
    inRecord(
      'external_authorization_service_default_label',
      'external_authorization_service_timeout',
      'external_authorization_service_url',
    ),
    staysOff('no outside service is asked about projects'),
  ),
  external_authorization_service_default_label: text('The label sent where a project has none.', loose, oneLine),
  external_authorization_service_url: text('Where the outside service answers.', loose, { check: 'URL' }),
  external_authorization_service_timeout: fraction(0.5, 'How long the answer may take; then access is denied.', loose, {
    min: 0.001,
    max: 10,
    step: 0.001,
    unit: 'seconds',
  }),
  external_auth_client_cert: text(
    'The certificate shown to the outside service.',
    loose,
    anyText,
    inRecord('external_auth_client_key'),
  ),
  external_auth_client_key: text('The private key of that certificate.', loose, secret, anyText),
  external_auth_client_key_pass: text('The passphrase of that key.', loose, secret, oneLine),
  user_deactivation_emails_enabled: flagOn('People are told by mail when their account is put to sleep.'),
  disable_feed_token: flag('Feed tokens are not shown any more.'),
}

/** Tokens, keys and applications of users. */
export const tokensAndKeys = {
  personal_access_token_prefix: textFrom('glpat-', 'Put before every new personal access token.', {
    maxLength: 20,
    check: 'token prefix',
  }),
  max_personal_access_token_lifetime: optionalCount(
    null,
    'The longest life of a personal access token; null has no limit.',
    ultimate,
    loose,
    {
      above: 0,
      max: 365,
      unit: 'days',
    },
  ),
  max_ssh_key_lifetime: optionalCount(null, 'The longest life of an SSH key; null has no limit.', ultimate, loose, {
    above: 0,
    max: 365,
    unit: 'days',
  }),
  user_oauth_applications: flagOn('Users may register OAuth applications of their own.', loose),
  user_show_add_ssh_key_message: flagOn('Users without an SSH key are reminded to add one.', loose),
  git_two_factor_session_expiry: count(
    15,
    'How long a Git session over SSH stays open after the second factor.',
    premium,
    { min: 1, max: 10080, unit: 'minutes' },
  ),
  authorized_keys_enabled: flagOn('SSH keys are also written to the file of authorised keys.', loose),
}

/** Forms guarded against robots and spam. */
export const spamAndCaptcha = {
  captcha_enabled: flag(
    'Forms ask for a captcha.',
    inRequest('captcha_site_key', 'captcha_private_key'),
    staysOff('no captcha service is asked'),
  ),
  captcha_site_key: text('The public key of the captcha service.', secret, oneLine),
  captcha_private_key: text('The private key of the captcha service.', secret, oneLine),
  invisible_captcha_enabled: flag('The registration form sets a trap for robots.'),
  spamfilter_enabled: flag(
    'New texts go through the spam filter.',
    inRequest('spamfilter_api_key'),
    staysOff('texts go through no filter'),
  ),
  spamfilter_api_key: text('The key for the spam filter.', secret, oneLine),
  spam_check_endpoint_enabled: flag(
    'New texts go through a spam check of your own.',
    staysOff('texts go through no filter'),
  ),
  spam_check_endpoint_url: text('Where that spam check answers; grpc or tls.', { check: 'grpc or tls URL' }),
  spam_check_api_key: text('The key for that spam check.', secret, oneLine, { maxLength: 2000 }),
}
