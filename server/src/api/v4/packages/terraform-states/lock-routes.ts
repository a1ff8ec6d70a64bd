import { userById } from '@forgefold/core/domains/identity/user'
import {
  findTerraformState,
  lockTerraformState,
  type TerraformStateRow,
  unlockTerraformState,
} from '@forgefold/core/domains/packages/terraform-state'
import { badParameters, type Rejection, refuse } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  answer,
  type Context,
  ok,
  optional,
  type Route,
  required,
  route,
  string,
} from '../../../../http/index.js'
import { callerOf } from '../../path-ids.js'
import { record, text } from '../../shape.js'
import { area, at, done, forChanging, PATH } from './authorization.js'

const lockShape = record('TerraformLock', {
  ID: text,
  Operation: text,
  Info: text,
  Who: text,
  Version: text,
  Created: text,
  Path: text,
})

/** A lock in Terraform's format, which Terraform shows to users who have to wait. */
const presentLock = ({ forge }: Context, lock: NonNullable<TerraformStateRow['lock']>) => ({
  ID: lock.lockId,
  Operation: lock.operation,
  Info: lock.info,
  Who: userById(forge, lock.userId)?.username ?? '',
  Version: lock.clientVersion,
  Created: lock.at,
  Path: lock.path,
})

const NOT_LOCKED: Rejection = { kind: 'Conflict', message: 'The state is not locked' }

const MAX_LENGTH = 255
const MAX_INFO_LENGTH = 4096

const locked = (context: Context, ref: { readonly project: string; readonly name: string }): Answer => {
  const row = findTerraformState(context.forge, context, ref)
  if (E.isLeft(row)) return row
  const { lock } = row.right
  return lock === undefined ? refuse(NOT_LOCKED) : answer({ status: 409, json: presentLock(context, lock) })
}

/** Routes that lock and unlock a state. */
export const terraformLockRoutes: ReadonlyArray<Route> = [
  route({
    method: 'POST',
    path: `${PATH}/lock`,
    area,
    summary: 'Lock a Terraform state',
    ...forChanging,
    params: {
      ...at,
      ID: required(string(), 'What the client calls its lock', { refusesBlank: true }),
      Operation: optional(string(), 'What the client is about to do'),
      Info: optional(string(), 'What it says of that'),
      Who: optional(string(), 'Whom the client takes itself for; the lock names the user instead'),
      Version: optional(string(), 'The version of the client'),
      Created: optional(string(), 'The time at the client; the lock has its own'),
      Path: optional(string(), 'Where the state is in the words of the client'),
    },
    success: {
      status: 200,
      description: 'The lock',
      schemaFor: lockShape,
      others: { 409: { description: 'The lock that is held', schemaFor: lockShape } },
    },
    handler: async (context, { id: project, name, ID, Operation = '', Info = '', Version = '', Path = '' }) => {
      for (const [field, given, most] of [
        ['ID', ID, MAX_LENGTH],
        ['Operation', Operation, MAX_LENGTH],
        ['Info', Info, MAX_INFO_LENGTH],
        ['Version', Version, MAX_LENGTH],
        ['Path', Path, MAX_INFO_LENGTH],
      ] as const)
        if (given.length > most) return refuse(badParameters(`${field} is too long (maximum is ${most} characters)`))
      const lock = { lockId: ID, operation: Operation, info: Info, clientVersion: Version, path: Path }
      const taken = await lockTerraformState(context.forge, callerOf(context), { project, name, lock })
      if (E.isRight(taken) && taken.right.lock !== undefined) return ok(presentLock(context, taken.right.lock))
      const isHeld = E.isRight(taken) || taken.left.kind === 'Conflict'
      return isHeld ? locked(context, { project, name }) : taken
    },
  }),
  route({
    method: 'DELETE',
    path: `${PATH}/lock`,
    area,
    summary: 'Unlock a Terraform state',
    ...forChanging,
    params: { ...at, ID: optional(string(), 'The lock that is given back; left out, whichever is held') },
    success: {
      status: 200,
      description: 'Unlocked',
      bodiless: true,
      others: { 409: { description: 'The lock that is held', schemaFor: lockShape } },
    },
    handler: async (context, { id: project, name, ID: lockId }) => {
      const unlocked = await unlockTerraformState(context.forge, callerOf(context), { project, name, lockId })
      if (E.isRight(unlocked)) return done
      return unlocked.left.kind === 'Conflict' ? locked(context, { project, name }) : unlocked
    },
  }),
]
