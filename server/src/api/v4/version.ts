import type { Forge } from '@forgefold/core/app'
import { lifespanOf } from '@forgefold/core/releases'
import { ok, type Route, route } from '../../http/index.js'

const REVISION = 'forgefold'

/** The release that is spoken, in the form clients compare. */
export const versionOf = ({ release, tier }: Forge['instance']): string =>
  tier === 'free' ? `${release}.0` : `${release}.0-ee`

const schema = {
  type: 'object',
  properties: { version: { type: 'string' }, revision: { type: 'string' } },
  required: ['version', 'revision'],
}

/** What this instance is. */
export const versionRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: '/version',
    area: 'Instance',
    summary: 'Read the version',
    door: 'user',
    scopes: ['read_user'],
    params: {},
    success: { status: 200, schema },
    handler: ({ forge }) => ok({ version: versionOf(forge.instance), revision: REVISION }),
  }),
  route({
    method: 'GET',
    path: '/metadata',
    area: 'Instance',
    summary: 'Read the version and what belongs to it',
    door: 'user',
    scopes: ['read_user'],
    ...lifespanOf('metadata'),
    params: {},
    success: { status: 200, schema },
    handler: ({ forge }) =>
      ok({
        version: versionOf(forge.instance),
        revision: REVISION,
        kas: { enabled: false, externalUrl: null, version: null },
      }),
  }),
]
