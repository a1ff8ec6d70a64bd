/** Git over HTTP: clone, fetch and push. Used by the composition. */
export type { GitAccess, GitProject } from './access.js'
export { askForCredentials } from './git-responses.js'
export { isGitFetch, isGitRequest } from './git-target.js'
export { gitMounts } from './lfs-mount.js'
export { type GitHttpOptions, gitMount } from './mount.js'
export { projectByPath } from './project-by-path.js'
export { keepReconciled } from './reconciliation.js'
