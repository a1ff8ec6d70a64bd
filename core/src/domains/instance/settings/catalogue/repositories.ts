import {
  answeredOnly,
  choice,
  count,
  decimal,
  fixed,
  flag,
  flagOn,
  inRequest,
  loose,
  optionalCount,
  premium,
  weights,
} from './builders.js'

/** Repositories: storage, upkeep, sizes and mirrors. */
export const repositories = {
  repository_storages_weighted: weights(
    { default: 100 },
    'Storages with the weight by which a new repository is put there.',
  ),
  repository_checks_enabled: flagOn('Repositories are checked from time to time.'),
  repository_size_limit: count(0, 'The largest repository; 0 has no limit.', premium, { min: 0, unit: 'MB' }),
  receive_max_input_size: optionalCount(null, 'The largest push; null has no limit.', loose, { above: 0, unit: 'MB' }),
  hashed_storage_enabled: flagOn('Repositories lie under paths made from digests; always so.', fixed),
  storage_timeout_default: count(55, 'How long a storage call may take; 0 has no limit.', {
    min: 0,
    max: 57,
    unit: 'seconds',
  }),
  storage_timeout_fast: count(10, 'How long a fast storage call may take; 0 has no limit.', {
    min: 0,
    unit: 'seconds',
  }),
  storage_timeout_medium: count(30, 'How long a middling storage call may take; 0 has no limit.', {
    min: 0,
    unit: 'seconds',
  }),
  housekeeping_enabled: flagOn(
    'Repositories are tidied after so many pushes.',
    inRequest('housekeeping_full_repack_period', 'housekeeping_gc_period', 'housekeeping_incremental_repack_period'),
  ),
  housekeeping_bitmaps_enabled: flagOn('Packs carry bitmaps; always so.', fixed),
  housekeeping_full_repack_period: count(50, 'Pushes from one full repack to the next.', { above: 0, unit: 'pushes' }),
  housekeeping_gc_period: count(200, 'Pushes from one clean-up to the next.', { above: 0, unit: 'pushes' }),
  housekeeping_incremental_repack_period: count(10, 'Pushes from one small repack to the next.', {
    above: 0,
    unit: 'pushes',
  }),
  push_event_activities_limit: count(3, 'A push with more changes becomes one event.', {
    min: 0,
    unit: 'changes per push',
  }),
  push_event_hooks_limit: count(3, 'A push with more changes calls no hooks.', { min: 0, unit: 'changes per push' }),
  mirror_available: flagOn('Projects may mirror other repositories.', loose),
  mirror_capacity_threshold: count(50, 'Free places from which more mirrors are started.', premium, loose, {
    above: 0,
    unit: 'mirrors',
  }),
  mirror_max_capacity: count(100, 'The most mirrors updated at the same time.', premium, loose, {
    above: 0,
    unit: 'mirrors',
  }),
  mirror_max_delay: count(300, 'The longest wait between two updates of a mirror.', premium, loose, {
    above: 5,
    unit: 'minutes',
  }),
  max_attachment_size: count(10, 'The largest attachment.', { above: 0, unit: 'MB' }),
  max_export_size: count(0, 'The largest export; 0 has no limit.', { min: 0, unit: 'MB' }),
  max_import_size: count(0, 'The largest import; 0 has no limit.', { min: 0, unit: 'MB' }),
  snippet_size_limit: count(52428800, 'The largest snippet.', loose, { above: 0, unit: 'bytes' }),
  wiki_page_max_content_bytes: count(52428800, 'The largest wiki page.', { min: 1024, unit: 'bytes' }),
  local_markdown_version: optionalCount(0, 'Raise it to render all Markdown anew.', { min: 0, below: 65536 }),
  terminal_max_session_time: count(0, 'How long a terminal session may last; 0 has no limit.', {
    min: 0,
    unit: 'seconds',
  }),
}

const key = (type: string, sizes: ReadonlyArray<number>, ...notes: Parameters<typeof choice>[3][]) =>
  choice(
    0,
    [0, ...sizes, -1],
    `The least size of ${type} keys; 0 takes any, -1 takes none.`,
    { unit: 'bits' },
    ...notes,
  )

/** Which SSH keys are taken. */
export const sshKeys = {
  rsa_key_restriction: key('RSA', [1024, 2048, 3072, 4096]),
  dsa_key_restriction: key('DSA', [1024, 2048, 3072]),
  ecdsa_key_restriction: key('ECDSA', [256, 384, 521]),
  ecdsa_sk_key_restriction: key('ECDSA security', [256]),
  ed25519_key_restriction: key('Ed25519', [256]),
  ed25519_sk_key_restriction: key('Ed25519 security', [256]),
}

/** What the instance does behind its pages. */
export const internals = {
  polling_interval_multiplier: decimal(1, 'Stretches the intervals at which pages ask for news; 0 stops them.', {
    min: 0,
  }),
  first_day_of_week: choice(0, [0, 1, 6], 'The first day of the week: 0 Sunday, 1 Monday, 6 Saturday.', loose),
  metrics_method_call_threshold: count(10, 'Method calls above this are measured.', { min: 0, unit: 'milliseconds' }),
  performance_bar_allowed_group_id: optionalCount(
    null,
    'The group whose members may see the performance bar.',
    answeredOnly,
    { above: 0 },
  ),
  prometheus_metrics_enabled: flagOn('Metrics are collected.'),
  usage_ping_enabled: flagOn('Usage figures are sent home.'),
  version_check_enabled: flagOn('The instance asks whether there is a newer version.', loose),
  pages_domain_verification_enabled: flagOn('Custom domains of pages have to be proved.', loose),
  max_pages_size: count(100, 'The largest page site; 0 has no limit.', { min: 0, below: 1048576, unit: 'MB' }),
  web_ide_clientside_preview_enabled: flag('The web editor may preview in the browser.', loose),
  maintenance_mode: flag('Nothing can be changed, except by administrators.', premium),
}
