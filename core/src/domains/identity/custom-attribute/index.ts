/** Custom attributes of users, groups and projects, which administrators set. Those of users are sealed. */
export {
  ATTRIBUTE_OWNERS,
  type AttributeOwnerKind,
  attributesOf,
  type CustomAttributeCommand,
  type CustomAttributeEvent,
  type CustomAttributesState,
  customAttributes,
} from './aggregate.js'
export * from './queries.js'
export * from './use-cases.js'
