/** The general throttles: whose requests are counted, and which. */
export const THROTTLE_FAMILIES = [
  'authenticated_api',
  'authenticated_packages_api',
  'authenticated_web',
  'unauthenticated_api',
  'unauthenticated_packages_api',
  'unauthenticated_web',
] as const
