/** The appearance of the instance: titles, messages and colours of its pages. */
export {
  type Appearance,
  type AppearanceCommand,
  type AppearanceEvent,
  appearance,
  defaultAppearance,
} from './aggregate.js'
export * from './queries.js'
export * from './use-cases.js'
