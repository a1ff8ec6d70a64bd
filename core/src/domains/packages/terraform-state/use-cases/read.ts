import * as E from 'fp-ts/lib/Either.js'
import type { AsyncQuery, Query } from '../../../../app/forge.js'
import { notFound, refuse, unavailable } from '../../../../kernel/index.js'
import { type ProjectAccess, type ProjectRef, projectFor } from '../../../projects/project/access.js'
import type { TerraformStateRow } from '../queries.js'
import { contentOf } from '../steps/content.js'

/** A state as the API names it. */
export interface TerraformStateRef {
  readonly project: ProjectRef
  readonly name: string
}

/** Finds the project for reading states (developers) or changing them (maintainers). Rejections: `NotFound` (Project); `Forbidden`. */
export const authorizeTerraformStates: Query<
  { readonly project: ProjectRef; readonly ability: 'read_terraform_state' | 'admin_terraform_state' },
  ProjectAccess
> = (forge, { principal }, { project, ability }) => projectFor(forge, principal, project, ability)

const GONE = refuse(unavailable('the bytes of a Terraform state are missing, or sealed with another key'))

/** A state as Terraform wrote it last; undefined where it is locked or emptied and has no version. Rejections: as `authorizeTerraformStates`; `NotFound`. */
export const readTerraformState: AsyncQuery<TerraformStateRef, string | undefined> = async (forge, caller, ref) => {
  const access = authorizeTerraformStates(forge, caller, { project: ref.project, ability: 'read_terraform_state' })
  if (E.isLeft(access)) return access
  const row = forge.read.terraformStates.find(access.right.project.id, ref.name)
  if (row === undefined) return refuse(notFound())
  const latest = forge.read.terraformStates.latest(row.id)
  if (latest === undefined) return E.right(undefined)
  const content = await contentOf(forge, latest)
  return content === undefined ? GONE : E.right(content)
}

/** One version of a state. Rejections: as `authorizeTerraformStates`; `NotFound`. */
export const readTerraformStateVersion: AsyncQuery<TerraformStateRef & { readonly serial: number }, string> = async (
  forge,
  caller,
  { project, name, serial },
) => {
  const access = authorizeTerraformStates(forge, caller, { project, ability: 'read_terraform_state' })
  if (E.isLeft(access)) return access
  const row = forge.read.terraformStates.find(access.right.project.id, name)
  const version = row === undefined ? undefined : forge.read.terraformStates.version(row.id, serial)
  if (version === undefined) return refuse(notFound())
  const content = await contentOf(forge, version)
  return content === undefined ? GONE : E.right(content)
}

/** A state and the lock that is held on it. Rejections: as `authorizeTerraformStates`; `NotFound`. */
export const findTerraformState: Query<TerraformStateRef, TerraformStateRow> = (forge, caller, { project, name }) => {
  const access = authorizeTerraformStates(forge, caller, { project, ability: 'admin_terraform_state' })
  if (E.isLeft(access)) return access
  return E.fromNullable(notFound())(forge.read.terraformStates.find(access.right.project.id, name))
}
