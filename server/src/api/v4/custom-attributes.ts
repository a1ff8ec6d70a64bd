import { type AttributeOwnerKind, customAttributesOf } from '@forgefold/core/domains/identity/custom-attribute'
import { boolean, type Context, optional, stringMap, withDefault } from '../../http/index.js'
import { withField } from './fragments.js'
import { arrayOf, type OptionalField, optionalField, record, type Shape, text } from './shape.js'

/** A custom attribute. */
export const customAttributeShape: Shape = record('CustomAttribute', { key: text, value: text })

/** The custom attributes of an object, where administrators ask for them. */
export const customAttributesField: OptionalField = optionalField(arrayOf(customAttributeShape))

/** The parameter that asks for custom attributes. */
export const withCustomAttributes = withDefault(boolean(), false, 'With custom attributes, for administrators')

/** The filter by custom attributes: `custom_attributes[key]=value`. */
export const customAttributesFilter = optional(
  stringMap(),
  'Only with all of these custom attributes, for administrators',
)

/** The same JSON text with custom attributes; without them for callers who may not see them. */
export const addCustomAttributes = (
  { forge, principal }: Context,
  kind: AttributeOwnerKind,
  id: number,
  ready: string,
): string => {
  const rows = customAttributesOf(forge, { principal }, { kind, id })
  return rows === undefined ? ready : withField(ready, 'custom_attributes', JSON.stringify(rows))
}
