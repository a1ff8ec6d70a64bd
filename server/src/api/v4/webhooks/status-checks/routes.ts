import { resendToStatusCheck } from '@forgefold/core/domains/webhooks/status-check-notification'
import { lifespanOf } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import { answer, integer, type Route, required, route } from '../../../../http/index.js'
import { callerOf } from '../../path-ids.js'
import { ONE, oneParams, refOf } from '../../review/merge-requests/params.js'

/** Sending merge requests to external status checks once more (docs/reference/behaviour/review.md#external-status-checks). */
export const statusCheckRetryRoutes: ReadonlyArray<Route> = [
  route({
    area: 'External status checks',
    caller: 'user',
    tier: 'ultimate',
    ...lifespanOf('external_status_checks.retry'),
    method: 'POST',
    path: `${ONE}/status_checks/:external_status_check_id/retry`,
    summary: 'Send a merge request to an external status check that failed once more',
    params: { ...oneParams, external_status_check_id: required(integer(), 'The number of the check') },
    success: {
      status: 202,
      description: 'Sent',
      schema: { type: 'object', properties: { message: { type: 'string' } } },
    },
    handler: async (context, params) => {
      const { documentOf } = await import('../../../../webhooks/index.js')
      const ref = { mergeRequest: refOf(params), checkId: params.external_status_check_id }
      const sent = await resendToStatusCheck(context.forge, callerOf(context), { ...ref, documentOf })
      return E.isLeft(sent) ? sent : answer({ status: 202, json: { message: '202 Accepted' } })
    },
  }),
]
