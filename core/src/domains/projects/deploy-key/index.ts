/** Deploy keys: SSH keys of machines, enabled in projects; records only, because git is served over HTTP. */
export { type DeployKeyCommand, type DeployKeyEvent, type DeployKeyState, deployKey } from './aggregate.js'
export * from './queries.js'
export { deployKeysOfDeletedProjects } from './reactors.js'
export {
  addDeployKey,
  changeDeployKey,
  type DeployKeyChanges,
  enableDeployKey,
  type NewDeployKey,
  removeDeployKey,
} from './use-cases/change.js'
export {
  type DeployKeyProject,
  type DeployKeyRef,
  deployKeyByFingerprint,
  getDeployKey,
  type ListDeployKeys,
  listAllDeployKeys,
  listDeployKeys,
  listDeployKeysOfUser,
  projectsOfDeployKey,
} from './use-cases/find.js'
