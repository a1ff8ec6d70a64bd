import * as E from 'fp-ts/lib/Either.js'
import type { SignedIn } from '../../../../access/principal.js'
import type { Beside } from '../../../../app/begin-beside.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { prefetchNumber } from '../../../../app/numbers.js'
import { forbidden, invalid, type Rejection, recordNotFound, refuse } from '../../../../kernel/index.js'
import type { ObjectId } from '../../../../ports/git.js'
import { mayInProject, type ProjectRef, projectFor } from '../../../projects/project/access.js'
import { branchRef } from '../../../projects/repository/refs.js'
import type { EnvironmentRow } from '../../environment/queries.js'
import { ensureEnvironment } from '../../environment/steps/ensure-environment.js'
import { nameErrors } from '../../environment-naming/scope.js'
import { guessTier } from '../../environment-naming/tier.js'
import { mayDeployTo } from '../../protected-environment/facts.js'
import type { DeploymentCommand } from '../commands.js'
import { deployment } from '../decider.js'
import type { DeploymentCreatedData } from '../events.js'
import type { DeploymentRow } from '../queries.js'
import type { RequestedStatus } from '../status.js'
import { followSuccess } from '../steps/follow-success.js'

/** A deployment that happens elsewhere, as a client reports it. */
export interface CreateDeployment
  extends Omit<DeploymentCreatedData, 'projectId' | 'iid' | 'environmentId' | 'userId' | 'jobId'> {
  readonly project: ProjectRef
  /** The name of its environment. */
  readonly environment: string
  /** Any revision of the repository; its full id is recorded. */
  readonly sha: string
  readonly status: RequestedStatus
}

/** The target of a ref: for branches the history knows it, without asking git. */
const targetOf = async (forge: Forge, projectId: number, ref: string): Promise<ObjectId | undefined> =>
  forge.read.repositories.ref(projectId, branchRef(ref)) ?? forge.git.of(projectId).resolve(ref)

/** The commit that is deployed. Rejections: `Invalid`, with all errors in commit and ref together. */
const deployedCommit = async (
  forge: Forge,
  projectId: number,
  { sha, ref }: Pick<CreateDeployment, 'sha' | 'ref'>,
): Promise<E.Either<Rejection, ObjectId>> => {
  const repository = forge.git.of(projectId)
  const [commit, target] = await Promise.all([repository.resolve(sha), targetOf(forge, projectId, ref)])
  if (commit !== undefined && target !== undefined) return E.right(commit)
  return refuse(
    invalid({
      ...(commit === undefined ? { sha: ['The commit does not exist'] } : {}),
      ...(target === undefined ? { ref: ['The branch or tag does not exist'] } : {}),
    }),
  )
}

const isRepeated = (input: CreateDeployment, last: DeploymentRow | undefined): boolean =>
  last !== undefined &&
  input.status === last.status &&
  input.ref === last.ref &&
  input.tag === last.tag &&
  input.sha === last.sha

type Numbers = readonly [id: ReturnType<typeof prefetchNumber>, iid: ReturnType<typeof prefetchNumber>]

const numbersOf = (forge: Forge, projectId: number): Numbers => [
  prefetchNumber(forge, 'deployment'),
  prefetchNumber(forge, `project-${projectId}-deployment`),
]

/** Where a deployment goes: an environment that is there, or that is made beside it under this name. */
interface Place {
  readonly environmentId: number
  readonly projectId: number
  readonly introduces?: string
}

/** Writes the deployment; its number. */
const record = async (
  forge: Forge,
  context: CommandContext,
  place: Place,
  userId: number,
  reported: CreateDeployment,
  numbers: Numbers,
): Promise<E.Either<Rejection, number>> => {
  const [id, iid] = await Promise.all(numbers)
  if (E.isLeft(id)) return id
  if (E.isLeft(iid)) return iid
  const { ref, tag, sha, status } = reported
  const { projectId, environmentId, introduces } = place
  // Member by member: behind a spread V8 makes a dictionary of it.
  const command: DeploymentCommand = {
    type: 'Create',
    projectId,
    iid: iid.right,
    environmentId,
    ref,
    tag,
    sha,
    userId,
    jobId: null,
    status,
    introduces,
    at: context.at,
  }
  const made = await forge.aggregates.execute(deployment, id.right, command, context)
  return E.isLeft(made) ? made : id
}

