import { collectReleaseEvidence } from '@forgefold/core/domains/delivery/release'
import * as E from 'fp-ts/lib/Either.js'
import { answer, type Route, route } from '../../../../http/index.js'
import { messageShape } from '../../instance/version/shape.js'
import { callerOf, projectId } from '../../path-ids.js'
import { area, ONE, tagName } from './routes.js'

/** Collects an evidence of a release (docs/reference/behaviour/delivery.md#evidence-of-releases). */
export const releaseEvidenceRoute: Route = route({
  method: 'POST',
  path: `${ONE}/evidence`,
  area,
  summary: 'Collect an evidence of a release',
  caller: 'user',
  tier: 'premium',
  params: { id: projectId, tag_name: tagName },
  success: { status: 202, description: 'Accepted', schemaFor: messageShape },
  handler: async (context, { id: project, tag_name: tag }) => {
    const done = await collectReleaseEvidence(context.forge, callerOf(context), { project, tag })
    return E.isLeft(done) ? done : answer({ status: 202, json: { message: '202 Accepted' } })
  },
})
