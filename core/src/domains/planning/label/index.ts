/** Labels of projects and groups. */

export * from './aggregate.js'
export * from './color.js'
export * from './queries.js'
export { titleKey } from './unique-names.js'
export * from './use-cases/change.js'
export * from './use-cases/create.js'
export * from './use-cases/read.js'
export * from './use-cases/resolve.js'
