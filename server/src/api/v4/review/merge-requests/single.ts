import {
  commitsOf,
  ensureChecked,
  findMergeRequest,
  getMergeRef,
  type HiddenAs,
  issuesClosedBy,
  listMergeRequestParticipants,
  type MergeRequestAccess,
} from '@forgefold/core/domains/review/merge-request'
import type { Rejection } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  boolean,
  type Context,
  type Decoded,
  listed,
  listedJson,
  ok,
  type ParamSpecs,
  pageOf,
  pageRequest,
  paging,
  type Route,
  route,
  withDefault,
} from '../../../../http/index.js'
import { userCardShape } from '../../identity/users/shape.js'
import { userSummary } from '../../identity/users/user-summary.js'
import { timeStatsShape } from '../../issuable/shape.js'
import { presentTimeStats } from '../../issuable/time-stats.js'
import { signedInOf } from '../../path-ids.js'
import { closedIssueShape } from '../../planning/issues/shape.js'
import { presentCommit } from '../../projects/repository/commit-presenter.js'
import { commitShape } from '../../projects/repository/shape.js'
import { arrayOf, type Shape } from '../../shape.js'
import { AREA, ONE, oneParams, refOf } from './params.js'
import { presentClosedIssues } from './presenter/closed-issues.js'
import { presentFull } from './presenter/full.js'
import { presentReviewer } from './presenter/reviewer.js'
import { isFirstContribution, presentHtml } from './presenter/single.js'
import { mergeRefShape, readMergeRequestShape, reviewerShape } from './shape.js'

type One = Decoded<typeof oneParams>

const found = (context: Context, params: One, manner: HiddenAs): E.Either<Rejection, MergeRequestAccess> =>
  findMergeRequest(context.forge, context.principal, refOf(params), manner)

/** A read of one merge request: found in its manner, then answered. */
const reading = <P extends ParamSpecs>(spec: {
  readonly path: string
  readonly summary: string
  readonly manner: HiddenAs
  readonly params: P
  readonly description: string
  readonly shape: Shape
  readonly answer: (context: Context, access: MergeRequestAccess, params: Decoded<P>) => Promise<Answer> | Answer
}): Route =>
  route({
    method: 'GET',
    path: `${ONE}${spec.path}`,
    area: AREA,
    summary: spec.summary,
    door: 'user',
    params: { ...oneParams, ...spec.params },
    success: { status: 200, description: spec.description, schemaFor: spec.shape },
    handler: (context, params) => {
      const access = found(context, params as One, spec.manner)
      return E.isLeft(access) ? access : spec.answer(context, access.right, params as unknown as Decoded<P>)
    },
  })

const single = reading({
  path: '',
  summary: 'Read one merge request',
  manner: 'closed',
  params: {
    render_html: withDefault(boolean(), false, 'Title and description as HTML too'),
    include_diverged_commits_count: withDefault(boolean(), false, 'How many commits the source is behind'),
    include_rebase_in_progress: withDefault(boolean(), false, 'Whether a rebase is under way'),
  },
  description: 'The merge request',
  shape: readMergeRequestShape,
  answer: async (context, { row, target }, params) => {
    const { forge } = context
    const view = { place: 'project', diverged: params.include_diverged_commits_count } as const
    ensureChecked(forge, row)
    const full = await presentFull(forge, signedInOf(context), target.project, row, view)
    return ok({
      ...full,
      first_contribution: isFirstContribution(forge, row),
      ...(params.include_rebase_in_progress ? { rebase_in_progress: row.isRebasing } : {}),
      ...(params.render_html ? await presentHtml(forge, context.principal, row) : {}),
    })
  },
})

const participants = route({
  method: 'GET',
  path: `${ONE}/participants`,
  area: AREA,
  summary: 'List those who take part in a merge request',
  door: 'user',
  params: { ...oneParams, ...paging },
  success: { status: 200, description: 'The users', schemaFor: arrayOf(userCardShape) },
  handler: ({ forge, principal }, params) => {
    const users = listMergeRequestParticipants(forge, { principal }, refOf(params))
    if (E.isLeft(users)) return users
    const page = pageRequest(params)
    return listed(pageOf(users.right, page), page, (id) => userSummary(forge, id))
  },
})

const reviewers = reading({
  path: '/reviewers',
  summary: 'List the reviewers of a merge request',
  manner: 'refused',
  params: {},
  description: 'The reviewers',
  shape: arrayOf(reviewerShape),
  answer: ({ forge }, { row }) => ok(row.reviewers.map((reviewer) => presentReviewer(forge, reviewer))),
})

const commits = reading({
  path: '/commits',
  summary: 'List the commits of a merge request, newest first',
  manner: 'closed',
  params: paging,
  description: 'The commits',
  shape: arrayOf(commitShape),
  answer: async ({ forge }, { row, target }, params) => {
    const page = pageRequest(params)
    const part = { skip: (page.page - 1) * page.perPage, limit: page.perPage }
    const list = await commitsOf(forge, row.targetProjectId, row.version, part)
    // Versions keep no parents (docs/reference/behaviour/git.md#commit-object).
    const json = list.map((commit) => ({ ...presentCommit(forge, target.project, commit), parent_ids: [] }))
    return E.right({ status: 200, json, page: { ...page, total: row.version.commits } })
  },
})

const timeStats = reading({
  path: '/time_stats',
  summary: 'Read the time statistics of a merge request',
  manner: 'hidden',
  params: {},
  description: 'The time statistics',
  shape: timeStatsShape,
  answer: ({ forge }, { row }) => ok(presentTimeStats(forge, row)),
})

const closesIssues = reading({
  path: '/closes_issues',
  summary: 'List the issues that merging would close',
  manner: 'refused',
  params: paging,
  description: 'The issues',
  shape: arrayOf(closedIssueShape),
  answer: async (context, { row }, params) => {
    const page = pageRequest(params)
    const issues = await issuesClosedBy(context.forge, context.principal, row)
    const shown = await presentClosedIssues(context.forge, context.principal, issues, row)
    const closed = pageOf(shown, page)
    return listedJson(closed, page, closed.rows)
  },
})

const mergeRef = route({
  method: 'GET',
  path: `${ONE}/merge_ref`,
  area: AREA,
  summary: 'Bring the merge ref up to date and read its commit',
  door: 'user',
  params: oneParams,
  success: { status: 200, description: 'The commit', schemaFor: mergeRefShape },
  handler: async ({ forge, principal }, params) => {
    const commit = await getMergeRef(forge, { principal }, refOf(params))
    return E.isLeft(commit) ? commit : ok({ commit_id: commit.right })
  },
})

export const mergeRequestReadRoutes: ReadonlyArray<Route> = [
  closesIssues,
  commits,
  mergeRef,
  participants,
  reviewers,
  single,
  timeStats,
]
