import { lifespanOf } from '@forgefold/core/releases'
import { boolean, optional, string, withDefault } from '../../../http/index.js'

/** What ends at once what is marked for deletion already, from the release on that the line of the table names. */
export const permanentRemoval = (item: 'groups.permanently_remove' | 'projects.permanently_remove') => ({
  permanently_remove: withDefault(boolean(), false, 'End at once what is marked for deletion already', {
    ...lifespanOf(item),
    tier: 'premium',
  }),
  full_path: optional(string(), 'The whole path of what is to end at once', { ...lifespanOf(item), tier: 'premium' }),
})