/** The deployment as the read model shows it, and what follows from its success. */
const shown = async (
  forge: Forge,
  context: CommandContext,
  projectId: number,
  id: number,
): Promise<E.Either<Rejection, DeploymentRow>> => {
  const row = forge.read.deployments.find(projectId, id)
  if (row === undefined) {
    // The environment was deleted meanwhile, so the deployment is deleted too.
    await forge.aggregates.execute(deployment, id, { type: 'DeleteWithEnvironment' }, withNewCommandId(forge, context))
    return refuse(recordNotFound)
  }
  if (row.status === 'success') await followSuccess(forge, context, row)
  return E.right(row)
}

/**
 * Records a deployment that happens elsewhere; its environment is created where it is missing.
 *
 * A repetition of the environment's last success returns that deployment.
 * Rejections: `NotFound` (Project); `Forbidden`; `Invalid` (environment name, sha, ref).
 */
export const createDeployment: UseCase<CreateDeployment, DeploymentRow> = async (forge, caller, input) => {
  const { principal, context } = caller
  const access = projectFor(forge, principal, input.project, 'create_deployment')
  if (E.isLeft(access)) return access
  if (principal.kind !== 'user' || !mayInProject(access.right, 'create_environment')) return refuse(forbidden())
  const projectId = access.right.project.id
  const known = forge.read.environments.named(projectId, input.environment)
  if (known !== undefined) return recordIn(forge, context, principal, known, input)
  return recordInNew(forge, context, principal, projectId, input)
}

/** Creates the environment, and the deployment concurrently where nothing speaks against it. A reactor completes what a crash interrupted. */
const recordInNew = async (
  forge: Forge,
  context: CommandContext,
  principal: SignedIn,
  projectId: number,
  input: CreateDeployment,
): Promise<E.Either<Rejection, DeploymentRow>> => {
  const { environment: name } = input
  const commit = await deployedCommit(forge, projectId, input)
  const isSound =
    E.isRight(commit) &&
    nameErrors(name).length === 0 &&
    mayDeployTo(forge, principal, { projectId, name, tier: guessTier(name) })
  let ahead = isSound ? numbersOf(forge, projectId) : undefined
  const nextNumbers = (): Numbers => {
    const numbers = ahead ?? numbersOf(forge, projectId)
    ahead = undefined
    return numbers
  }
  let recorded: { readonly id: number; readonly environmentId: number } | undefined
  const beside: Beside = async (environmentId) => {
    const place = { environmentId, projectId, introduces: name }
    const reported = { ...input, sha: E.isRight(commit) ? commit.right : input.sha }
    const own = withNewCommandId(forge, context)
    const made = await record(forge, own, place, principal.userId, reported, nextNumbers())
    recorded = E.isRight(made) ? { id: made.right, environmentId } : undefined
    return made
  }
  const wanted = { projectId, name, externalUrl: null, tier: undefined }
  const place = await ensureEnvironment(forge, withNewCommandId(forge, context), wanted, isSound ? beside : undefined)
  if (E.isLeft(place)) return place
  // Where another server was first with the name, its environment counts, and the reactor deletes what was recorded beside the lost one.
  if (recorded?.environmentId === place.right) return shown(forge, context, projectId, recorded.id)
  const made = forge.read.environments.find(projectId, place.right)
  return made === undefined ? refuse(forbidden()) : recordIn(forge, context, principal, made, input, nextNumbers)
}

const recordIn = async (
  forge: Forge,
  context: CommandContext,
  principal: SignedIn,
  place: EnvironmentRow,
  input: CreateDeployment,
  nextNumbers = () => numbersOf(forge, place.projectId),
): Promise<E.Either<Rejection, DeploymentRow>> => {
  if (!mayDeployTo(forge, principal, place)) return refuse(forbidden())
  const { projectId, id: environmentId } = place
  const commit = await deployedCommit(forge, projectId, input)
  if (E.isLeft(commit)) return commit
  const reported = { ...input, sha: commit.right }
  const last = forge.read.deployments.latest(environmentId)
  if (last !== undefined && isRepeated(reported, last)) return E.right(last)
  const made = await record(forge, context, { environmentId, projectId }, principal.userId, reported, nextNumbers())
  return E.isLeft(made) ? made : shown(forge, context, projectId, made.right)
}
