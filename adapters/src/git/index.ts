/** Git repositories on disk, worked by the git program. Used by the composition. */

export { type GitOptions, openGitRepositories } from './open-git-repositories.js'
export { GitFailed } from './program.js'
export { openRepositoriesAt, type RefsAt } from './repositories-at.js'
