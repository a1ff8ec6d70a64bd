/** Git over HTTP: clone, fetch and push. The server's composition enters here. */
export type { GitDoors, GitProject } from './access.js'
export { type GitHttpOptions, gitMount } from './mount.js'
export { projectByPath } from './project-by-path.js'
export { keepReconciled } from './reconciliation.js'
