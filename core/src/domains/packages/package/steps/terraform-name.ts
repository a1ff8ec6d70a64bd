import type { Forge } from '../../../../app/forge.js'
import type { Identity } from '../state.js'
import { type TopNamespace, topNamespaceOf } from './top-namespace.js'

/** Whether another project of the top-level namespace has a Terraform module of that name: clients request it by namespace, not by project. */
export const isTerraformModuleElsewhere = (
  forge: Forge,
  { projectId, type, name }: Identity,
  top: TopNamespace,
): boolean =>
  type === 'terraform_module' &&
  forge.read.packages.projectsWith({ type, name }, undefined).some((id) => {
    const project = id === projectId ? undefined : forge.read.projects.byId(id)
    return project !== undefined && topNamespaceOf(forge, project).id === top.id
  })
