import type { Instance } from '@forgefold/core/app'
import { isDeprecated, lifespanOf, type ReleaseItemId, releaseHas } from '@forgefold/core/releases'
import type { JsonSchema } from '../../http/index.js'

/** The JSON Schema of a value that the API shows, by tier and release. */
export type Shape = (instance: Instance) => JsonSchema

/** A conditional field. */
export interface OptionalField {
  readonly shape: Shape
  /** Omitted for some callers or in some states. */
  readonly optional?: boolean
  /** Its line of the release table. */
  readonly item?: ReleaseItemId
  /** On paid tiers only. */
  readonly paid?: boolean
}

/** The fields of a record, by name. */
export type Fields = Readonly<Record<string, Shape | OptionalField>>

const constant =
  (schema: JsonSchema): Shape =>
  () =>
    schema

export const text = constant({ type: 'string' })
export const integer = constant({ type: 'integer' })
export const number = constant({ type: 'number' })
export const boolean = constant({ type: 'boolean' })
export const instant = constant({ type: 'string', format: 'date-time' })
export const day = constant({ type: 'string', format: 'date' })
export const sha = constant({ type: 'string', pattern: '^[0-9a-f]{40}$' })
/** Always null: the field of a feature that Forgefold does not have. A type `null` alone ends OpenAPI Generator. */
export const nothing = constant({ enum: [null] })
/** Any JSON: stored by clients, or defined by another tool. */
export const anything = constant({})

export const oneOf = (words: ReadonlyArray<string>): Shape => constant({ type: 'string', enum: words })

export const arrayOf =
  (items: Shape): Shape =>
  (instance) => ({ type: 'array', items: items(instance) })

export const mapOf =
  (values: Shape): Shape =>
  (instance) => ({ type: 'object', additionalProperties: values(instance) })

/** One of several; a value may fit more than one. */
export const either =
  (...shapes: ReadonlyArray<Shape>): Shape =>
  (instance) => ({ anyOf: shapes.map((shape) => shape(instance)) })

/** The value or null. */
export const maybe =
  (shape: Shape): Shape =>
  (instance) => {
    const schema = shape(instance)
    return schema['title'] === undefined ? { ...schema, nullable: true } : { oneOf: [schema], nullable: true }
  }

/** Omitted for some callers or in some states. */
export const optionalField = (shape: Shape): OptionalField => ({ shape, optional: true })

/** Present in the releases of the table's item. */
export const inRelease = (item: ReleaseItemId, shape: Shape | OptionalField): OptionalField =>
  typeof shape === 'function' ? { shape, item } : { ...shape, item }

/** On paid tiers only. */
export const paid = (shape: Shape | OptionalField): OptionalField =>
  typeof shape === 'function' ? { shape, paid: true } : { ...shape, paid: true }

/** The same fields, all optional. */
export const allOptional = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      typeof field === 'function' ? optionalField(field) : { ...field, optional: true },
    ]),
  )

const isThere = ({ item, paid: ofPaidTier }: OptionalField, { release, tier }: Instance): boolean =>
  !(ofPaidTier === true && tier === 'free') && (item === undefined || releaseHas(item, release))

/** An object with these fields and no others; the title names it in the OpenAPI document. */
export const record =
  (title: string | undefined, fields: Fields): Shape =>
  (instance) => {
    const properties: Record<string, JsonSchema> = {}
    const required: Array<string> = []
    for (const [name, given] of Object.entries(fields)) {
      const field: OptionalField = typeof given === 'function' ? { shape: given } : given
      if (!isThere(field, instance)) continue
      const ageing = field.item !== undefined && isDeprecated(lifespanOf(field.item), instance.release)
      properties[name] = { ...field.shape(instance), ...(ageing ? { deprecated: true } : {}) }
      if (field.optional !== true) required.push(name)
    }
    return { ...(title === undefined ? {} : { title }), type: 'object', properties, required }
  }
