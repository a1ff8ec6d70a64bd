import { refuse, unauthenticated } from '@forgefold/core/kernel'
import { lifespanOf } from '@forgefold/core/releases'
import { answer, ok, type Route, route } from '../../../../../http/index.js'
import { projectId } from '../../../path-ids.js'
import { npmAuditShape } from '../../packages/shape.js'
import { publicRegistryOf } from '../forwarding.js'
import { type Before, forReading, registryRoute } from '../registry-route.js'
import { area, BASE } from './package-path.js'

const forAuditing: Before = (context, raw) =>
  context.principal.kind === 'anonymous' ? refuse(unauthenticated) : forReading('npm')(context, raw)

const MAX_DEPENDENCIES_BYTES = 10 * 1024 * 1024

const auditAt = (address: 'advisories/bulk' | 'audits/quick', item: Parameters<typeof lifespanOf>[0]): Route =>
  route({
    method: 'POST',
    path: `${BASE}/-/npm/v1/security/${address}`,
    area,
    summary:
      'Read the known vulnerabilities of dependencies: none here, those of the public registry where it is asked',
    ...registryRoute,
    ...lifespanOf(item),
    before: forAuditing,
    streamsBody: true,
    bodyLimit: MAX_DEPENDENCIES_BYTES,
    params: { id: projectId },
    success: {
      status: 200,
      description: 'No vulnerabilities',
      schemaFor: npmAuditShape,
      others: { 307: { description: 'The public registry knows them' } },
    },
    handler: (context) => {
      const registry = publicRegistryOf(context, 'npm')
      if (registry === undefined) return ok([])
      return answer({ status: 307, headers: [['Location', `${registry}/-/npm/v1/security/${address}`]] })
    },
  })

/** What `npm audit` asks (docs/reference/behaviour/packages.md#forwarding). */
export const npmAuditRoutes: ReadonlyArray<Route> = [
  auditAt('advisories/bulk', 'packages.npm_bulk_advisories'),
  auditAt('audits/quick', 'packages.npm_quick_audit'),
]
