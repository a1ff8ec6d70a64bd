import * as E from 'fp-ts/lib/Either.js'
import { signedIn } from '../../../../access/index.js'
import { type AvatarChange, avatarErrors, storeAvatar } from '../../../../app/avatar.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, Lookup, UseCase } from '../../../../app/forge.js'
import { shownRow } from '../../../../app/shown-row.js'
import {
  type Changes,
  fieldErrors,
  forbidden,
  given,
  invalid,
  type Rejection,
  refuse,
} from '../../../../kernel/index.js'
import type { Settings } from '../../../instance/settings/catalogue/index.js'
import { pathFromName } from '../../../naming/path.js'
import { isBranchName } from '../../../naming/ref-name.js'
import type { NamespaceRow } from '../../namespace/queries.js'
import { project } from '../decider.js'
import { labelErrors } from '../external-access.js'
import { defaultBranch, defaultVisibility, mayImportFrom, visibilityFindings } from '../instance-rules.js'
import type { ProjectRow } from '../queries.js'
import { projectErrors } from '../rules.js'
import { defaultProjectSettings, type ProjectSettings } from '../settings.js'
import { groupVisibilityOf, limitReached, targetNamespace } from '../steps/target-namespace.js'
import { projectNames } from '../unique-names.js'

export type ProjectChanges = Changes<Omit<ProjectSettings, 'avatar'>>

/** A new project. */
export interface NewProject {
  /** Undefined: the caller's personal namespace. */
  readonly namespaceId: number | undefined
  /** At least one of name and path. */
  readonly settings: ProjectChanges
  readonly forkedFrom?: number | undefined
  /** The HEAD of the empty repository; undefined: the instance's default branch. */
  readonly initialBranch?: string | undefined
  /** The URL to import from; refused, because nothing is imported. */
  readonly importUrl?: string | undefined
  /** Begins the repository with a commit that adds README.md. */
  readonly withReadme?: boolean
  readonly avatar?: AvatarChange
}

const settingsOf = (wanted: ProjectChanges, instance: Settings): ProjectSettings => {
  const name = wanted.name ?? wanted.path ?? ''
  const path = wanted.path ?? pathFromName(name)
  const visibility = defaultVisibility('project', instance)
  const ciConfigPath = instance.default_ci_config_path
  const sharedRunnersEnabled = instance.shared_runners_enabled
  return {
    ...defaultProjectSettings,
    visibility,
    ciConfigPath,
    sharedRunnersEnabled,
    ...given(wanted),
    name,
    path,
  }
}

const importRefusal = (forge: Forge, { importUrl }: NewProject): Rejection | undefined => {
  if (importUrl === undefined || importUrl.trim() === '') return undefined
  if (!mayImportFrom('git', forge.settings.current())) return forbidden()
  return invalid({ import_url: ['is not supported: this server imports no repositories'] })
}

const begin = async (
  forge: Forge,
  context: CommandContext,
  input: NewProject,
  namespace: NamespaceRow,
  settings: ProjectSettings,
  creatorId: number,
): Promise<E.Either<Rejection, number>> => {
  const names = projectNames({ ...settings, namespaceId: namespace.id })
  return forge.aggregates.create(project, 'project', names, context, async (id, execute) => {
    await forge.git.create(id, branchOf(forge, input))
    const [owner, created] = await Promise.all([
      namespace.ownerId === null
        ? E.right(undefined)
        : forge.firstOwners.add('project', id, namespace.ownerId, withNewCommandId(forge, context)),
      execute(creation(forge, input, namespace, settings, creatorId), context),
    ])
    if (E.isLeft(created)) return created
    return E.isLeft(owner) ? owner : E.right(id)
  })
}

const creation = (
  forge: Forge,
  input: NewProject,
  namespace: NamespaceRow,
  settings: ProjectSettings,
  creatorId: number,
) =>
  ({
    type: 'Create',
    namespaceId: namespace.id,
    groupId: namespace.kind === 'group' ? namespace.id : null,
    creatorId,
    forkedFrom: input.forkedFrom ?? null,
    settings,
    bounds: { group: groupVisibilityOf(forge, namespace) },
  }) as const

/**
 * Creates a project with an empty repository.
 *
 * Rejections: `Unauthenticated`; `Invalid` by field (a namespace that the caller may not use, names that are taken, an import); `Forbidden`
 * where the caller has reached the limit of projects.
 */
export const createProject: UseCase<NewProject, ProjectRow> = async (forge, { principal, context }, input) => {
  const creator = signedIn(principal)
  if (E.isLeft(creator)) return creator
  const namespace = targetNamespace(forge, creator.right, input.namespaceId)
  if (E.isLeft(namespace)) return namespace
  const refusal = importRefusal(forge, input)
  if (refusal !== undefined) return refuse(refusal)
  const limit = limitReached(forge, namespace.right)
  if (limit !== undefined) return refuse(limit)
  const instance = forge.settings.current()
  const named = settingsOf(input.settings, instance)
  const errors = fieldErrors({
    ...projectErrors(named, { group: groupVisibilityOf(forge, namespace.right) }),
    ...avatarErrors(input.avatar),
    ...visibilityFindings(named.visibility, creator.right.admin, instance),
    ...(isBranchName(branchOf(forge, input)) ? {} : { default_branch: ['is invalid'] }),
    ...(await labelErrors(forge, principal, named.externalAuthorizationClassificationLabel)),
  })
  if (errors !== undefined) return refuse(invalid(errors))
  const settings = input.avatar == null ? named : { ...named, avatar: await storeAvatar(forge, input.avatar) }
  const id = await begin(forge, context, input, namespace.right, settings, creator.right.userId)
  if (E.isLeft(id)) return id
  if (input.withReadme === true) {
    const written = await writeReadme(forge, context, branchOf(forge, input), id.right, settings, creator.right.userId)
    if (E.isLeft(written)) return written
  }
  return shownProject(forge, id.right)
}

const branchOf = (forge: Forge, input: NewProject): string =>
  input.initialBranch === undefined || input.initialBranch === ''
    ? defaultBranch(forge.settings.current())
    : input.initialBranch

const writeReadme = (
  forge: Forge,
  context: CommandContext,
  branch: string,
  projectId: number,
  { name, description }: ProjectSettings,
  userId: number,
): Promise<E.Either<Rejection, void>> => {
  const about = description === null || description === '' ? '' : `\n${description}\n`
  return forge.projectRepositories.writeFirstCommit(withNewCommandId(forge, context), {
    projectId,
    branch,
    readme: `# ${name}\n${about}`,
    message: 'Initial commit',
    userId,
  })
}

/** The project as the read model shows it. Rejections: `Unavailable`. */
export const shownProject: Lookup<number, E.Either<Rejection, ProjectRow>> = (forge, id) => {
  return shownRow(forge.read.projects.byId(id), 'project')
}
