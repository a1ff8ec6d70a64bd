import { findProject, mayInProject } from '@forgefold/core/domains/projects/project'
import { forbidden, refuse } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import type { Route } from '../../../../http/index.js'

/** The most bytes that a commit's files may bring, however they are written. */
const MOST_BYTES = 300 * 1024 * 1024

/** Whoever may write to no branch of the project is told so before its files are read; which branch it is stands among them. */
export const filesInBody = {
  bodyLimit: MOST_BYTES,
  mayBeLarge: ({ forge, principal }, raw) => {
    const found = findProject(forge, principal, raw['id'] ?? '')
    if (E.isLeft(found)) return found
    const { project } = found.right
    const mayWrite =
      principal.kind === 'user' &&
      (mayInProject(found.right, 'push_code') || forge.refRules.mayCollaborateIn(principal, project.id))
    return mayWrite ? found : refuse(forbidden())
  },
} as const satisfies Partial<Route>
