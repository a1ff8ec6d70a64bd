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
  /** The head of the default branch, and the branches merged into it. */
  readonly root: ObjectId | undefined
  readonly merged: ReadonlySet<string>
  /** A merge request lets the caller push to some branch. */
  readonly collaborates: boolean
}

export const shownFor = async (forge: Forge, principal: Principal, opened: OpenedRepository): Promise<Shown> => {
  const { git, project } = opened
  const root = project.defaultBranch === null ? undefined : await git.ref(branchRef(project.defaultBranch))
  const merged = root === undefined ? new Set<string>() : await git.branchesMergedInto(root)
  const collaborates = principal.kind === 'user' && forge.refRules.mayCollaborateIn(principal, project.id)
  return { forge, principal, opened, root, merged, collaborates }
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

export const presentOne = async (forge: Forge, principal: Principal, opened: OpenedRepository, branch: string) => {
  const [ref] = (await opened.git.refs(branchRef(branch))).filter(({ name }) => name === branchRef(branch))
  const commit = ref === undefined ? undefined : await opened.git.commit(ref.target)
  if (ref === undefined || commit === undefined) return undefined
  return presentBranch(await shownFor(forge, principal, opened), ref, commit)
}
