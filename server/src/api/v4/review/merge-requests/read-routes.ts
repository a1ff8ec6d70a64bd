import {
  commitsOf,
  ensureChecked,
  findMergeRequest,
  getMergeRef,
  type HiddenAs,
  isFirstContribution,
  listClosedIssues,
  listMergeRequestParticipants,
  type MergeRequestAccess,
} from '@forgefold/core/domains/review/merge-request'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  answer,
  boolean,
  type Context,
  type Decoded,
  fragment,
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
import { userSummary } from '../../identity/users/presenter.js'
import { userCardShape } from '../../identity/users/shape.js'
import { timeStatsShape } from '../../issuable/shape.js'
import { presentTimeStats } from '../../issuable/time-stats.js'
import { signedInOf } from '../../path-ids.js'
import { closedIssueShape } from '../../planning/issues/shape.js'
import { presentKeptCommit } from '../../projects/repository/commit-presenter.js'
import { commitShape } from '../../projects/repository/shape.js'
import { arrayOf, type Shape } from '../../shape.js'
import { AREA, ONE, oneParams, refOf } from './params.js'
import { presentClosedIssue, presentHtml, presentReviewer } from './presenter/details.js'
import { fullFragment, textOfFull } from './presenter/full.js'
import { mergeRefShape, readMergeRequestShape, reviewerShape } from './shape.js'

type One = Decoded<typeof oneParams>

/** A route that reads one merge request. */
const mergeRequestRoute = <P extends ParamSpecs>(spec: {
  readonly path: string
  readonly summary: string
  readonly hiddenAs: HiddenAs
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
    caller: 'user',
    params: { ...oneParams, ...spec.params },
    success: { status: 200, description: spec.description, schemaFor: spec.shape },
    handler: (context, params) => {
      const { hiddenAs } = spec
      const access = findMergeRequest(context.forge, context, { mergeRequest: refOf(params as One), hiddenAs })
      return E.isLeft(access) ? access : spec.answer(context, access.right, params as unknown as Decoded<P>)
    },
  })

const single = mergeRequestRoute({
  path: '',
  summary: 'Read one merge request',
  hiddenAs: 'closed',
  params: {
    render_html: withDefault(boolean(), false, 'Title and description as HTML too'),
    include_diverged_commits_count: withDefault(boolean(), false, 'How many commits the source is behind'),
    include_rebase_in_progress: withDefault(boolean(), false, 'Whether a rebase is under way'),
  },
  description: 'The merge request',
  shape: readMergeRequestShape,
  answer: (context, { row, target: { project } }, params) => {
    const { forge } = context
    const user = signedInOf(context)
    const { render_html: html, include_diverged_commits_count: diverged } = params
    ensureChecked(forge, row)
    const members = {
      first_contribution: isFirstContribution(forge, row),
      ...(params.include_rebase_in_progress ? { rebase_in_progress: row.isRebasing } : {}),
    }
    const kept = html || diverged ? undefined : fullFragment(forge, user, project, row, members)
    if (kept !== undefined) return fragment(kept)
    const view = { place: 'project', diverged } as const
    const madeText = async () =>
      textOfFull(forge, user, project, row, view, { ...members, ...(html ? await presentHtml(forge, user, row) : {}) })
    return madeText().then((ready) => answer({ status: 200, ready }))
  },
})

const participants = route({
  method: 'GET',
  path: `${ONE}/participants`,
  area: AREA,
  summary: 'List those who take part in a merge request',
  caller: 'user',
  params: { ...oneParams, ...paging },
  success: { status: 200, description: 'The users', schemaFor: arrayOf(userCardShape) },
  handler: ({ forge, principal }, params) => {
    const users = listMergeRequestParticipants(forge, { principal }, refOf(params))
    if (E.isLeft(users)) return users
    const page = pageRequest(params)
    return listed(pageOf(users.right, page), page, (id) => userSummary(forge, id))
  },
})

const reviewers = mergeRequestRoute({
  path: '/reviewers',
  summary: 'List the reviewers of a merge request',
  hiddenAs: 'refused',
  params: paging,
  description: 'The reviewers',
  shape: arrayOf(reviewerShape),
  answer: ({ forge }, { row }, params) => {
    const page = pageRequest(params)
    return listed(pageOf(row.reviewers, page), page, (reviewer) => presentReviewer(forge, reviewer))
  },
})

const commits = mergeRequestRoute({
  path: '/commits',
  summary: 'List the commits of a merge request, newest first',
  hiddenAs: 'closed',
  params: paging,
  description: 'The commits',
  shape: arrayOf(commitShape),
  answer: async ({ forge }, { row, target }, params) => {
    const page = pageRequest(params)
    const part = { skip: (page.page - 1) * page.perPage, limit: page.perPage }
    const list = await commitsOf(forge, row.targetProjectId, row.version, part)
    const json = list.map((commit) => presentKeptCommit(forge, target.project, commit))
    return E.right({ status: 200, json, page: { ...page, total: row.version.commits } })
  },
})

const timeStats = mergeRequestRoute({
  path: '/time_stats',
  summary: 'Read the time statistics of a merge request',
  hiddenAs: 'hidden',
  params: {},
  description: 'The time statistics',
  shape: timeStatsShape,
  answer: ({ forge }, { row }) => ok(presentTimeStats(forge, row)),
})

const closesIssues = route({
  method: 'GET',
  path: `${ONE}/closes_issues`,
  area: AREA,
  summary: 'List the issues that merging would close',
  caller: 'user',
  params: { ...oneParams, ...paging },
  success: { status: 200, description: 'The issues', schemaFor: arrayOf(closedIssueShape) },
  handler: async ({ forge, principal }, params) => {
    const issues = await listClosedIssues(forge, { principal }, refOf(params))
    if (E.isLeft(issues)) return issues
    const page = pageRequest(params)
    const closed = pageOf(issues.right, page)
    const json = await Promise.all(closed.rows.map((issue) => presentClosedIssue(forge, principal, issue)))
    return listedJson(closed, page, json)
  },
})

const mergeRef = route({
  method: 'GET',
  path: `${ONE}/merge_ref`,
  area: AREA,
  summary: 'Bring the merge ref up to date and read its commit',
  caller: 'user',
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
