import { coerced, count, fixed, flag, optionalCount, premium, weights } from './builders.js'

/** Repositories: storage, maintenance, sizes and mirrors. */
export const repositories = {
  repository_storages_weighted: weights('Storages with the weight by which a new repository is put there.'),
  repository_checks_enabled: flag('Repositories are checked from time to time.'),
  repository_size_limit: count('The largest repository; 0 has no limit.', premium, { min: 0, unit: 'MB' }),
  receive_max_input_size: optionalCount('The largest push; null has no limit.', coerced, {
    above: 0,
    unit: 'MB',
  }),
  hashed_storage_enabled: flag('Repositories lie under paths made from digests; always so.', fixed),
  storage_timeout_default: count('How long a storage call may take; 0 has no limit.', {
    min: 0,
    max: 57,
    unit: 'seconds',
  }),
  storage_timeout_fast: count('How long a fast storage call may take; 0 has no limit.', {
    min: 0,
    unit: 'seconds',
  }),
  storage_timeout_medium: count('How long a middling storage call may take; 0 has no limit.', {
    min: 0,
    unit: 'seconds',
  }),
  housekeeping_enabled: flag('Repositories are tidied after so many pushes.'),
  housekeeping_bitmaps_enabled: flag('Packs carry bitmaps; always so.', fixed),
  housekeeping_full_repack_period: count('Pushes from one full repack to the next.', { above: 0, unit: 'pushes' }),
  housekeeping_gc_period: count('Pushes from one clean-up to the next.', { above: 0, unit: 'pushes' }),
  housekeeping_incremental_repack_period: count('Pushes from one small repack to the next.', {
    above: 0,
    unit: 'pushes',
  }),
  push_event_activities_limit: count('A push with more changes becomes one event.', {
    min: 0,
    unit: 'changes per push',
  }),
  push_event_hooks_limit: count('A push with more changes calls no hooks.', { min: 0, unit: 'changes per push' }),
  mirror_available: flag('Projects may mirror other repositories.', coerced),
  mirror_capacity_threshold: count('Free places from which more mirrors are started.', premium, coerced, {
    above: 0,
    unit: 'mirrors',
  }),
  mirror_max_capacity: count('The most mirrors updated at the same time.', premium, coerced, {
    above: 0,
    unit: 'mirrors',
  }),
  mirror_max_delay: count('The longest wait between two updates of a mirror.', premium, coerced, {
    above: 5,
    unit: 'minutes',
  }),
  max_attachment_size: count('The largest attachment.', { above: 0, unit: 'MB' }),
  max_export_size: count('The largest export; 0 has no limit.', { min: 0, unit: 'MB' }),
  max_import_size: count('The largest import; 0 has no limit.', { min: 0, unit: 'MB' }),
  snippet_size_limit: count('The largest snippet.', coerced, { above: 0, unit: 'bytes' }),
  wiki_page_max_content_bytes: count('The largest wiki page.', { min: 1024, unit: 'bytes' }),
  local_markdown_version: optionalCount('Raise it to render all Markdown anew.', { min: 0, below: 65536 }),
  terminal_max_session_time: count('How long a terminal session may last; 0 has no limit.', {
    min: 0,
    unit: 'seconds',
  }),
}
