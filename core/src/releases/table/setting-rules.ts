import { items } from '../release-item.js'

/** Rules of settings that differ between releases, apart from the settings: the aggregate of the settings needs the rules alone. */
export const settingRuleItems = items({
  'settings.deletion_interlock': {
    kind: 'rule',
    area: 'Settings',
    name: 'delayed_project_deletion, delayed_group_deletion, deletion_adjourned_period',
    since: '15.1',
    served: true,
    before: 'independent of each other; a period of 0 deletes at once',
    after: 'the project flag needs the group flag; a period of 0 turns both off and is kept as 1',
  },
  'settings.max_import_size_default': {
    kind: 'rule',
    area: 'Settings',
    name: 'default of max_import_size',
    since: '13.8',
    served: true,
    before: '50',
    after: '0, unlimited',
  },
})
