import type { UseCaseResult } from '@forgefold/core/app'
import type { ApprovalRuleRow } from '@forgefold/core/domains/review/approval-rule'
import { type Instant, type Rejection, recordNotFound } from '@forgefold/core/kernel'
import { releaseHas } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  type Context,
  type Decoded,
  ifUnmodifiedSince,
  listed,
  ok,
  type ParamSpecs,
  pageOf,
  pageRequest,
  paging,
  reject,
  respondNoContent,
  route,
} from '../../../../http/index.js'
import { arrayOf, type Shape } from '../../shape.js'
import { premium, ruleId } from '../approvals/params.js'
import { AREA } from '../merge-requests/params.js'

type Present = (context: Context, rule: ApprovalRuleRow) => unknown

/** Answers with a rule in the form of its holder. */
export const answerRule =
  (present: Present) =>
  (context: Context, result: E.Either<Rejection, ApprovalRuleRow>, status = 200): Answer => {
    if (E.isLeft(result)) return result
    const json = present(context, result.right)
    return json === undefined ? reject(recordNotFound) : E.right({ status, json })
  }

/** A list of rules: in pages, or whole in releases without pages. */
const listedRules = (
  { forge }: Context,
  params: Parameters<typeof pageRequest>[0],
  rules: ReadonlyArray<ApprovalRuleRow>,
  present: (rule: ApprovalRuleRow) => unknown,
): Answer => {
  if (!releaseHas('approval_rules.pages', forge.instance.release)) return ok(rules.map(present))
  const page = pageRequest(params)
  return listed(pageOf(rules, page), page, present)
}

/** The holder of rules: a project, or a merge request with rules of its own. */
export interface RuleHolder<P extends ParamSpecs> {
  readonly path: string
  readonly params: P
  readonly summaries: { readonly list: string; readonly one: string; readonly remove: string }
  readonly shape: Shape
  /** Undefined where the holder is deleted. */
  readonly present: Present
  readonly list: (context: Context, params: Decoded<P>) => E.Either<Rejection, ReadonlyArray<ApprovalRuleRow>>
  readonly get: (context: Context, params: Decoded<P>, ruleId: number) => E.Either<Rejection, ApprovalRuleRow>
  readonly remove: (
    context: Context,
    params: Decoded<P>,
    ruleId: number,
    unmodifiedSince: Instant | undefined,
  ) => UseCaseResult<void>
}

interface One {
  readonly approval_rule_id: number
}

/** Listing, reading and removing the rules of a holder. */
export const ruleRoutesOf = <P extends ParamSpecs>(holder: RuleHolder<P>) => {
  const { path, params, summaries, shape, present } = holder
  const shared = { area: AREA, caller: 'user', ...premium } as const
  const one = { ...shared, path: `${path}/:approval_rule_id`, params: { ...params, approval_rule_id: ruleId } } as const
  return {
    list: route<P & typeof paging>({
      ...shared,
      method: 'GET',
      path,
      summary: summaries.list,
      params: { ...params, ...paging },
      success: {
        status: 200,
        description: 'The rules: the rule for any approver first, then by number',
        schemaFor: arrayOf(shape),
      },
      handler: (context, given) => {
        const all = holder.list(context, given as unknown as Decoded<P>)
        if (E.isLeft(all)) return all
        return listedRules(context, given as Parameters<typeof pageRequest>[0], all.right, (rule) =>
          present(context, rule),
        )
      },
    }),
    one: route<P>({
      ...one,
      method: 'GET',
      summary: summaries.one,
      success: { status: 200, description: 'The rule', schemaFor: shape },
      handler: (context, given) => {
        const { approval_rule_id: id } = given as unknown as One
        return answerRule(present)(context, holder.get(context, given, id))
      },
    }),
    remove: route<P>({
      ...one,
      method: 'DELETE',
      summary: summaries.remove,
      success: { status: 204, description: 'Gone' },
      handler: async (context, given) => {
        const { approval_rule_id: id } = given as unknown as One
        const since = ifUnmodifiedSince(context.request)
        return respondNoContent(await holder.remove(context, given, id, since))
      },
    }),
  }
}
