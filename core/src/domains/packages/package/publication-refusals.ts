import { forbidden, invalid, type Rejection } from '../../../kernel/index.js'
import { isFileName, namingErrors } from './name-rules.js'
import type { PackageType } from './package-type.js'

/** Refuses an npm version that exists already. */
export const ALREADY_PUBLISHED = forbidden('Package already exists.')

const MODULE_PUBLISHED = forbidden('Package version already exists.')

/** Refuses a version that exists already. */
export const alreadyPublished = (type: PackageType): Rejection =>
  type === 'terraform_module' ? MODULE_PUBLISHED : ALREADY_PUBLISHED

/** Refuses a Terraform module whose name another project of the namespace has. */
export const MODULE_ELSEWHERE = forbidden('A module with the same name already exists in the namespace.')

/** Refuses a build of Conan that is named otherwise than by a digest. */
export const BAD_PACKAGE_REFERENCE = invalid({ conan_package_reference: ['is invalid'] })

/** Refuses a second file of the same name. */
export const FILE_NAME_TAKEN = invalid({ file_name: ['has already been taken'] })

const BAD_FILE_NAME = invalid({ file_name: ['is invalid'] })

/** Why a file cannot be called so; undefined where it can. */
export const fileNameRefusal = (name: string): Rejection | undefined => (isFileName(name) ? undefined : BAD_FILE_NAME)

/** Why a package of that kind cannot have this name, this version or a file of this name; undefined where it can. */
export const namingRefusal = (
  type: PackageType,
  named: Parameters<typeof namingErrors>[1],
  fileName: string | undefined,
): Rejection | undefined => {
  const errors = namingErrors(type, named)
  if (errors !== undefined) return invalid(errors)
  return fileName === undefined ? undefined : fileNameRefusal(fileName)
}
