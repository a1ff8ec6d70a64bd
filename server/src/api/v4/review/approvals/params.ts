import { lifespanOf } from '@forgefold/core/releases'
import { boolean, integer, listOf, optional, required, string } from '../../../../http/index.js'

/** The approvers that rules of projects and of merge requests share. */
export const people = {
  user_ids: optional(listOf(integer()), 'The users whose approval counts'),
  usernames: optional(listOf(string()), 'The same by user name', lifespanOf('approval_rules.usernames')),
  group_ids: optional(listOf(integer()), 'The groups whose direct members count'),
}

/** `:approval_rule_id` of a rule. */
export const ruleId = required(integer(), 'The number of the rule')
export const removeHiddenGroups = optional(boolean(), 'Whether groups that the caller cannot see are taken out')

interface People {
  readonly user_ids: ReadonlyArray<number> | undefined
  readonly usernames: ReadonlyArray<string> | undefined
  readonly group_ids: ReadonlyArray<number> | undefined
}

/** The approvers of the parameters, as use cases take them. */
export const peopleIn = (params: People) => ({
  userIds: params.user_ids,
  usernames: params.usernames,
  groupIds: params.group_ids,
})

/** Approval rules exist on paid tiers only. */
export const premium = { tier: 'premium' } as const
