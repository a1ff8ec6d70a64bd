import type { Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import {
  getIssueLink,
  type LinkedIssue,
  linkIssues,
  listLinkedIssues,
  unlinkIssues,
  type WholeIssueLink,
} from '@forgefold/core/domains/planning/issue-link'
import type { Rejection } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  answer,
  type Context,
  integer,
  oneOf,
  type Route,
  required,
  route,
  string,
  wholeList,
  withDefault,
} from '../../../../http/index.js'
import { callerOf } from '../../path-ids.js'
import { arrayOf, instant, integer as number, record, oneOf as word } from '../../shape.js'
import { ONE, oneParams, refOf } from '../issues/params.js'
import { presentIssues } from '../issues/presenter.js'
import { issueFields, issueShape } from '../issues/shape.js'

const area = 'Issue links'
const LINKS = `${ONE}/links`
const SEEN = ['relates_to', 'blocks', 'is_blocked_by'] as const

const linkedIssueShape = record('LinkedIssue', {
  ...issueFields,
  issue_link_id: number,
  link_type: word(SEEN),
  link_created_at: instant,
  link_updated_at: instant,
})

const linkShape = record('IssueLink', {
  id: number,
  source_issue: issueShape,
  target_issue: issueShape,
  link_type: word(SEEN),
})

const viewFor = (principal: Principal) => ({ place: 'elsewhere', labelsDetails: false, visibleTo: principal }) as const

const presentLinked = async (forge: Forge, principal: Principal, { link, type, issue }: LinkedIssue) => {
  const [shown] = await presentIssues(forge, [issue], viewFor(principal))
  return {
    ...shown,
    issue_link_id: link.id,
    link_type: type,
    link_created_at: link.createdAt,
    link_updated_at: link.createdAt,
  }
}

const answerLink = async (
  { forge, principal }: Context,
  found: E.Either<Rejection, WholeIssueLink>,
  status = 200,
): Promise<Answer> => {
  if (E.isLeft(found)) return found
  const { link, source, target } = found.right
  const [source_issue, target_issue] = await presentIssues(forge, [source, target], viewFor(principal))
  return answer({ status, json: { id: link.id, source_issue, target_issue, link_type: link.type } })
}

const linkId = required(integer(), 'The number of the link')
const success = { status: 200, description: 'The link', schemaFor: linkShape }

/** Links between issues (docs/reference/behaviour/planning.md#issue-links). */
export const issueLinkRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: LINKS,
    area,
    summary: 'List the issues that are linked to an issue',
    caller: 'user',
    params: oneParams,
    success: { status: 200, description: 'The issues', schemaFor: arrayOf(linkedIssueShape) },
    handler: async ({ forge, principal }, params) => {
      const found = listLinkedIssues(forge, { principal }, refOf(params))
      if (E.isLeft(found)) return found
      return wholeList(found.right, (part) => Promise.all(part.map((one) => presentLinked(forge, principal, one))))
    },
  }),
  route({
    method: 'POST',
    path: LINKS,
    area,
    summary: 'Link an issue to another',
    caller: 'user',
    params: {
      ...oneParams,
      target_project_id: required(string(), 'The number or full path of the project of the other issue'),
      target_issue_iid: required(integer(), 'The number of the other issue in its project'),
      link_type: withDefault(oneOf(SEEN), 'relates_to', 'What the issue is to the other'),
    },
    success: { ...success, status: 201 },
    handler: async (context, params) => {
      const target = { project: params.target_project_id, iid: params.target_issue_iid }
      const wanted = { source: refOf(params), target, type: params.link_type }
      return answerLink(context, await linkIssues(context.forge, callerOf(context), wanted), 201)
    },
  }),
  route({
    method: 'GET',
    path: `${LINKS}/:issue_link_id`,
    area,
    summary: 'Read one link of an issue',
    caller: 'user',
    params: { ...oneParams, issue_link_id: linkId },
    success,
    handler: async (context, params) => {
      const ref = { issue: refOf(params), id: params.issue_link_id }
      return answerLink(context, getIssueLink(context.forge, context, ref))
    },
  }),
  route({
    method: 'DELETE',
    path: `${LINKS}/:issue_link_id`,
    area,
    summary: 'Take a link away',
    caller: 'user',
    params: { ...oneParams, issue_link_id: linkId },
    success,
    handler: async (context, params) => {
      const ref = { issue: refOf(params), id: params.issue_link_id }
      return answerLink(context, await unlinkIssues(context.forge, callerOf(context), ref))
    },
  }),
]
