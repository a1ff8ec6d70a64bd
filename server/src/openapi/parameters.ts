import type { Instance } from '@forgefold/core/app'
import { isDeprecated } from '@forgefold/core/releases'
import { type Param, type ParamSpecs, schemaOf, valueSchemaOf } from '../http/index.js'
import { dialect31 } from './schema.js'

/** A part of the document. */
export type Part = Readonly<Record<string, unknown>>

const schemaOfParam = (param: Param<unknown>): Part => ({
  ...(dialect31(valueSchemaOf(param)) as Part),
  ...(param.fallback === undefined ? {} : { default: param.fallback }),
})

const isList = (schema: Part): boolean => schema['type'] === 'array'

/** A list or a word: `None`, `Any`. */
const mayBeList = ({ oneOf }: Part): boolean => Array.isArray(oneOf) && (oneOf as ReadonlyArray<Part>).some(isList)

/** How a value is written as text. Of a name that comes several times without brackets only the last one counts. */
const styleOf = (schema: Part): Part => {
  if (schema['type'] === 'object') return { style: 'deepObject', explode: true }
  if (isList(schema)) return { style: 'form', explode: true }
  return mayBeList(schema) ? { style: 'form', explode: false } : {}
}

/** Lists are written `name[]=1&name[]=2` in queries and forms. */
const textName = (name: string, schema: Part): string => (isList(schema) ? `${name}[]` : name)

/** A parameter of the path or the query. */
export const parameterOf = (name: string, param: Param<unknown>, place: 'path' | 'query', instance: Instance): Part => {
  const schema = schemaOfParam(param)
  return {
    name: place === 'path' ? name : textName(name, schema),
    in: place,
    required: place === 'path' || param.required,
    description: param.summary,
    ...(isDeprecated(param, instance.release) ? { deprecated: true } : {}),
    schema,
    ...(place === 'query' ? styleOf(schema) : {}),
  }
}

/** The same body as a form. */
const formOf = (schema: Part, properties: Readonly<Record<string, Part>>): Part => {
  const named = (name: string): string => textName(name, properties[name] ?? {})
  const required = schema['required'] as ReadonlyArray<string> | undefined
  const fields = Object.entries(properties).map(([name, property]) => [named(name), property] as const)
  const styles = fields.map(([name, property]) => [name, styleOf(property)] as const)
  const encoding = styles.filter(([, style]) => Object.keys(style).length > 0)
  return {
    schema: {
      ...schema,
      ...(required === undefined ? {} : { required: required.map(named) }),
      properties: Object.fromEntries(fields),
    },
    ...(encoding.length === 0 ? {} : { encoding: Object.fromEntries(encoding) }),
  }
}

/** A body with these parameters, as JSON or as a form. */
export const bodyOf = (specs: ParamSpecs, instance: Instance): Part => {
  const { properties, ...rest } = dialect31(schemaOf(specs)) as Readonly<Record<string, unknown>>
  const described = Object.fromEntries(
    Object.entries(properties as Readonly<Record<string, Part>>).map(([name, schema]) => {
      const param = specs[name] as Param<unknown>
      const ageing = isDeprecated(param, instance.release) ? { deprecated: true } : {}
      return [name, { ...schema, ...(param.fallback === undefined ? {} : { default: param.fallback }), ...ageing }]
    }),
  )
  const schema = { ...rest, properties: described }
  const form = formOf(schema, described)
  return {
    required: Object.values(specs).some((param) => param.required),
    content: {
      'application/json': { schema },
      'application/x-www-form-urlencoded': form,
      'multipart/form-data': form,
    },
  }
}
