import * as E from 'fp-ts/lib/Either.js'
import { signedIn } from '../../../../access/instance-policy.js'
import type { Caller } from '../../../../app/caller.js'
import { createStream } from '../../../../app/create-stream.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { putText } from '../../../../app/long-text.js'
import { shownRow } from '../../../../app/shown-row.js'
import { type Rejection, refuse, tooLarge } from '../../../../kernel/index.js'
import {
  type TerraformStateCommand,
  type TerraformStateLock,
  type TerraformStateName,
  terraformState,
} from '../aggregate.js'
import type { TerraformStateRow } from '../queries.js'
import { contentOf } from '../steps/content.js'
import { authorizeTerraformStates, findTerraformState, type TerraformStateRef } from './read.js'

type Beginning = Extract<TerraformStateCommand, { readonly place: TerraformStateName }>

/** Executes a command on the state of that name, which is created where it is missing. */
const changeOrBegin = (
  forge: Forge,
  { context }: Caller,
  command: Beginning,
): Promise<E.Either<Rejection, TerraformStateRow>> => {
  const { projectId, name } = command.place
  return forge.mutex.run(['terraform_state', projectId, name].join('\0'), async () => {
    const known = forge.read.terraformStates.find(projectId, name)
    const done =
      known === undefined
        ? await createStream(forge, terraformState, 'terraform_state', command, context)
        : await forge.aggregates.execute(terraformState, known.id, command, context)
    if (E.isLeft(done)) return done
    return shownRow(forge.read.terraformStates.find(projectId, name), 'state')
  })
}

/** A version of a state that Terraform sends. */
export interface WriteTerraformState extends TerraformStateRef {
  readonly serial: number
  readonly content: string
  /** The lock that the client holds. */
  readonly lockId?: string | undefined
}

/** The state where it has exactly this version already: a client that missed the response sends it again. */
const repeated = async (
  forge: Forge,
  projectId: number,
  { name, serial, content, lockId }: WriteTerraformState,
): Promise<TerraformStateRow | undefined> => {
  const row = forge.read.terraformStates.find(projectId, name)
  const version = row === undefined ? undefined : forge.read.terraformStates.version(row.id, serial)
  if (version === undefined || row?.lock?.lockId !== lockId) return undefined
  return (await contentOf(forge, version)) === content ? row : undefined
}

/** Keeps a version of a state, sealed: states hold secrets. Rejections: as `authorizeTerraformStates`; `Invalid` (name); `Conflict` where another lock is held; `Unprocessable` where another version has the serial. */
export const writeTerraformState: UseCase<WriteTerraformState, TerraformStateRow> = async (forge, caller, input) => {
  const { project, name, serial, content, lockId } = input
  const access = authorizeTerraformStates(forge, caller, { project, ability: 'admin_terraform_state' })
  if (E.isLeft(access)) return access
  const known = await repeated(forge, access.right.project.id, input)
  if (known !== undefined) return E.right(known)
  const digest = await putText(forge.packageFiles, forge.secretBox.seal(content))
  if (digest === undefined) return refuse(tooLarge)
  const { principal } = caller
  const pipelineId = principal.kind === 'user' ? (principal.credential.pipelineId ?? null) : null
  const version = { serial, sha256: digest.sha256, size: digest.size, pipelineId }
  const place = { projectId: access.right.project.id, name }
  return changeOrBegin(forge, caller, { type: 'Write', place, version, lockId })
}

/** Takes the lock of a state. Rejections: as `authorizeTerraformStates`; `Unauthenticated`; `Invalid` (name); `Conflict` where it is held. */
export const lockTerraformState: UseCase<
  TerraformStateRef & { readonly lock: Omit<TerraformStateLock, 'userId'> },
  TerraformStateRow
> = async (forge, caller, { project, name, lock }) => {
  const access = authorizeTerraformStates(forge, caller, { project, ability: 'admin_terraform_state' })
  if (E.isLeft(access)) return access
  const user = signedIn(caller.principal)
  if (E.isLeft(user)) return user
  const place = { projectId: access.right.project.id, name }
  return changeOrBegin(forge, caller, { type: 'Lock', place, lock: { ...lock, userId: user.right.userId } })
}

const change = async (
  forge: Forge,
  caller: Caller,
  ref: TerraformStateRef,
  command: TerraformStateCommand,
): Promise<E.Either<Rejection, void>> => {
  const found = findTerraformState(forge, caller, ref)
  if (E.isLeft(found)) return found
  const done = await forge.aggregates.execute(terraformState, found.right.id, command, caller.context)
  return E.isLeft(done) ? done : E.right(undefined)
}

/** Releases the lock of a state; without its id, regardless of the holder. Rejections: as `authorizeTerraformStates`; `NotFound`; `Conflict` where another lock is held. */
export const unlockTerraformState: UseCase<TerraformStateRef & { readonly lockId?: string | undefined }, void> = async (
  forge,
  caller,
  { lockId, ...ref },
) => change(forge, caller, ref, { type: 'Unlock', lockId })

/** Deletes a version of a state. Rejections: as `authorizeTerraformStates`; `NotFound`. */
export const deleteTerraformStateVersion: UseCase<TerraformStateRef & { readonly serial: number }, void> = async (
  forge,
  caller,
  { serial, ...ref },
) => change(forge, caller, ref, { type: 'DeleteVersion', serial })

/** Deletes a state with its versions. Rejections: as `authorizeTerraformStates`; `NotFound`; `Conflict` while it is locked. */
export const deleteTerraformState: UseCase<TerraformStateRef, void> = async (forge, caller, ref) =>
  change(forge, caller, ref, { type: 'Delete' })
