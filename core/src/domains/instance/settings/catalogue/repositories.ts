import { coerced, count, fixed, flagOn, inRequest, optionalCount, premium, weights } from './builders.js'

/** Repositories: storage, maintenance, sizes and mirrors. */
export const repositories = {
  repository_storages_weighted: weights(
    { default: 100 },
    'Storages with the weight by which a new repository is put there.',
  ),
  repository_checks_enabled: flagOn('Repositories are checked from time to time.'),
  repository_size_limit: count(0, 'The largest repository; 0 has no limit.', premium, { min: 0, unit: 'MB' }),
  receive_max_input_size: optionalCount(null, 'The largest push; null has no limit.', coerced, {
    above: 0,
    unit: 'MB',
  }),
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
  mirror_available: flagOn('Projects may mirror other repositories.', coerced),
  mirror_capacity_threshold: count(50, 'Free places from which more mirrors are started.', premium, coerced, {
    above: 0,
    unit: 'mirrors',
  }),
  mirror_max_capacity: count(100, 'The most mirrors updated at the same time.', premium, coerced, {
    above: 0,
    unit: 'mirrors',
  }),
  mirror_max_delay: count(300, 'The longest wait between two updates of a mirror.', premium, coerced, {
    above: 5,
    unit: 'minutes',
  }),
  max_attachment_size: count(10, 'The largest attachment.', { above: 0, unit: 'MB' }),
  max_export_size: count(0, 'The largest export; 0 has no limit.', { min: 0, unit: 'MB' }),
  max_import_size: count(0, 'The largest import; 0 has no limit.', { min: 0, unit: 'MB' }),
  snippet_size_limit: count(52428800, 'The largest snippet.', coerced, { above: 0, unit: 'bytes' }),
  wiki_page_max_content_bytes: count(52428800, 'The largest wiki page.', { min: 1024, unit: 'bytes' }),
  local_markdown_version: optionalCount(0, 'Raise it to render all Markdown anew.', { min: 0, below: 65536 }),
  terminal_max_session_time: count(0, 'How long a terminal session may last; 0 has no limit.', {
    min: 0,
    unit: 'seconds',
  }),
}
