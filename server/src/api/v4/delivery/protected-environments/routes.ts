import {
  changeProtection,
  findProtectionOwner,
  getProtection,
  listProtections,
  type ProtectedEnvironmentRow,
  type ProtectionRef,
  type ProtectionScopeRef,
  protectEnvironment,
  unprotectEnvironment,
} from '@forgefold/core/domains/delivery/protected-environment'
import { lifespanOf } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Context,
  listed,
  oneOfIntegers,
  optional,
  pageRequest,
  paging,
  type Route,
  required,
  respond,
  respondNoContent,
  route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { callerOf, groupId, projectId } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { accessGrant, COUNTS, changedAccessGrant, changedRule, entries, rule, wanted } from './params.js'
import { presentProtectedEnvironment } from './presenter.js'
import { protectedEnvironmentShape } from './shape.js'

const area = 'Protected environments'

const tier = 'premium'

/** The two kinds of owners of protections. */
interface Owner {
  readonly path: string
  readonly id: typeof projectId
  readonly whose: string
  readonly scope: ProtectionScopeRef['scope']
}

const OWNERS: ReadonlyArray<Owner> = [
  { path: '/projects/:id/protected_environments', id: projectId, whose: 'a project', scope: 'project' },
  { path: '/groups/:id/protected_environments', id: groupId, whose: 'a group, by tier', scope: 'group' },
]

const routesOf = ({ path, id, whose, scope }: Owner): ReadonlyArray<Route> => {
  const one = `${path}/:name`
  const before = (context: Context, raw: Readonly<Record<string, string>>) =>
    findProtectionOwner(context.forge, context, { scope, id: raw['id'] ?? '' })
  const refOf = (params: { readonly id: string; readonly name: string }): ProtectionRef => ({
    place: { scope, id: params.id },
    name: params.name,
  })
  const name = required(string(), 'The name of the environment')
  const present = (context: Context) => (row: ProtectedEnvironmentRow) =>
    presentProtectedEnvironment(context.forge, context.principal, row)
  return [
    route({
      method: 'GET',
      path,
      area,
      tier,
      summary: `List the protected environments of ${whose}`,
      caller: 'anyone',
      before,
      params: { id, ...paging },
      success: {
        status: 200,
        description: 'The protected environments, by name',
        schemaFor: arrayOf(protectedEnvironmentShape),
      },
      handler: (context, params) => {
        const page = pageRequest(params)
        const found = listProtections(context.forge, context, { place: { scope, id: params.id }, page })
        return E.isLeft(found) ? found : listed(found.right, page, present(context))
      },
    }),
    route({
      method: 'GET',
      path: one,
      area,
      tier,
      summary: `Read one protected environment of ${whose}`,
      caller: 'anyone',
      before,
      params: { id, name },
      success: { status: 200, description: 'The protected environment', schemaFor: protectedEnvironmentShape },
      handler: (context, params) => {
        return respond(present(context))(getProtection(context.forge, context, refOf(params)))
      },
    }),
    route({
      method: 'POST',
      path,
      area,
      tier,
      summary: `Protect an environment of ${whose}`,
      caller: 'anyone',
      before,
      params: {
        id,
        name: required(string(), 'The name of the environment, which need not exist', { refusesBlank: true }),
        deploy_access_levels: required(entries(accessGrant), 'Who may deploy'),
        required_approval_count: withDefault(
          oneOfIntegers(COUNTS),
          0,
          'How many have to approve',
          lifespanOf('protected_environment.required_approval_count'),
        ),
        approval_rules: optional(
          entries(rule),
          'Who has to approve',
          lifespanOf('protected_environment.approval_rules'),
        ),
      },
      success: { status: 201, description: 'The protected environment', schemaFor: protectedEnvironmentShape },
      handler: async (context, params) => {
        const made = await protectEnvironment(context.forge, callerOf(context), {
          ...refOf(params),
          deployAccess: params.deploy_access_levels.map(wanted),
          requiredApprovals: params.required_approval_count,
          rules: (params.approval_rules ?? []).map(wanted),
        })
        return respond(present(context), 201)(made)
      },
    }),
    route({
      method: 'PUT',
      path: one,
      area,
      tier,
      summary: `Change a protected environment of ${whose}`,
      caller: 'anyone',
      ...lifespanOf('protected_environments.update'),
      before,
      params: {
        id,
        name,
        deploy_access_levels: optional(entries(changedAccessGrant), 'Who may deploy; entries are changed by id'),
        required_approval_count: optional(oneOfIntegers(COUNTS), 'How many have to approve'),
        approval_rules: optional(entries(changedRule), 'Who has to approve; entries are changed by id'),
      },
      atLeastOne: ['deploy_access_levels', 'required_approval_count', 'approval_rules'],
      success: { status: 200, description: 'The protected environment', schemaFor: protectedEnvironmentShape },
      handler: async (context, params) => {
        const { deploy_access_levels: access, required_approval_count: count, approval_rules: rules } = params
        const changed = await changeProtection(context.forge, callerOf(context), {
          ...refOf(params),
          ...(access === undefined ? {} : { deployAccess: access.map(wanted) }),
          ...(count === undefined ? {} : { requiredApprovals: count }),
          ...(rules === undefined ? {} : { rules: rules.map(wanted) }),
        })
        return respond(present(context))(changed)
      },
    }),
    route({
      method: 'DELETE',
      path: one,
      area,
      tier,
      summary: `Lift the protection of an environment of ${whose}`,
      caller: 'anyone',
      before,
      params: { id, name },
      success: { status: 204, description: 'Gone' },
      handler: async (context, params) => {
        return respondNoContent(await unprotectEnvironment(context.forge, callerOf(context), refOf(params)))
      },
    }),
  ]
}

/** Protected environments of projects and of groups (docs/reference/behaviour/delivery.md#protected-environments). */
export const protectedEnvironmentRoutes: ReadonlyArray<Route> = OWNERS.flatMap(routesOf)
