import { readLicense } from '@forgefold/core/domains/identity/user'
import { type Route, respond, route } from '../../../../http/index.js'
import { licenseShape } from './shape.js'

/** The paid tier of the instance, in the form of a license (docs/reference/behaviour/instance.md#license). */
export const licenseRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: '/license',
    area: 'Instance',
    summary: 'Read the license',
    caller: 'admin',
    tier: 'premium',
    params: {},
    success: { status: 200, description: 'The license', schemaFor: licenseShape },
    handler: ({ forge, principal }) =>
      respond(({ since, activeUsers }: { readonly since: string; readonly activeUsers: number }) => ({
        id: 1,
        plan: forge.instance.tier,
        created_at: since,
        starts_at: since.slice(0, 10),
        expires_at: null,
        historical_max: activeUsers,
        maximum_user_count: activeUsers,
        expired: false,
        overage: 0,
        user_limit: 0,
        active_users: activeUsers,
        licensee: { Name: 'Forgefold' },
        add_ons: {},
      }))(readLicense(forge, { principal }, undefined)),
  }),
]
