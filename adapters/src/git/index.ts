/** Git repositories on disk, worked by the git program. The server's composition enters here. */
export { GitFailed } from './program.js'
export { type GitOptions, openGitRepositories } from './open.js'
