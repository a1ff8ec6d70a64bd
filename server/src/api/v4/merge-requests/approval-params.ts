import type { ApprovalRuleRow } from '@forgefold/core/domains/approval-rule'
import { lifespanOf, releaseHas } from '@forgefold/core/releases'
import {
  type Answer,
  boolean,
  type Context,
  integer,
  listed,
  listOf,
  ok,
  optional,
  pageOf,
  pageRequest,
  required,
  string,
} from '../../../http/index.js'

/** What approval rules of projects and of requests have in common. */
export const people = {
  user_ids: optional(listOf(integer()), 'The users whose approval counts'),
  usernames: optional(listOf(string()), 'The same by user name', lifespanOf('approval_rules.usernames')),
  group_ids: optional(listOf(integer()), 'The groups whose direct members count'),
}

export const ruleId = required(integer(), 'The number of the rule')
export const removeHiddenGroups = optional(boolean(), 'Whether groups that the caller cannot see are taken out')

interface People {
  readonly user_ids: ReadonlyArray<number> | undefined
  readonly usernames: ReadonlyArray<string> | undefined
  readonly group_ids: ReadonlyArray<number> | undefined
}

export const peopleIn = (params: People) => ({
  userIds: params.user_ids,
  usernames: params.usernames,
  groupIds: params.group_ids,
})

/** A list of rules: in pages, or whole where the release knows no pages of them. */
export const listedRules = (
  { forge }: Context,
  params: Parameters<typeof pageRequest>[0],
  rules: ReadonlyArray<ApprovalRuleRow>,
  present: (rule: ApprovalRuleRow) => unknown,
): Answer => {
  if (!releaseHas('approval_rules.pages', forge.instance.release)) return ok(rules.map(present))
  const page = pageRequest(params)
  return listed(pageOf(rules, page), page, present)
}

export const premium = { tier: 'premium' } as const
