import type { Forge } from '@forgefold/core/app'
import { npmForwarding } from '@forgefold/core/domains/packages/package'
import { type ProjectRow, projectNamed } from '@forgefold/core/domains/projects/project'
import { missing, notFound, type Rejection } from '@forgefold/core/kernel'
import { required, string } from '../../../../../http/index.js'
import { projectId } from '../../../path-ids.js'

/** The part of the documentation that the protocol of npm belongs to. */
export const area = 'Package registry: npm'

/** Where npm finds the registry of a project. */
export const BASE = '/projects/:id/packages/npm'

const packageName = required(string(), 'The name of the package, with its scope')

/** The path parameters of one package. */
export const at = { id: projectId, package_name: packageName }

/** The project that `before` has found. */
export const projectOf = (forge: Forge, ref: string): ProjectRow => {
  const project = projectNamed(forge, ref)
  if (project === undefined) throw new Error('the project went away')
  return project
}

/** A package that is not here is not looked for elsewhere; where the settings promise that, the refusal says so. */
export const unknownPackage = (forge: Forge): Rejection =>
  npmForwarding(forge.settings.current())
    ? missing('404 Package Not Found - this server forwards no requests to other registries')
    : notFound('Package')
