import { coerced, count, flag, premium } from './builders.js'

/** Packages and container images. */
export const registries = {
  npm_package_requests_forwarding: flag('A missing npm package is looked for in the public registry.', premium),
  pypi_package_requests_forwarding: flag('A missing PyPI package is looked for in the public registry.', premium),
  package_registry_cleanup_policies_worker_capacity: count('Workers that clean up packages.', coerced, {
    min: 0,
    unit: 'workers',
  }),
  container_registry_token_expire_delay: count('How long a token for the container registry lasts.', {
    above: 0,
    unit: 'minutes',
  }),
  container_registry_cleanup_tags_service_max_list_size: count('Tags deleted in one clean-up at most.', coerced, {
    min: 0,
    unit: 'tags',
  }),
  container_registry_delete_tags_service_timeout: count('How long one clean-up may take.', coerced, {
    min: 0,
    unit: 'seconds',
  }),
  container_registry_expiration_policies_worker_capacity: count('Workers that clean up images.', coerced, {
    min: 0,
    unit: 'workers',
  }),
  container_registry_expiration_policies_caching: flag('Clean-ups remember what they saw.', coerced),
  container_expiration_policies_enable_historic_entries: flag('Old projects may have clean-up policies too.'),
}
