import * as E from 'fp-ts/lib/Either.js'
import type { SignedIn } from '../../../../access/principal.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { prefetchNumber } from '../../../../app/numbers.js'
import { forbidden, invalid, type Rejection, recordNotFound, refuse } from '../../../../kernel/index.js'
import type { ObjectId } from '../../../../ports/git.js'
import { mayInProject, type ProjectRef, projectFor } from '../../../projects/project/access.js'
import { branchRef } from '../../../projects/repository/ref-names.js'
import type { EnvironmentRow } from '../../environment/queries.js'
import { ensureEnvironment } from '../../environment/steps/ensure-environment.js'
import { mayDeployTo } from '../../protected-environment/facts.js'
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

const record = async (
  forge: Forge,
  context: CommandContext,
  { id: environmentId, projectId }: EnvironmentRow,
  userId: number,
  { project: _project, environment: _environment, status, ...reported }: CreateDeployment,
  numbers: Numbers,
): Promise<E.Either<Rejection, DeploymentRow>> => {
  const [id, iid] = await Promise.all(numbers)
  if (E.isLeft(id)) return id
  if (E.isLeft(iid)) return iid
  const data = { ...reported, projectId, environmentId, iid: iid.right, userId, jobId: null }
  const made = await forge.aggregates.execute(
    deployment,
    id.right,
    { type: 'Create', ...data, status, at: context.at },
    context,
  )
  if (E.isLeft(made)) return made
  const row = forge.read.deployments.find(projectId, id.right)
  if (row === undefined) {
    // The environment was deleted meanwhile, so the deployment is deleted too.
    await forge.aggregates.execute(
      deployment,
      id.right,
      { type: 'DeleteWithEnvironment' },
      withNewCommandId(forge, context),
    )
    return refuse(recordNotFound)
  }
  if (status === 'success') await followSuccess(forge, context, row)
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
  // Where nothing speaks against the deployment so far, its numbers are allocated while the environment is created.
  const ahead = E.isRight(await deployedCommit(forge, projectId, input)) ? numbersOf(forge, projectId) : undefined
  const place = await ensureEnvironment(forge, withNewCommandId(forge, context), {
    projectId,
    name: input.environment,
    externalUrl: null,
    tier: undefined,
  })
  if (E.isLeft(place)) return place
  const made = forge.read.environments.find(projectId, place.right)
  return made === undefined ? refuse(forbidden()) : recordIn(forge, context, principal, made, input, ahead)
}

const recordIn = async (
  forge: Forge,
  context: CommandContext,
  principal: SignedIn,
  place: EnvironmentRow,
  input: CreateDeployment,
  ahead?: Numbers,
): Promise<E.Either<Rejection, DeploymentRow>> => {
  if (!mayDeployTo(forge, principal, place)) return refuse(forbidden())
  const commit = await deployedCommit(forge, place.projectId, input)
  if (E.isLeft(commit)) return commit
  const reported = { ...input, sha: commit.right }
  const last = forge.read.deployments.latest(place.id)
  if (last !== undefined && isRepeated(reported, last)) return E.right(last)
  return record(forge, context, place, principal.userId, reported, ahead ?? numbersOf(forge, place.projectId))
}
