import {
  commitsOf,
  diffOf,
  ensureChecked,
  findMergeRequest,
  getMergeRequestVersion,
  listMergeRequestVersions,
} from '@forgefold/core/domains/review/merge-request'
import { lifespanOf } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import {
  boolean,
  integer,
  listed,
  ok,
  pageOf,
  pageRequest,
  paging,
  type Route,
  required,
  route,
  withDefault,
} from '../../../../http/index.js'
import { signedInOf } from '../../path-ids.js'
import { presentChange, presentKeptCommit } from '../../projects/repository/commit-presenter.js'
import { changeShape } from '../../projects/repository/shape.js'
import { arrayOf } from '../../shape.js'
import { AREA, ONE, oneParams, refOf } from './params.js'
import { presentVersion } from './presenter/details.js'
import { presentFull } from './presenter/full.js'
import { changesShape, versionShape, wholeVersionShape } from './shape.js'

const changes = route({
  method: 'GET',
  path: `${ONE}/changes`,
  area: AREA,
  summary: 'Read one merge request with its changes',
  caller: 'user',
  ...lifespanOf('merge_request.changes'),
  params: {
    ...oneParams,
    access_raw_diffs: withDefault(boolean(), false, 'Without the limits of kept diffs'),
  },
  success: { status: 200, description: 'The merge request with `changes` and `overflow`', schemaFor: changesShape },
  handler: async (context, params) => {
    const { forge, principal } = context
    const access = findMergeRequest(forge, { principal }, { mergeRequest: refOf(params), hiddenAs: 'closed' })
    if (E.isLeft(access)) return access
    const { row, target } = access.right
    ensureChecked(forge, row)
    const full = await presentFull(forge, signedInOf(context), target.project, row, { place: 'project' })
    const { patches, overflow } = await diffOf(forge, row.targetProjectId, row.version, params.access_raw_diffs)
    return ok({ ...full, changes: patches.map(presentChange), overflow })
  },
})

const diffs = route({
  method: 'GET',
  path: `${ONE}/diffs`,
  area: AREA,
  summary: 'List the changed files of a merge request',
  caller: 'user',
  ...lifespanOf('merge_request.diffs'),
  params: { ...oneParams, ...paging },
  success: { status: 200, description: 'The changes', schemaFor: arrayOf(changeShape) },
  handler: async ({ forge, principal }, params) => {
    const access = findMergeRequest(forge, { principal }, { mergeRequest: refOf(params), hiddenAs: 'closed' })
    if (E.isLeft(access)) return access
    const { row } = access.right
    const page = pageRequest(params)
    const { patches } = await diffOf(forge, row.targetProjectId, row.version, false)
    return listed(pageOf(patches, page), page, presentChange)
  },
})

const versions = route({
  method: 'GET',
  path: `${ONE}/versions`,
  area: AREA,
  summary: 'List the diff versions of a merge request, newest first',
  caller: 'user',
  params: { ...oneParams, ...paging },
  success: { status: 200, description: 'The versions', schemaFor: arrayOf(versionShape) },
  handler: ({ forge, principal }, params) => {
    const page = pageRequest(params)
    const found = listMergeRequestVersions(forge, { principal }, { mergeRequest: refOf(params), page })
    return E.isLeft(found) ? found : listed(found.right, page, presentVersion)
  },
})

const version = route({
  method: 'GET',
  path: `${ONE}/versions/:version_id`,
  area: AREA,
  summary: 'Read one diff version with its commits and changes',
  caller: 'user',
  params: { ...oneParams, version_id: required(integer(), 'The number of the version') },
  success: { status: 200, description: 'The version', schemaFor: wholeVersionShape },
  handler: async ({ forge, principal }, params) => {
    const ref = { mergeRequest: refOf(params), versionId: params.version_id }
    const found = getMergeRequestVersion(forge, { principal }, ref)
    if (E.isLeft(found)) return found
    const { row, target, version: one } = found.right
    const [commits, diff] = await Promise.all([
      commitsOf(forge, row.targetProjectId, one),
      diffOf(forge, row.targetProjectId, one, false),
    ])
    return ok({
      ...presentVersion(one),
      commits: commits.map((commit) => presentKeptCommit(forge, target.project, commit)),
      diffs: diff.patches.map(presentChange),
    })
  },
})

export const mergeRequestChangeRoutes: ReadonlyArray<Route> = [changes, diffs, version, versions]
