import type { TerraformModuleRef } from '@forgefold/core/domains/packages/package'
import { type PlainRoute, plainRoute, required, string } from '../../../../../http/index.js'

/** The area of the routes in the API reference. */
export const area = 'Package registry: Terraform modules'

/** The path of a module. */
export const MODULE = '/packages/terraform/modules/v1/:module_namespace/:module_name/:module_system'

/** The parameters that name a module, those of a version, and the namespace. */
export const ofModule = {
  module_name: required(string(), 'The name of the module'),
  module_system: required(string(), 'The system that it is for, `aws` for example'),
}
export const ofVersion = { ...ofModule, module_version: required(string(), 'The version') }
export const module_namespace = required(string(), 'The path of the top group or user that its project lies in')

interface ModuleParams {
  readonly module_namespace: string
  readonly module_name: string
  readonly module_system: string
}

/** A module, as use cases take it. */
export const refOf = ({ module_namespace: namespace, module_name: module, module_system: system }: ModuleParams) =>
  ({ namespace, module, system }) satisfies TerraformModuleRef

/** The name of a module's packages. */
export const named = ({ module_name, module_system }: Omit<ModuleParams, 'module_namespace'>): string =>
  `${module_name}/${module_system}`

/** The URL of the module registry (Terraform's remote service discovery). */
export const terraformDiscovery: PlainRoute = plainRoute({
  method: 'GET',
  path: '/.well-known/terraform.json',
  handle: (_request, _params, { baseUrl }) => {
    const { pathname } = new URL(baseUrl)
    const modules = `${pathname === '/' ? '' : pathname}/api/v4/packages/terraform/modules/v1/`
    return {
      status: 200,
      headers: [['Content-Type', 'application/json']],
      body: JSON.stringify({ 'modules.v1': modules }),
    }
  },
})
