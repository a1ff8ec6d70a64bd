import type { Instant } from '@forgefold/core/kernel'
import { datetime, oneOf, optional, type Param, withDefault } from '../../http/index.js'

/** `sort` of a list: `asc` or `desc`. */
export const direction = (fallback: 'asc' | 'desc') => withDefault(oneOf(['asc', 'desc']), fallback, 'Which way')

type Bounds<Name extends string> = Readonly<Record<`${Name}_after` | `${Name}_before`, Param<Instant | undefined>>>

/** `x_after` and `x_before` of a list, both inclusive; `what` names the time. */
export const bounds = <Name extends string>(name: Name, what: string): Bounds<Name> =>
  ({
    [`${name}_after`]: optional(datetime(), `${what} at this moment or later`),
    [`${name}_before`]: optional(datetime(), `${what} at this moment or earlier`),
  }) as Bounds<Name>

const SCOPES = oneOf(['created_by_me', 'assigned_to_me', 'all'])

/** An older spelling, which is not documented: generated clients would have two names alike. */
const withHyphens: typeof SCOPES = {
  ...SCOPES,
  coerce: (raw, name) => SCOPES.coerce(typeof raw === 'string' ? raw.replaceAll('-', '_') : raw, name),
}

/** `scope` of a list of issues or merge requests. */
export const scope = (fallback: 'created_by_me' | 'all') => withDefault(withHyphens, fallback, 'Whose')
