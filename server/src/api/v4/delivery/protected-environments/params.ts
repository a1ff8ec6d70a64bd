import {
  type ApprovalRuleInput,
  MAX_REQUIRED_APPROVALS,
  PROTECTION_LEVELS,
} from '@forgefold/core/domains/delivery/protected-environment'
import {
  boolean,
  type Decoded,
  integer,
  listOfObjects,
  oneOfIntegers,
  optional,
  type ParamSpecs,
  type ParamType,
  withDefault,
} from '../../../../http/index.js'

/** How many approvals can be required. */
export const COUNTS = Array.from({ length: MAX_REQUIRED_APPROVALS + 1 }, (_, count) => count)

const EXACTLY_ONE = 'access_level, user_id, group_id'

/** An access level entry: a role, a user or a group. */
export const accessGrant = {
  access_level: optional(oneOfIntegers(PROTECTION_LEVELS), 'A role: 30, 40 or 60'),
  user_id: optional(integer(), 'A user'),
  group_id: optional(integer(), 'The direct members of a group'),
} satisfies ParamSpecs

/** An approval rule: a role, a user or a group, and how many approvals it needs. */
export const rule = {
  ...accessGrant,
  required_approvals: withDefault(oneOfIntegers(COUNTS.slice(1)), 1, 'How many of them have to approve'),
} satisfies ParamSpecs

const byId = { id: optional(integer(), 'The entry to change'), _destroy: optional(boolean(), 'Takes the entry out') }

/** A change of an entry, named by its id, or a new entry. */
export const changedRule = {
  ...accessGrant,
  ...byId,
  required_approvals: optional(oneOfIntegers(COUNTS.slice(1)), 'How many of them have to approve'),
} satisfies ParamSpecs

export const changedAccessGrant = { ...accessGrant, ...byId } satisfies ParamSpecs

type Entry = Partial<Decoded<typeof changedRule>>

const names = ({ access_level, user_id, group_id }: Entry): number =>
  [access_level, user_id, group_id].filter((one) => one !== undefined).length

/** A list of entries of which each names exactly one of role, user and group; entries with an id may leave all out. */
export const entries = <P extends ParamSpecs>(specs: P): ParamType<ReadonlyArray<Decoded<P>>> => {
  const plain = listOfObjects(specs)
  return {
    schema: plain.schema,
    coerce: (raw, name) => {
      const coerced = plain.coerce(raw, name)
      if (!coerced.ok) return coerced
      const nested = coerced.value.flatMap((one: Entry, index) => {
        const given = names(one)
        if (given === 1 || (given === 0 && one.id !== undefined)) return []
        const full = EXACTLY_ONE.split(', ').map((key) => `${name}[${index}][${key}]`)
        return given === 0
          ? [`${full.join(', ')} are missing, exactly one parameter must be provided`]
          : [`${full.join(', ')} are mutually exclusive`]
      })
      return nested.length === 0 ? coerced : { ok: false, finding: { nested } }
    },
  }
}

/** An entry as the use cases take it. */
export const wanted = (one: Entry): ApprovalRuleInput => ({
  id: one.id,
  accessLevel: one.access_level,
  userId: one.user_id,
  groupId: one.group_id,
  destroy: one._destroy,
  requiredApprovals: one.required_approvals,
})
