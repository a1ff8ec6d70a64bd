/** Git repositories on disk, through the git program. Used by the composition. */

export { type GitOptions, openGitRepositories } from './open-git-repositories.js'
export { GitFailed } from './program.js'
export { openRepositoriesAt, type RefsAt } from './repositories-at.js'
