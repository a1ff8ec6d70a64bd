import { coerced, count, flag, integers, oneLine, premium, secret, text } from './builders.js'

/** The search engine. */
export const search = {
  searchengine_aws: flag('The search engine runs in a hosted cloud.', premium),
  searchengine_aws_access_key: text('The access key for it.', premium, oneLine),
  searchengine_aws_region: text('The region it runs in.', premium, oneLine),
  searchengine_aws_secret_access_key: text('The secret of that access key.', premium, oneLine, secret),
  searchengine_indexing: flag('The search index is kept up to date.', premium),
  searchengine_search: flag('Searches use the index.', premium),
  searchengine_url: text('Where the search engine answers; several with commas.', premium, { check: 'URLs' }),
  searchengine_username: text('The user name for it.', premium, oneLine, coerced, { maxLength: 255 }),
  searchengine_password: text('The password for it.', premium, oneLine, coerced, secret, { maxLength: 255 }),
  searchengine_limit_indexing: flag('Only the namespaces and projects below are indexed.', premium),
  searchengine_namespace_ids: integers('Namespaces to index.', premium, { above: 0 }),
  searchengine_project_ids: integers('Projects to index.', premium, { above: 0 }),
  searchengine_indexed_field_length_limit: count('Longer fields are cut; 0 has no limit.', premium, coerced, {
    min: 0,
    unit: 'characters',
  }),
  searchengine_indexed_file_size_limit_kb: count('Larger files are not indexed.', premium, coerced, {
    above: 0,
    unit: 'KB',
  }),
  searchengine_max_bulk_concurrency: count('Bulk requests at the same time.', premium, coerced, {
    above: 0,
    unit: 'requests',
  }),
  searchengine_max_bulk_size_mb: count('The largest bulk request.', premium, coerced, { above: 0, unit: 'MB' }),
}
