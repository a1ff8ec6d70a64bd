import { lifespanOf } from '@forgefold/core/releases'
import { boolean, optional, string, withDefault } from '../../../http/index.js'

/** The parameter that deletes at once what is marked for deletion, from the release of the table's line on. */
export const permanentRemoval = (item: 'groups.permanently_remove' | 'projects.permanently_remove') => ({
  permanently_remove: withDefault(boolean(), false, 'End at once what is marked for deletion already', {
    ...lifespanOf(item),
    tier: 'premium',
  }),
  full_path: optional(string(), 'The whole path of what is to end at once', { ...lifespanOf(item), tier: 'premium' }),
})

/** `merge_method` as `mergeMethod`. */
export type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name

export type Camelized<Record> = { readonly [Name in keyof Record & string as Camel<Name>]: Record[Name] }

const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The same values under the names that the core uses. */
export const camelized = <R extends object>(record: R): Camelized<R> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [camel(name), value])) as Camelized<R>

/** Only the entries with these names. */
export const picked = <R extends object, K extends keyof R & string>(
  record: R,
  names: Readonly<Record<K, unknown>>,
): Pick<R, K> => Object.fromEntries(Object.keys(names).map((name) => [name, record[name as K]])) as Pick<R, K>
