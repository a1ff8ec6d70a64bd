import * as E from 'fp-ts/lib/Either.js'
import type { Query } from '../../../../app/forge.js'
import { refuse } from '../../../../kernel/index.js'
import type { ProjectRef } from '../../../projects/project/access.js'
import { registryFor } from '../access.js'
import type { ConanOwner } from '../commands.js'
import { isInNpmScope, isPackageReference } from '../name-rules.js'
import type { PackageType } from '../package-type.js'
import {
  alreadyPublished,
  BAD_PACKAGE_REFERENCE,
  FILE_NAME_TAKEN,
  MODULE_ELSEWHERE,
  namingRefusal,
} from '../publication-refusals.js'
import { REPUBLICATION } from '../republication.js'
import type { Identity } from '../state.js'
import { existingVersion } from '../steps/existing-version.js'
import { isTerraformModuleElsewhere } from '../steps/terraform-name.js'
import { type TopNamespace, topNamespaceOf } from '../steps/top-namespace.js'

/** What a client wants to publish. */
export interface Publication {
  readonly project: ProjectRef
  readonly type: PackageType
  readonly name: string
  readonly version: string | null
  readonly conan?: ConanOwner
  readonly fileName: string
  /** For a file of a Conan binary package: its reference. Undefined: a file of the recipe, or of any other type. */
  readonly packageReference?: string
  /** Hidden packages can be installed but are not listed. Undefined: unchanged, initially `default`. */
  readonly status?: 'default' | 'hidden' | undefined
}

/** An authorised publication, whose bytes may be received. */
export interface AuthorizedPublication {
  readonly publication: Publication
  readonly identity: Identity
  readonly top: TopNamespace
}

/**
 * Checks everything that can be checked before the file is read. Rejections: `Unauthenticated`; `NotFound` (Project); `Forbidden`, also where
 * the version exists; `Invalid`.
 */
export const authorizePublication: Query<Publication, AuthorizedPublication> = (forge, caller, publication) => {
  const found = registryFor(forge, caller.principal, publication.project, 'create_package')
  if (E.isLeft(found)) return found
  const { project } = found.right
  const { type, name, version, conan = null, fileName, packageReference } = publication
  const refusal = namingRefusal(type, { name, version, conan }, fileName)
  if (refusal !== undefined) return refuse(refusal)
  if (packageReference !== undefined && !isPackageReference(packageReference)) return refuse(BAD_PACKAGE_REFERENCE)
  const top = topNamespaceOf(forge, project)
  const scopeId = type === 'npm' && isInNpmScope(name, top.path) ? top.id : null
  const identity: Identity = { projectId: project.id, type, name, version, conan, scopeId }
  if (isTerraformModuleElsewhere(forge, identity, top)) return refuse(MODULE_ELSEWHERE)
  const known = existingVersion(forge, identity)
  if (known === undefined) return E.right({ publication, identity, top })
  const { onExisting, sameName } = REPUBLICATION[type]
  if (onExisting === 'refuse') return refuse(alreadyPublished(type))
  if (sameName === 'refuse' && forge.read.packages.fileNamed(known.id, fileName) !== undefined)
    return refuse(FILE_NAME_TAKEN)
  return E.right({ publication, identity, top })
}
