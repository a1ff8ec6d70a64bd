/** Projects: one repository each and everything around it. */

export * from './access.js'
export * from './commands.js'
export * from './decider.js'
export * from './events.js'
export * from './queries.js'
export * from './settings.js'
export * from './state.js'
export { archiveProject, changeProject, type ProjectChange, transferProject } from './use-cases/change.js'
export { createProject, type NewProject, type ProjectChanges } from './use-cases/create.js'
export { forkProject, type NewFork, removeForkRelation } from './use-cases/fork.js'
export { deleteProject, eraseOverdueProjects, eraseProject, type ProjectDeletion } from './use-cases/remove.js'
export { restoreProject } from './use-cases/restore.js'
