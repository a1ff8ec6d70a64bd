import { INITIAL_SETTINGS } from '../../instance/settings/initial/index.js'
import type { ChangedSettings } from '../../instance/settings/stored-value.js'

const LIMIT = 'push_event_activities_limit'

/** The most refs that a push may change in one way to have an entry for each, until the setting is changed. */
export const INITIAL_PUSH_LIMIT = INITIAL_SETTINGS[LIMIT]

/**
 * The most refs that a push may change in one way to have an entry for each, after a change of settings; undefined where the change leaves
 * it. Feeds follow the history of the setting, so that what they show of a push stays as it was.
 *
 * @example
 * assert.equal(changedPushLimit({ values: { push_event_activities_limit: { value: 5 } } }), 5)
 */
export const changedPushLimit = ({ values: { [LIMIT]: changed } }: ChangedSettings): number | undefined =>
  changed !== undefined && 'value' in changed ? Number(changed.value) : undefined
