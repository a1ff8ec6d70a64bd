import type { Forge } from '@forgefold/core/app'
import { lifespanOf, releaseHas } from '@forgefold/core/releases'
import { ok, type Route, route } from '../../../../http/index.js'
import { instanceVersionShape, metadataShape } from './shape.js'

const REVISION = 'forgefold'

/** The served release, in the format that clients compare. */
const versionOf = ({ release, tier }: Forge['instance']): string =>
  tier === 'free' ? `${release}.0` : `${release}.0-ee`

const metadataOf = (instance: Forge['instance']) => ({
  version: versionOf(instance),
  revision: REVISION,
  kas: { enabled: false, externalUrl: null, version: null },
  ...(releaseHas('metadata.enterprise', instance.release) ? { enterprise: instance.tier !== 'free' } : {}),
})

/** Routes of version and metadata. */
export const versionRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: '/version',
    area: 'Instance',
    summary: 'Read the version',
    caller: 'user',
    scopes: ['read_user'],
    params: {},
    success: { status: 200, schemaFor: instanceVersionShape },
    handler: ({ forge: { instance } }) =>
      ok(
        releaseHas('version.metadata', instance.release)
          ? metadataOf(instance)
          : { version: versionOf(instance), revision: REVISION },
      ),
  }),
  route({
    method: 'GET',
    path: '/metadata',
    area: 'Instance',
    summary: 'Read the version and what belongs to it',
    caller: 'user',
    scopes: ['read_user'],
    ...lifespanOf('metadata'),
    params: {},
    success: { status: 200, schemaFor: metadataShape },
    handler: ({ forge }) => ok(metadataOf(forge.instance)),
  }),
]
