import { RELEASES, releaseDiff, releaseItems } from '@forgefold/core/releases'
import { ok, oneOf, optional, type Route, required, route } from '../../../../http/index.js'
import { presentReleaseChange, presentReleaseItem, releaseChangeSchema, releaseItemSchema } from './presenter.js'

const release = oneOf(RELEASES)

/** What differs between API releases, as data: Forgefold's own endpoints, under a prefix of their own. */
export const deprecationRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: '/forgefold/deprecations',
    area: 'Releases',
    summary: 'List everything that appears, ages or goes between the releases, also beyond what this server serves',
    caller: 'anyone',
    params: {
      release: optional(release, 'The release to look from; the one of this server where it is left out'),
    },
    success: { status: 200, schema: { type: 'array', items: releaseItemSchema } },
    handler: ({ forge }, params) =>
      ok(releaseItems.map((item) => presentReleaseItem(item, params.release ?? forge.instance.release))),
  }),
  route({
    method: 'GET',
    path: '/forgefold/releases/diff',
    area: 'Releases',
    summary: 'List what changes for a client between two releases',
    caller: 'anyone',
    params: {
      from: required(release, 'The release a client comes from'),
      to: required(release, 'The release it goes to'),
    },
    success: { status: 200, schema: { type: 'array', items: releaseChangeSchema } },
    handler: (_, { from, to }) => ok(releaseDiff(from, to).map(presentReleaseChange)),
  }),
]
