import { getRelease } from '@forgefold/core/domains/delivery/release'
import { notFound, refuse } from '@forgefold/core/kernel'
import { lifespanOf } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import { answer, locationOf, type Route, required, route, string } from '../../../../http/index.js'
import { projectId } from '../../path-ids.js'
import { area, ONE, tagName } from './routes.js'

/** Leads to the link of a release by its path (docs/reference/behaviour/delivery.md#releases). */
export const releaseDownloadRoute: Route = route({
  method: 'GET',
  path: `${ONE}/downloads/*filepath`,
  area,
  summary: 'Lead to a file of a release, by the path of its link',
  caller: 'anyone',
  ...lifespanOf('releases.downloads'),
  params: { id: projectId, tag_name: tagName, filepath: required(string(), 'The path of the link') },
  success: { status: 302, description: 'Where it is' },
  handler: ({ forge, principal }, { id: project, tag_name: tag, filepath }) => {
    const found = getRelease(forge, { principal }, { project, tag })
    if (E.isLeft(found)) return found
    const link = found.right.links.find(({ path }) => path === `/${filepath}`)
    if (link === undefined) return refuse(notFound())
    return answer({ status: 302, headers: [['Location', locationOf(link.url)]] })
  },
})
