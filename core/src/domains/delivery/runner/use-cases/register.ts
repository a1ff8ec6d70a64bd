import * as E from 'fp-ts/lib/Either.js'
import { administrator, type Principal } from '../../../../access/index.js'
import type { Caller } from '../../../../app/caller.js'
import { createStream } from '../../../../app/create-stream.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { forbidden, invalid, type Rejection, refuse, unavailable } from '../../../../kernel/index.js'
import { currentLimits } from '../../../instance/plan-limits/use-cases.js'
import { groupFor } from '../../../projects/group/access.js'
import { projectFor } from '../../../projects/project/access.js'
import { type RegistrationOwner, registrationOwnerOf } from '../../../projects/registration-token/index.js'
import { runner } from '../decider.js'
import type { RunnerRegistration, RunnerSettings } from '../events.js'
import type { RunnerRow } from '../queries.js'

const TOKEN_LENGTH = 20

/** A runner that was registered, with its authentication token. */
export interface RegisteredRunner {
  readonly runner: RunnerRow
  /** Shown once; only its digest is stored. */
  readonly token: string
}

/** The attributes of a new runner. */
export interface NewRunner {
  readonly settings: RunnerSettings
}

type Place = Pick<RunnerRegistration, 'type' | 'groupId' | 'projectId'>

const placeOf = ({ kind, id }: RegistrationOwner): Place => ({
  type: `${kind}_type`,
  groupId: kind === 'group' ? id : null,
  projectId: kind === 'project' ? id : null,
})

/** How many runners the plan limits take there; 0: as many as there are. */
const limitOf = (forge: Forge, { groupId, projectId }: Place): number => {
  const limits = currentLimits(forge, undefined)
  if (groupId !== null) return limits.ci_registered_group_runners
  return projectId === null ? 0 : limits.ci_registered_project_runners
}

const countIn = ({ read }: Forge, { groupId, projectId }: Place): number =>
  read.runners
    .all()
    .filter((one) => (groupId !== null ? one.groupId === groupId : one.projectIds.includes(projectId ?? 0))).length

const register = async (
  forge: Forge,
  { context }: Caller,
  owner: RegistrationOwner,
  token: string,
  { settings }: NewRunner,
): Promise<E.Either<Rejection, RegisteredRunner>> => {
  const place = placeOf(owner)
  const limit = limitOf(forge, place)
  if (limit > 0 && countIn(forge, place) >= limit)
    return refuse(invalid({ base: [`Maximum number of ci registered ${owner.kind} runners (${limit}) exceeded`] }))
  const registration = { ...place, digest: forge.secrets.digest(token), ...settings }
  const made = await createStream(forge, runner, 'runner', { type: 'Register', registration }, context)
  if (E.isLeft(made)) return made
  const row = forge.read.runners.byId(made.right.id)
  return row === undefined
    ? refuse(unavailable('the read model does not show the runner'))
    : E.right({ runner: row, token })
}

const ownerExists = ({ read }: Forge, { kind, id }: RegistrationOwner): boolean =>
  kind === 'instance' || (kind === 'group' ? read.groups.byId(id) : read.projects.byId(id)) !== undefined

/** Registers a runner with the registration token of the instance, a group or a project. Rejections: `Forbidden`; `Invalid`. */
export const registerRunner: UseCase<NewRunner & { readonly registrationToken: string }, RegisteredRunner> = async (
  forge,
  caller,
  { registrationToken, ...input },
) => {
  const owner = registrationOwnerOf(forge, registrationToken)
  if (owner === undefined || !ownerExists(forge, owner)) return refuse(forbidden())
  const registrars = forge.settings.current().valid_runner_registrars
  if (owner.kind !== 'instance' && !registrars.includes(owner.kind))
    return refuse(forbidden('runner registration disallowed'))
  return register(forge, caller, owner, forge.secrets.token(TOKEN_LENGTH), input)
}

/** Where a new runner is to take jobs, as the API names it. */
export type RunnerPlace =
  | { readonly kind: 'instance' }
  | { readonly kind: 'group'; readonly ref: number }
  | { readonly kind: 'project'; readonly ref: number }

/** The prefix of the tokens of runners that a user created; those that registered themselves have none. */
const CREATED_PREFIX = 'glrt-'

const ownerFor = (forge: Forge, principal: Principal, place: RunnerPlace): E.Either<Rejection, RegistrationOwner> => {
  if (place.kind === 'instance') {
    const admin = administrator(principal)
    return E.isLeft(admin) ? admin : E.right({ kind: 'instance', id: 0 })
  }
  if (place.kind === 'group') {
    const found = groupFor(forge, principal, place.ref, 'admin_group')
    return E.isLeft(found) ? found : E.right({ kind: 'group', id: found.right.group.id })
  }
  const found = projectFor(forge, principal, place.ref, 'admin_project')
  return E.isLeft(found) ? found : E.right({ kind: 'project', id: found.right.project.id })
}

/** Makes a runner without a registration token, for those who look after its place. Rejections: `NotFound` (Project, Group); `Forbidden`; `Invalid`. */
export const createRunner: UseCase<NewRunner & { readonly place: RunnerPlace }, RegisteredRunner> = async (
  forge,
  caller,
  { place, ...input },
) => {
  const owner = ownerFor(forge, caller.principal, place)
  if (E.isLeft(owner)) return owner
  return register(forge, caller, owner.right, `${CREATED_PREFIX}${forge.secrets.token(TOKEN_LENGTH)}`, input)
}
