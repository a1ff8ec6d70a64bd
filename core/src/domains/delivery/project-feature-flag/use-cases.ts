import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../access/index.js'
import { withNewCommandId } from '../../../app/command-context.js'
import type { Forge, Query, UseCase } from '../../../app/forge.js'
import { shownRow } from '../../../app/shown-row.js'
import { type Changes, notFound, type Rejection, refuse, refused } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import { type ProjectRef, projectFor } from '../../projects/project/access.js'
import { type FlagDetails, flagName, projectFeatureFlag } from './aggregate.js'
import type { ProjectFeatureFlagRow } from './queries.js'
import { draftNumbers, numbersFor } from './steps/strategy-numbers.js'
import type { Strategy } from './strategy.js'
import { changedStrategies, type FreshNumbers, type StrategyInput } from './strategy-input.js'

/** A feature flag as the API names it. */
export interface ProjectFeatureFlagRef {
  readonly project: ProjectRef
  readonly name: string
}

/** Which feature flags of a project. */
export interface ListProjectFeatureFlags {
  readonly project: ProjectRef
  readonly active: boolean | undefined
  readonly page: PageRequest
}

/** The feature flags of a project, by name. Rejections: `NotFound` (Project); `Forbidden` below developers. */
export const listProjectFeatureFlags: Query<ListProjectFeatureFlags, Page<ProjectFeatureFlagRow>> = (
  forge,
  { principal },
  { project, active, page },
) => {
  const access = projectFor(forge, principal, project, 'read_feature_flag')
  if (E.isLeft(access)) return access
  return E.right(forge.read.projectFeatureFlags.list({ projectId: access.right.project.id, active }, page))
}

const find = (
  forge: Forge,
  principal: Principal,
  { project, name }: ProjectFeatureFlagRef,
  ability: 'read_feature_flag' | 'admin_feature_flag',
): E.Either<Rejection, ProjectFeatureFlagRow> => {
  const access = projectFor(forge, principal, project, ability)
  if (E.isLeft(access)) return access
  return E.fromNullable(notFound())(forge.read.projectFeatureFlags.named(access.right.project.id, name))
}

/** One feature flag. Rejections: `NotFound` (Project, or none of that name); `Forbidden`. */
export const getProjectFeatureFlag: Query<ProjectFeatureFlagRef, ProjectFeatureFlagRow> = (forge, { principal }, ref) =>
  find(forge, principal, ref, 'read_feature_flag')

/** Refuses strategies that refer to a list of another project. */
const foreignList = (forge: Forge, projectId: number, wanted: ReadonlyArray<StrategyInput>): Rejection | undefined => {
  const isForeign = ({ userListId = null }: StrategyInput): boolean =>
    userListId !== null && forge.read.featureFlagUserLists.byId(projectId, userListId) === undefined
  return wanted.some(isForeign) ? refused(['Strategies user list must belong to the same project']) : undefined
}

/** A new feature flag. */
export interface NewProjectFeatureFlag extends ProjectFeatureFlagRef {
  readonly description: string | null
  readonly active: boolean
  readonly strategies: ReadonlyArray<StrategyInput>
}

const shown = (forge: Forge, projectId: number, name: string): E.Either<Rejection, ProjectFeatureFlagRow> => {
  return shownRow(forge.read.projectFeatureFlags.named(projectId, name), 'feature flag')
}

/** Makes a feature flag. Rejections: `NotFound` (Project); `Forbidden` below developers; `Refused` with what is wrong; `RecordNotFound`. */
export const createProjectFeatureFlag: UseCase<NewProjectFeatureFlag, ProjectFeatureFlagRow> = async (
  forge,
  { principal, context },
  { project, strategies: wanted, ...given },
) => {
  const access = projectFor(forge, principal, project, 'admin_feature_flag')
  if (E.isLeft(access)) return access
  const { id: projectId } = access.right.project
  const foreign = foreignList(forge, projectId, wanted)
  if (foreign !== undefined) return refuse(foreign)
  const draft = E.chain((strategies: ReadonlyArray<Strategy>) =>
    projectFeatureFlag.decide({ type: 'Create', projectId, ...given, strategies })(projectFeatureFlag.initial),
  )(changedStrategies([], wanted, draftNumbers()))
  if (E.isLeft(draft)) return draft
  const numbers = numbersFor(forge, wanted)
  const names = [flagName({ projectId, name: given.name })]
  return forge.aggregates.create(projectFeatureFlag, 'project_feature_flag', names, context, async (_, execute) => {
    const strategies = E.chain((fresh: FreshNumbers) => changedStrategies([], wanted, fresh))(await numbers)
    if (E.isLeft(strategies)) return strategies
    const command = { type: 'Create', projectId, ...given, strategies: strategies.right } as const
    const done = await execute(command, withNewCommandId(forge, context))
    return E.isLeft(done) ? done : shown(forge, projectId, given.name)
  })
}

/** A change of a feature flag; omitted fields stay as they are. */
export interface ChangeProjectFeatureFlag extends ProjectFeatureFlagRef {
  readonly changes: Changes<Omit<FlagDetails, 'strategies'>>
  readonly strategies: ReadonlyArray<StrategyInput>
}

/** Changes a feature flag. Rejections: those of making one; `NotFound` for none of that name. */
export const changeProjectFeatureFlag: UseCase<ChangeProjectFeatureFlag, ProjectFeatureFlagRow> = async (
  forge,
  { principal, context },
  { changes, strategies: wanted, ...ref },
) => {
  const found = find(forge, principal, ref, 'admin_feature_flag')
  if (E.isLeft(found)) return found
  const { id, projectId, name, strategies: there } = found.right
  const foreign = foreignList(forge, projectId, wanted)
  if (foreign !== undefined) return refuse(foreign)
  const numbers = await numbersFor(forge, wanted)
  if (E.isLeft(numbers)) return numbers
  const strategies = changedStrategies(there, wanted, numbers.right)
  if (E.isLeft(strategies)) return strategies
  const command = { type: 'Change', changes: { ...changes, strategies: strategies.right } } as const
  const done = await forge.aggregates.execute(projectFeatureFlag, id, command, context)
  return E.isLeft(done) ? done : shown(forge, projectId, changes.name ?? name)
}

/** Deletes a feature flag, and returns it. Rejections: `NotFound` (Project, or the flag); `Forbidden`. */
export const deleteProjectFeatureFlag: UseCase<ProjectFeatureFlagRef, ProjectFeatureFlagRow> = async (
  forge,
  { principal, context },
  ref,
) => {
  const found = find(forge, principal, ref, 'admin_feature_flag')
  if (E.isLeft(found)) return found
  const gone = await forge.aggregates.execute(projectFeatureFlag, found.right.id, { type: 'Delete' }, context)
  return E.isLeft(gone) ? gone : found
}
