import { required, string } from '../../../../../http/index.js'
import { projectId } from '../../../path-ids.js'
import { ofGroup, ofInstance, ofProject, type RegistryAddress } from '../registry-address.js'

/** The part of the documentation that the protocol of npm belongs to. */
export const area = 'Package registry: npm'

/** The npm registry of a project. */
export const BASE = '/projects/:id/packages/npm'

export const packageName = required(string(), 'The name of the package, with its scope')

/** The path parameters of one package. */
export const at = { id: projectId, package_name: packageName }

/** The registries that npm installs from. */
export const NPM_ADDRESSES: ReadonlyArray<RegistryAddress> = [ofProject('npm'), ofGroup, ofInstance]
