import { anyText, coerced, flag, premium, text, word } from './builders.js'

/** Mail, help and texts of the pages. */
export const appearance = {
  abuse_notification_email: text('Where reports of abuse go.', { check: 'e-mail address' }),
  email_author_in_body: flag('Mails name their author in the text.'),
  html_emails_enabled: flag('Mails are sent as HTML too.'),
  email_additional_text: text('Put under every mail.', premium, anyText, { maxLength: 10000 }),
  commit_email_hostname: text('The host of private commit addresses; blank makes one from the own host.', coerced, {
    check: 'host name',
  }),
  in_product_marketing_emails_enabled: flag('New users are sent hints.'),
  help_page_hide_commercial_content: flag('The help page has no advertisements.'),
  help_page_support_url: text('Where the help page sends people.', { check: 'URL' }),
  help_page_text: text('Markdown for the help page.', anyText),
  help_text: text('Text for the help page.', premium, anyText),
  hide_third_party_offers: flag('Offers of others are not shown.', coerced),
  maintenance_mode_message: text('The banner while maintenance mode is on.', premium, anyText, { maxLength: 255 }),
  avatar_service_enabled: flag('Avatars come from the public avatar service.'),
  whats_new_variant: word(
    ['all_tiers', 'current_tier', 'disabled'] as const,
    "Which news the list of what's new shows.",
  ),
  dashboards_enabled: flag('The pages link to the dashboards.'),
  dashboards_url: text('Where the dashboards are.', { check: 'URL or path' }),
}
