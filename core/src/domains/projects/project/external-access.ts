import { type Principal, seesAll } from '../../../access/index.js'
import type { Forge } from '../../../app/forge.js'
import type { FieldErrors } from '../../../kernel/index.js'
import type { ProjectRow } from './queries.js'

type Labelled = Pick<ProjectRow, 'externalAuthorizationClassificationLabel'>

const labelOf = (forge: Forge, project: Labelled): string =>
  forge.externalAuthorization.labelOr(project.externalAuthorizationClassificationLabel)

/** Administrators and auditors read every project, whatever the service says: a wrong URL must not lock everybody out. */
const isExempt = (principal: Principal): boolean => principal.kind === 'user' && seesAll(principal)

/** Whether the external authorization service keeps a caller out of a project. Nobody is let in whom it was not asked about: nor anonymous callers and deploy tokens. */
export const isBarred = (forge: Forge, principal: Principal, project: Labelled): boolean => {
  if (!forge.externalAuthorization.isOn || isExempt(principal)) return false
  if (principal.kind !== 'user') return true
  return forge.externalAuthorization.decision(principal.userId, labelOf(forge, project))?.isGranted !== true
}

/** Whether lists over several projects show anything: while an external service authorizes, only to administrators and auditors. */
export const readsAcrossProjects = (forge: Forge, principal: Principal): boolean =>
  !forge.externalAuthorization.isOn || isExempt(principal)

const decisionOf = (forge: Forge, userId: number, label: string) => {
  const user = forge.read.users.byId(userId)
  return user === undefined ? undefined : forge.externalAuthorization.decide(userId, user, label)
}

/** Asks the service about a caller and a project, before the caller is let in; undefined where there is nothing to ask. */
export const askExternalService = (
  forge: Forge,
  principal: Principal,
  project: Labelled,
): Promise<unknown> | undefined => {
  if (!forge.externalAuthorization.isOn || principal.kind !== 'user' || isExempt(principal)) return undefined
  return decisionOf(forge, principal.userId, labelOf(forge, project))
}

/**
 * What is wrong with the classification label that somebody wants to give a project: the service has to let them reach its projects, also
 * administrators. Undefined stays as it is.
 */
export const labelErrors = async (
  forge: Forge,
  principal: Principal,
  label: string | null | undefined,
): Promise<FieldErrors> => {
  if (!forge.externalAuthorization.isOn || label === undefined || principal.kind !== 'user') return {}
  const decision = await decisionOf(forge, principal.userId, forge.externalAuthorization.labelOr(label))
  if (decision?.isGranted === true) return {}
  const reason = decision?.reason === undefined ? '' : `: ${decision.reason}`
  return { external_authorization_classification_label: [`is unavailable${reason}`] }
}
