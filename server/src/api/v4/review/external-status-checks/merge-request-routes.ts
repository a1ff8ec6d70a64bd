import { projectById } from '@forgefold/core/domains/projects/project'
import type { StatusCheckResult } from '@forgefold/core/domains/review/external-status-check'
import { listMergeRequestStatusChecks, respondToStatusCheck } from '@forgefold/core/domains/review/merge-request'
import { recordNotFound, unprocessable } from '@forgefold/core/kernel'
import { releaseHas } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import {
  answer,
  integer,
  listed,
  optional,
  pageOf,
  pageRequest,
  paging,
  type Route,
  reject,
  required,
  route,
  string,
} from '../../../../http/index.js'
import { callerOf, signedInOf } from '../../path-ids.js'
import { revision } from '../../revision.js'
import { arrayOf } from '../../shape.js'
import { ONE, oneParams, refOf } from '../merge-requests/params.js'
import { presentFull } from '../merge-requests/presenter/full.js'
import { presentAnsweredStatusCheck, presentMergeRequestStatusCheck } from './presenter.js'
import { mergeRequestStatusCheckShape, statusCheckResponseShape } from './shape.js'

const shared = { area: 'External status checks', caller: 'user', tier: 'ultimate' } as const
const checkId = required(integer(), 'The number of the check')

/** Until release 15.0 every response passes; since then only the word does, and it is required. */
const resultIn = (release: string, status: string | undefined): StatusCheckResult | undefined => {
  if (releaseHas('external_status_checks.pass_by_default', release)) return 'passed'
  if (status === undefined || status === '') return undefined
  return status === 'passed' ? 'passed' : 'failed'
}

const list = route({
  ...shared,
  method: 'GET',
  path: `${ONE}/status_checks`,
  summary: 'List the external status checks that apply to a merge request, with their status',
  params: { ...oneParams, ...paging },
  success: { status: 200, description: 'The checks, by number', schemaFor: arrayOf(mergeRequestStatusCheckShape) },
  handler: (context, params) => {
    const { forge } = context
    const found = listMergeRequestStatusChecks(forge, context, refOf(params))
    if (E.isLeft(found)) return found
    const page = pageRequest(params)
    return listed(pageOf(found.right, page), page, (one) => presentMergeRequestStatusCheck(forge, one))
  },
})

const respondTo = route({
  ...shared,
  method: 'POST',
  path: `${ONE}/status_check_responses`,
  summary: 'Say as an external service whether a merge request passes',
  params: {
    ...oneParams,
    external_status_check_id: checkId,
    sha: required(revision, 'The head of the source branch that was looked at: another head is refused'),
    status: optional(
      string(),
      'passed passes, anything else fails; required since release 15.0, before which every response passes',
    ),
  },
  success: { status: 201, description: 'What was said', schemaFor: statusCheckResponseShape },
  handler: async (context, params) => {
    const { forge, principal } = context
    const status = resultIn(forge.instance.release, params.status)
    if (status === undefined) return reject(unprocessable('status is missing'))
    const response = { mergeRequest: refOf(params), checkId: params.external_status_check_id, sha: params.sha, status }
    const given = await respondToStatusCheck(forge, callerOf(context), response)
    if (E.isLeft(given)) return given
    const { id, row, check } = given.right
    const project = projectById(forge, row.targetProjectId)
    if (project === undefined) return reject(recordNotFound)
    const json = {
      id,
      merge_request: await presentFull(forge, signedInOf(context), project, row, { place: 'project', diverged: false }),
      external_status_check: presentAnsweredStatusCheck(forge, principal, check),
    }
    return answer({ status: 201, json })
  },
})

/** The external status checks of merge requests, and what their services say. */
export const mergeRequestStatusCheckRoutes: ReadonlyArray<Route> = [list, respondTo]
