import type { Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { mayInProject } from '@forgefold/core/domains/projects/project'
import { BRANCHES, branchRef, type OpenedRepository } from '@forgefold/core/domains/projects/repository'
import type { Commit, ObjectId, Ref } from '@forgefold/core/ports'
import { presentCommit } from './commit-presenter.js'

interface Shown {
  readonly forge: Forge
  readonly principal: Principal
  readonly opened: OpenedRepository
  /** The head of the default branch, and the branches merged into it, itself among them. */
  readonly root: ObjectId | undefined
  readonly merged: ReadonlySet<string>
  /** A merge request lets the caller push to some branch. */
  readonly collaborates: boolean
}

const rootOf = async ({ git, project }: OpenedRepository): Promise<ObjectId | undefined> =>
  project.defaultBranch === null ? undefined : git.ref(branchRef(project.defaultBranch))

const collaboratesIn = (forge: Forge, principal: Principal, { project }: OpenedRepository): boolean =>
  principal.kind === 'user' && forge.refRules.mayCollaborateIn(principal, project.id)

/** What all branches of a repository are shown with. */
export const shownFor = async (forge: Forge, principal: Principal, opened: OpenedRepository): Promise<Shown> => {
  const root = await rootOf(opened)
  const merged = root === undefined ? new Set<string>() : await opened.git.branchesMergedInto(root)
  return { forge, principal, opened, root, merged, collaborates: collaboratesIn(forge, principal, opened) }
}

export const presentBranch = (
  { forge, principal, opened, root, merged, collaborates }: Shown,
  ref: Ref,
  commit: Commit,
) => {
  const { project, access } = opened
  const name = ref.name.slice(BRANCHES.length)
  const mayPush =
    principal.kind === 'user' &&
    (mayInProject(access, 'push_code') ||
      (collaborates && forge.refRules.mayCollaborateOn(principal, project.id, name))) &&
    forge.refRules.refusal({
      projectId: project.id,
      ref: ref.name,
      change: 'update',
      forced: false,
      principal,
      via: 'push',
    }) === undefined
  return {
    name,
    commit: presentCommit(forge, project, commit),
    merged: merged.has(name) && ref.target !== root,
    protected: forge.refRules.isProtected(project.id, ref.name),
    developers_can_push: forge.refRules.developersMay(project.id, ref.name, 'push'),
    developers_can_merge: forge.refRules.developersMay(project.id, ref.name, 'merge'),
    can_push: mayPush,
    default: name === project.defaultBranch,
    web_url: `${forge.instance.externalUrl}/${project.fullPath}/-/tree/${name}`,
  }
}

/** One branch. Its place is known without a list of all others, which git would have to make. */
export const presentOne = async (forge: Forge, principal: Principal, opened: OpenedRepository, branch: string) => {
  const { git } = opened
  const target = await git.ref(branchRef(branch))
  const commit = target === undefined ? undefined : await git.commit(target)
  if (target === undefined || commit === undefined) return undefined
  const root = await rootOf(opened)
  const isMerged = root !== undefined && (await git.isAncestor(target, root))
  const merged = new Set(isMerged ? [branch] : [])
  const shown = { forge, principal, opened, root, merged, collaborates: collaboratesIn(forge, principal, opened) }
  return presentBranch(shown, { name: branchRef(branch), target, kind: 'commit', commit: target }, commit)
}
