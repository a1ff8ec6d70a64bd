/** Projects: one repository each, with settings and feature access levels. */
export * from './access.js'
export * from './commands.js'
export * from './decider.js'
export * from './events.js'
export { askExternalService, readsAcrossProjects } from './external-access.js'
export * from './instance-rules.js'
export type { Download, FirstCommit, ProjectRepositories } from './project-repositories-port.js'
export * from './queries.js'
export * from './settings.js'
export { similarity } from './similarity.js'
export * from './state.js'
export { eraseProject } from './steps/erase-project.js'
export {
  archiveProject,
  changeProject,
  type ProjectChange,
  restoreProject,
  transferProject,
} from './use-cases/change.js'
export { createProject, type NewProject, type ProjectChanges } from './use-cases/create.js'
export * from './use-cases/find.js'
export { createProjectFor, type NewProjectFor } from './use-cases/for-another.js'
export {
  forkProject,
  makeForkRelation,
  type NewFork,
  type NewForkRelation,
  removeForkRelation,
} from './use-cases/fork.js'
export { endInactiveProjects } from './use-cases/inactive.js'
export { deleteProject, eraseOverdueProjects } from './use-cases/remove.js'
