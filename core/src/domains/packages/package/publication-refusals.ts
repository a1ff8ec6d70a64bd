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

/** Refuses a Conan package reference that is no digest. */
export const BAD_PACKAGE_REFERENCE = invalid({ conan_package_reference: ['is invalid'] })

/** Refuses a second file of the same name. */
export const FILE_NAME_TAKEN = invalid({ file_name: ['has already been taken'] })

const BAD_FILE_NAME = invalid({ file_name: ['is invalid'] })

/** The refusal of a file name; undefined where it is valid. */
export const fileNameRefusal = (name: string): Rejection | undefined => (isFileName(name) ? undefined : BAD_FILE_NAME)

/** The refusal of the name, the version or the file name of a package; undefined where all are valid. */
export const namingRefusal = (
  type: PackageType,
  named: Parameters<typeof namingErrors>[1],
  fileName: string | undefined,
): Rejection | undefined => {
  const errors = namingErrors(type, named)
  if (errors !== undefined) return invalid(errors)
  return fileName === undefined ? undefined : fileNameRefusal(fileName)
}
