import * as E from 'fp-ts/lib/Either.js'
import type { Forge, Lookup, Query } from '../../../../app/forge.js'
import { millisecondsOf, notFound, refuse } from '../../../../kernel/index.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import { isInstallable } from '../package-type.js'
import type { InstallableVersion, PackageFileRow } from '../queries.js'
import { compareSemver } from '../semver.js'
import { projectsToRead } from '../steps/registry-scope.js'

/** A module as the Terraform client names it. */
export interface TerraformModuleRef {
  /** The path of the top-level namespace of its project, case-insensitive. */
  readonly namespace: string
  readonly module: string
  readonly system: string
}

/** The versions of a module. */
export interface TerraformModule {
  readonly project: ProjectRow
  /** The lowest first. */
  readonly versions: ReadonlyArray<InstallableVersion>
}

const nameOf = ({ module, system }: TerraformModuleRef): string => `${module}/${system}`

/** The versions of a module; where several projects have that name, those of the newest. Rejections: as `projectsToRead`; `NotFound` (Package). */
export const listTerraformVersions: Query<TerraformModuleRef, TerraformModule> = (forge, { principal }, ref) => {
  const [type, name] = ['terraform_module', nameOf(ref)] as const
  const projects = projectsToRead(forge, principal, { topNamespace: ref.namespace }, { type, name })
  if (E.isLeft(projects)) return projects
  for (const project of projects.right) {
    const versions = forge.read.packages.versionsNamed(project.id, type, name)
    if (versions.length > 0)
      return E.right({ project, versions: [...versions].sort((a, b) => compareSemver(a.version, b.version)) })
  }
  return refuse(notFound('Package'))
}

/** A version of a module. */
export interface TerraformModuleVersion {
  readonly project: ProjectRow
  readonly version: InstallableVersion
  readonly file: PackageFileRow
}

/** One version with its archive. Rejections: as `listTerraformVersions`. */
export const findTerraformVersion: Query<TerraformModuleRef & { readonly version: string }, TerraformModuleVersion> = (
  forge,
  caller,
  ref,
) => {
  const found = listTerraformVersions(forge, caller, ref)
  if (E.isLeft(found)) return found
  const version = found.right.versions.find((one) => one.version === ref.version)
  const file = version === undefined ? undefined : forge.read.packages.filesOf([version.id]).at(-1)
  if (version === undefined || file === undefined) return refuse(notFound('Package'))
  return E.right({ project: found.right.project, version, file })
}

/** Long enough for a client that continues at once. */
const TICKET_SECONDS = 300

const sealed = (forge: Forge, said: string): string => forge.secrets.keyedDigest(`terraform-module\0${said}`)

/** A ticket with which any client can download one archive for some minutes, because the client sends no credentials when it downloads. */
export const downloadTicket: Lookup<TerraformModuleVersion, string> = (forge, { project, version, file }) => {
  const expires = Math.floor(millisecondsOf(forge.clock.now()) / 1000) + TICKET_SECONDS
  const said = [project.id, version.id, file.id, expires].join('.')
  return `${said}.${sealed(forge, said)}`
}

/** The archive of a ticket; undefined where the ticket is malformed, expired or for another version, or the archive is deleted. */
export const fileOfTicket: Lookup<
  { readonly ref: TerraformModuleRef & { readonly version: string }; readonly ticket: string },
  PackageFileRow | undefined
> = (forge, { ref, ticket }) => {
  const end = ticket.lastIndexOf('.')
  const said = ticket.slice(0, Math.max(end, 0))
  if (!forge.secrets.equal(ticket.slice(end + 1), sealed(forge, said))) return undefined
  const [projectId = 0, packageId = 0, fileId = 0, expires = 0] = said.split('.').map(Number)
  if (millisecondsOf(forge.clock.now()) > expires * 1000) return undefined
  const row = forge.read.packages.find(projectId, packageId)
  if (row === undefined || row.name !== nameOf(ref) || row.version !== ref.version) return undefined
  return isInstallable(row.status) ? forge.read.packages.file(packageId, fileId) : undefined
}
