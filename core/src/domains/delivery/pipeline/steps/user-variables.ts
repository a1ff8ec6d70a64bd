import * as E from 'fp-ts/lib/Either.js'
import type { Reader } from '../../../../app/caller.js'
import type { Forge } from '../../../../app/forge.js'
import { invalid, type Rejection } from '../../../../kernel/index.js'
import { mayInProject, projectFor } from '../../../projects/project/access.js'

/** Whether the user may set variables: maintainers only where the project restricts it. */
export const maySetVariables = (forge: Forge, { principal }: Reader, projectId: number): boolean => {
  const access = projectFor(forge, principal, projectId, 'read_pipeline')
  if (E.isLeft(access)) return false
  return !access.right.project.restrictUserDefinedVariables || mayInProject(access.right, 'admin_ci_variables')
}

/** The refusal of variables that the user may not set. */
export const noUserVariables: Rejection = invalid({ base: ['Insufficient permissions to set pipeline variables'] })
