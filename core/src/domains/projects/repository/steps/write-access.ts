import * as E from 'fp-ts/lib/Either.js'
import { signedIn } from '../../../../access/instance-policy.js'
import type { SignedIn } from '../../../../access/principal.js'
import type { Reader } from '../../../../app/caller.js'
import type { Forge } from '../../../../app/forge.js'
import { forbidden, type Rejection } from '../../../../kernel/index.js'
import { findProject, mayInProject, type ProjectRef } from '../../project/access.js'
import type { ProjectRow } from '../../project/queries.js'
import type { RefRequest } from '../ref-rules.js'

/** A user who may write to a project's repository. */
export interface Writer {
  readonly project: ProjectRow
  readonly user: SignedIn
}

/** Rejections: `NotFound` (Project) where it is hidden; `Forbidden` for callers who may not push, anonymous ones included. */
export const writerOf = (
  forge: Forge,
  { principal }: Reader,
  ref: ProjectRef,
  reason?: string,
): E.Either<Rejection, Writer> => {
  const found = findProject(forge, principal, ref)
  if (E.isLeft(found)) return found
  const user = signedIn(principal)
  if (E.isLeft(user) || !mayInProject(found.right, 'push_code')) return E.left(forbidden(reason))
  return E.right({ project: found.right.project, user: user.right })
}

/** A user who may write to an existing branch: who may push, or whom a merge request from it allows. Rejections: as `writerOf`. */
export const branchWriterOf = (
  forge: Forge,
  caller: Reader,
  ref: ProjectRef,
  branch: string,
  reason?: string,
): E.Either<Rejection, Writer> => {
  const writer = writerOf(forge, caller, ref, reason)
  const found = findProject(forge, caller.principal, ref)
  const user = signedIn(caller.principal)
  if (E.isRight(writer) || E.isLeft(found) || E.isLeft(user)) return writer
  const { project } = found.right
  return forge.refRules.mayCollaborateOn(user.right, project.id, branch)
    ? E.right({ project, user: user.right })
    : writer
}

/** The refusal of a change by the ref rules: `Forbidden` with the rule's sentence, or the given one; undefined where they allow it. */
export const refRuleRefusal = (
  forge: Forge,
  writer: Writer,
  request: Pick<RefRequest, 'ref' | 'change'> & { readonly forced?: boolean },
  sentence?: string,
): Rejection | undefined => {
  const { project, user } = writer
  const asked = { forced: false, ...request, projectId: project.id, principal: user, via: 'api' } as const
  const refusal = forge.refRules.refusal(asked)
  return refusal === undefined ? undefined : forbidden(sentence ?? refusal)
}
