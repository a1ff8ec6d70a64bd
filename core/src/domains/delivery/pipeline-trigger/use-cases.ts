import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../access/index.js'
import type { Caller } from '../../../app/caller.js'
import { createStream } from '../../../app/create-stream.js'
import type { Forge, Query, UseCase } from '../../../app/forge.js'
import { shownRow } from '../../../app/shown-row.js'
import { forbidden, notFound, type Rejection, refuse } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import { principalOfUser } from '../../identity/user/use-cases/read.js'
import { type ProjectRef, projectFor, projectNamed } from '../../projects/project/access.js'
import type { PipelineVariable } from '../pipeline/events.js'
import type { PipelineRow } from '../pipeline/queries.js'
import { runPipeline } from '../pipeline/use-cases/pipelines.js'
import { type PipelineTriggerCommand, pipelineTrigger } from './aggregate.js'
import type { PipelineTriggerRow } from './queries.js'

/** A trigger of a project as the API names it. */
export interface PipelineTriggerRef {
  readonly project: ProjectRef
  readonly id: number
}

const find = (
  forge: Forge,
  principal: Principal,
  { project, id }: PipelineTriggerRef,
): E.Either<Rejection, PipelineTriggerRow> => {
  const access = projectFor(forge, principal, project, 'admin_ci_variables')
  if (E.isLeft(access)) return access
  return E.fromNullable(notFound('Trigger'))(forge.read.pipelineTriggers.find(access.right.project.id, id))
}

/** Triggers of a project. Rejections: `NotFound` (Project); `Forbidden` below maintainers. */
export const listPipelineTriggers: Query<
  { readonly project: ProjectRef; readonly page: PageRequest },
  Page<PipelineTriggerRow>
> = (forge, { principal }, { project, page }) => {
  const access = projectFor(forge, principal, project, 'admin_ci_variables')
  return E.isLeft(access) ? access : E.right(forge.read.pipelineTriggers.list(access.right.project.id, page))
}

/** One trigger. Rejections: `NotFound` (Project, Trigger); `Forbidden`. */
export const getPipelineTrigger: Query<PipelineTriggerRef, PipelineTriggerRow> = (forge, { principal }, ref) =>
  find(forge, principal, ref)

/** How many characters of a token are visible to others than its owner. */
const HINT = 4

/** The token of a trigger: whole for its owner, its first characters for others. */
export const shownTriggerToken: Query<PipelineTriggerRow, string> = (forge, { principal }, { token, ownerId }) => {
  const clear = forge.secretBox.open(token) ?? ''
  return E.right(principal.kind === 'user' && principal.userId === ownerId ? clear : clear.slice(0, HINT))
}

const TOKEN_BYTES = 20

/** Creates a trigger, whose pipelines run for its creator. Rejections: `NotFound` (Project); `Forbidden`; `Invalid` (description). */
export const createPipelineTrigger: UseCase<
  { readonly project: ProjectRef; readonly description: string },
  PipelineTriggerRow
> = async (forge, { principal, context }, { project, description }) => {
  const access = projectFor(forge, principal, project, 'admin_ci_variables')
  if (E.isLeft(access)) return access
  if (principal.kind !== 'user') return refuse(forbidden())
  const { id: projectId } = access.right.project
  const clear = forge.secrets.hex(TOKEN_BYTES)
  const [digest, token] = [forge.secrets.digest(clear), forge.secretBox.seal(clear)]
  const command = { type: 'Create', projectId, ownerId: principal.userId, description, digest, token } as const
  const made = await createStream(forge, pipelineTrigger, 'pipeline_trigger', command, context)
  if (E.isLeft(made)) return made
  return shownRow(forge.read.pipelineTriggers.find(projectId, made.right.id), 'trigger')
}

const execute = async (
  forge: Forge,
  { principal, context }: Caller,
  ref: PipelineTriggerRef,
  command: PipelineTriggerCommand,
): Promise<E.Either<Rejection, PipelineTriggerRow>> => {
  const found = find(forge, principal, ref)
  if (E.isLeft(found)) return found
  const done = await forge.aggregates.execute(pipelineTrigger, found.right.id, command, context)
  if (E.isLeft(done)) return done
  return E.right(forge.read.pipelineTriggers.find(found.right.projectId, found.right.id) ?? found.right)
}

/** Changes the description of a trigger. Rejections: as `getPipelineTrigger`; `Invalid` (description). */
export const changePipelineTrigger: UseCase<
  { readonly trigger: PipelineTriggerRef; readonly description: string },
  PipelineTriggerRow
> = async (forge, caller, { trigger, description }) => execute(forge, caller, trigger, { type: 'Change', description })

/** Deletes a trigger, and with it its token. Rejections: as `getPipelineTrigger`. */
export const deletePipelineTrigger: UseCase<PipelineTriggerRef, PipelineTriggerRow> = async (forge, caller, ref) =>
  execute(forge, caller, ref, { type: 'Delete' })

/** A pipeline requested with a trigger token. */
export interface TriggerPipeline {
  readonly project: ProjectRef
  readonly token: string
  readonly ref: string
  readonly variables: Readonly<Record<string, string>>
}

const variablesOf = (given: TriggerPipeline['variables']): ReadonlyArray<PipelineVariable> =>
  Object.entries(given).map(([key, value]) => ({ key, value, type: 'env_var' }))

/**
 * Creates a pipeline in the name of the trigger's owner. Rejections: `NotFound` for a token that is not the project's; `Forbidden`, `Invalid`
 * and `Throttled` as for a pipeline that the owner requests.
 */
export const triggerPipeline: UseCase<TriggerPipeline, PipelineRow> = async (
  forge,
  { context },
  { project: ref, token, variables, ref: wanted },
) => {
  const row = forge.read.pipelineTriggers.byDigest(forge.secrets.digest(token))
  const project = projectNamed(forge, ref)
  if (row === undefined || project === undefined || row.projectId !== project.id) return refuse(notFound())
  const principal = principalOfUser(forge, row.ownerId)
  if (principal === undefined) return refuse(notFound())
  const input = { project: project.id, ref: wanted, variables: variablesOf(variables) }
  return runPipeline(forge, { principal, context }, { ...input, source: 'trigger', triggerId: row.id })
}
