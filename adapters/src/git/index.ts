/** Git repositories on disk, worked by the git program. The server's composition enters here. */

export { type GitOptions, openGitRepositories } from './open.js'
export { GitFailed } from './program.js'
