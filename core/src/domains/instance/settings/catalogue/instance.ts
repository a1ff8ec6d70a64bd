import { answeredOnly, choice, coerced, count, decimal, flag, optionalCount, premium } from './builders.js'

/** Internals of the instance. */
export const internals = {
  polling_interval_multiplier: decimal('Stretches the intervals at which pages ask for news; 0 stops them.', {
    min: 0,
  }),
  first_day_of_week: choice([0, 1, 6], 'The first day of the week: 0 Sunday, 1 Monday, 6 Saturday.', coerced),
  metrics_method_call_threshold: count('Method calls above this are measured.', { min: 0, unit: 'milliseconds' }),
  performance_bar_allowed_group_id: optionalCount(
    'The group whose members may see the performance bar.',
    answeredOnly,
    { above: 0 },
  ),
  prometheus_metrics_enabled: flag('Metrics are collected.'),
  usage_ping_enabled: flag('Usage figures are sent home.'),
  version_check_enabled: flag('The instance asks whether there is a newer version.', coerced),
  pages_domain_verification_enabled: flag('Custom domains of pages have to be proved.', coerced),
  max_pages_size: count('The largest page site; 0 has no limit.', { min: 0, below: 1048576, unit: 'MB' }),
  web_ide_clientside_preview_enabled: flag('The web editor may preview in the browser.', coerced),
  maintenance_mode: flag('Nothing can be changed, except by administrators.', premium),
}
