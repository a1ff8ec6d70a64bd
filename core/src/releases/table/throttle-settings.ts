import { items } from '../release-item.js'
import { introduced, oldName } from './setting-item.js'

/** Settings of throttles that are added or deprecated. */
export const throttleSettingItems = items({
  'settings.throttle_unauthenticated_enabled': oldName(
    'throttle_unauthenticated_enabled',
    'throttle_unauthenticated_web_enabled',
    '14.3',
  ),
  'settings.throttle_unauthenticated_period_in_seconds': oldName(
    'throttle_unauthenticated_period_in_seconds',
    'throttle_unauthenticated_web_period_in_seconds',
    '14.3',
  ),
  'settings.throttle_unauthenticated_requests_per_period': oldName(
    'throttle_unauthenticated_requests_per_period',
    'throttle_unauthenticated_web_requests_per_period',
    '14.3',
  ),
  'settings.throttle_unauthenticated_web_enabled': introduced(
    'throttle_unauthenticated_web_enabled',
    '14.3',
    'throttles anonymous requests outside the API',
  ),
  'settings.throttle_unauthenticated_web_period_in_seconds': introduced(
    'throttle_unauthenticated_web_period_in_seconds',
    '14.3',
    'its period',
  ),
  'settings.throttle_unauthenticated_web_requests_per_period': introduced(
    'throttle_unauthenticated_web_requests_per_period',
    '14.3',
    'its requests',
  ),
  'settings.throttle_unauthenticated_api_enabled': introduced(
    'throttle_unauthenticated_api_enabled',
    '14.3',
    'throttles anonymous requests to the API',
  ),
  'settings.throttle_unauthenticated_api_period_in_seconds': introduced(
    'throttle_unauthenticated_api_period_in_seconds',
    '14.3',
    'its period',
  ),
  'settings.throttle_unauthenticated_api_requests_per_period': introduced(
    'throttle_unauthenticated_api_requests_per_period',
    '14.3',
    'its requests',
  ),
})
