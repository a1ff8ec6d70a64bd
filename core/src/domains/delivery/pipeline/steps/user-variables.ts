import * as E from 'fp-ts/lib/Either.js'
import type { Reader } from '../../../../app/caller.js'
import type { Forge } from '../../../../app/forge.js'
import { invalid, type Rejection } from '../../../../kernel/index.js'
import { mayInProject, projectFor } from '../../../projects/project/access.js'

/** Whether somebody may give variables along: maintainers alone where the project restricts it. */
export const maySetVariables = (forge: Forge, { principal }: Reader, projectId: number): boolean => {
  const access = projectFor(forge, principal, projectId, 'read_pipeline')
  if (E.isLeft(access)) return false
  return !access.right.project.restrictUserDefinedVariables || mayInProject(access.right, 'admin_ci_variables')
}

/** How a pipeline with variables of somebody who may give none is refused. */
export const noUserVariables: Rejection = invalid({ base: ['Insufficient permissions to set pipeline variables'] })
