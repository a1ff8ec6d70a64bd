import { ATTRIBUTE_OWNERS, type AttributeOwnerKind } from '@forgefold/core/domains/identity/custom-attribute'
import {
  deleteCustomAttribute,
  getCustomAttribute,
  listCustomAttributes,
  setCustomAttribute,
} from '@forgefold/core/domains/projects/custom-attribute'
import { type Route, required, respond, respondNoContent, route, string } from '../../../../http/index.js'
import { customAttributeShape as shape } from '../../custom-attributes.js'
import { callerOf } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'

const AREA = 'Custom attributes'

const routesOf = (kind: AttributeOwnerKind): ReadonlyArray<Route> => {
  const path = `/${kind}s/:id/custom_attributes`
  const id = required(string(), `The ${kind}`)
  const one = { id, key: required(string(), 'The key') }
  return [
    route({
      method: 'GET',
      path,
      area: AREA,
      summary: `List the custom attributes of a ${kind}`,
      caller: 'admin',
      params: { id },
      success: { status: 200, schemaFor: arrayOf(shape) },
      handler: ({ forge, principal }, params) =>
        respond((rows: ReadonlyArray<object>) => rows)(
          listCustomAttributes(forge, { principal }, { kind, ref: params.id }),
        ),
    }),
    route({
      method: 'GET',
      path: `${path}/:key`,
      area: AREA,
      summary: `Read a custom attribute of a ${kind}`,
      caller: 'admin',
      params: one,
      success: { status: 200, schemaFor: shape },
      handler: ({ forge, principal }, { id: ref, key }) =>
        respond((row: object) => row)(getCustomAttribute(forge, { principal }, { kind, ref, key })),
    }),
    route({
      method: 'PUT',
      path: `${path}/:key`,
      area: AREA,
      summary: `Set a custom attribute of a ${kind}`,
      caller: 'admin',
      params: { ...one, value: required(string(), 'The value') },
      success: { status: 200, schemaFor: shape },
      handler: async (context, { id: ref, key, value }) =>
        respond((row: object) => row)(
          await setCustomAttribute(context.forge, callerOf(context), { kind, ref, key, value }),
        ),
    }),
    route({
      method: 'DELETE',
      path: `${path}/:key`,
      area: AREA,
      summary: `Delete a custom attribute of a ${kind}`,
      caller: 'admin',
      params: one,
      success: { status: 204 },
      handler: async (context, { id: ref, key }) =>
        respondNoContent(await deleteCustomAttribute(context.forge, callerOf(context), { kind, ref, key })),
    }),
  ]
}

/** Routes of custom attributes of users, groups and projects, for administrators. */
export const customAttributeRoutes: ReadonlyArray<Route> = ATTRIBUTE_OWNERS.flatMap(routesOf)
