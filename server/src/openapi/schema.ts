import type { JsonSchema } from '../http/index.js'

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Nullable types are unions in JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
const withNull = (schema: Readonly<Record<string, unknown>>): JsonSchema => {
  const { nullable: _, ...rest } = schema
  const enumerated = Array.isArray(rest['enum']) ? { enum: [...(rest['enum'] as ReadonlyArray<unknown>), null] } : {}
  if (typeof rest['type'] === 'string') return { ...rest, type: [rest['type'], 'null'], ...enumerated }
  return Array.isArray(rest['oneOf'])
    ? { ...rest, oneOf: [...(rest['oneOf'] as ReadonlyArray<unknown>), { type: 'null' }] }
    : { ...rest, ...enumerated }
}

/** A schema of the parameters in the dialect of OpenAPI 3.1. */
export const dialect31 = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(dialect31)
  if (!isRecord(schema)) return schema
  const inner = Object.fromEntries(
    Object.entries(schema)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [
        key,
        key === 'enum' || key === 'default' || key === 'example' ? value : dialect31(value),
      ]),
  )
  return inner['nullable'] === true ? withNull(inner) : inner
}
