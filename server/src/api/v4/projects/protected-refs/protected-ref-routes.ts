import type { Principal } from '@forgefold/core/access'
import type { Forge, Query, UseCase } from '@forgefold/core/app'
import type { Instant } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Decoded,
  ifUnmodifiedSince,
  listed,
  type ParamSpecs,
  pageOf,
  pageRequest,
  paging,
  required,
  respond,
  respondNoContent,
  route,
  string,
} from '../../../../http/index.js'
import { callerOf, projectId } from '../../path-ids.js'
import { arrayOf, type Shape } from '../../shape.js'

/** How the paths and the documentation name protected branches or tags. */
export const protectedNames = (kind: 'branch' | 'tag') => {
  const plural = kind === 'branch' ? 'branches' : 'tags'
  const path = `/projects/:id/protected_${plural}`
  return {
    kind,
    plural,
    path,
    one: `${path}/:name`,
    area: `Protected ${plural}`,
    name: required(string(), `The name of the ${kind}, or a name with stars`),
  }
}

/** A protection as the path names it. */
interface ProtectionRef {
  readonly project: string
  readonly name: string
}

/** The protected branches or tags of a project, by name or pattern. */
interface Protections<Row, Filters extends ParamSpecs> {
  readonly names: ReturnType<typeof protectedNames>
  readonly shape: Shape
  readonly present: (forge: Forge, principal: Principal, row: Row) => unknown
  /** The filters of their list. */
  readonly filters: Filters
  readonly isWanted: (row: Row, filters: Decoded<Filters>) => boolean
  readonly list: Query<string, ReadonlyArray<Row>>
  readonly get: Query<ProtectionRef, Row>
  readonly lift: UseCase<ProtectionRef & { readonly unmodifiedSince: Instant | undefined }, void>
}

/** Routes that list, read and remove protections. */
export const protectionRoutes = <Row, Filters extends ParamSpecs>(protections: Protections<Row, Filters>) => {
  const { names, shape, present, filters } = protections
  const { kind, plural, path, one, area, name } = names
  const shared = { area, caller: 'user' } as const
  return {
    list: route<ParamSpecs>({
      ...shared,
      method: 'GET',
      path,
      summary: `List the protected ${plural} of a project`,
      params: { id: projectId, ...filters, ...paging },
      success: { status: 200, description: `The protected ${plural}`, schemaFor: arrayOf(shape) },
      handler: ({ forge, principal }, params) => {
        const { id, ...given } = params as Decoded<typeof paging> & { readonly id: string }
        const all = protections.list(forge, { principal }, id)
        if (E.isLeft(all)) return all
        const page = pageRequest(given)
        const wanted = all.right.filter((row) => protections.isWanted(row, params as Decoded<Filters>))
        return listed(pageOf(wanted, page), page, (row) => present(forge, principal, row))
      },
    }),
    one: route({
      ...shared,
      method: 'GET',
      path: one,
      summary: `Read one protected ${kind}`,
      params: { id: projectId, name },
      success: { status: 200, description: `The protected ${kind}`, schemaFor: shape },
      handler: ({ forge, principal }, params) =>
        respond((row: Row) => present(forge, principal, row))(
          protections.get(forge, { principal }, { project: params.id, name: params.name }),
        ),
    }),
    remove: route({
      ...shared,
      method: 'DELETE',
      path: one,
      summary: `Take the protection of a ${kind} away`,
      params: { id: projectId, name },
      success: { status: 204, description: 'Gone' },
      handler: async (context, params) => {
        const ref = { project: params.id, name: params.name, unmodifiedSince: ifUnmodifiedSince(context.request) }
        const lifted = await protections.lift(context.forge, callerOf(context), ref)
        return respondNoContent(lifted)
      },
    }),
  }
}
