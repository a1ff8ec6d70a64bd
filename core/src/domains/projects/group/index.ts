/** Groups: a tree of namespaces that hold projects and other groups. */

export * from './access.js'
export * from './aggregate.js'
export * from './queries.js'
export * from './settings.js'
export { changeGroup, restoreGroup, transferGroup } from './use-cases/change.js'
export { createGroup, type GroupChanges, type NewGroup } from './use-cases/create.js'
export * from './use-cases/find.js'
export { deleteGroup, eraseGroup, eraseOverdueGroups, type GroupDeletion } from './use-cases/remove.js'
