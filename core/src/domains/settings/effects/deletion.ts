import type { Settings } from '../catalogue.js'

/** For how many days a deletion is put off; 0 deletes at once. */
export const deletionDelay = (what: 'group' | 'project', settings: Settings): number => {
  const delayed = what === 'group' ? settings.delayed_group_deletion : settings.delayed_project_deletion
  return delayed ? settings.deletion_adjourned_period : 0
}
