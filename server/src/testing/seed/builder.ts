import type {
  SeedApprovalRule,
  SeedCommit,
  SeedDeployment,
  SeedDocument,
  SeedGroup,
  SeedIssue,
  SeedLabel,
  SeedMergeRequest,
  SeedMilestone,
  SeedPackage,
  SeedPipeline,
  SeedProject,
  SeedRelease,
  SeedUser,
} from './document.js'

/** The name that a word of the builder is given. Throws where there is none: JavaScript would call the thing `undefined`. */
const named = (word: string, name: string): string => {
  if (typeof name !== 'string') throw new TypeError(`${word} takes a name first`)
  return name
}

/** An immutable builder for a project of a seed; each method returns a new one. */
export class SeedProjectBuilder {
  readonly project: SeedProject

  constructor(project: SeedProject) {
    this.project = project
  }

  #with(more: SeedProject): SeedProjectBuilder {
    return new SeedProjectBuilder({ ...this.project, ...more })
  }

  /** The attributes of the project: its name, description and visibility, its bundle and default branch. */
  is(about: Pick<SeedProject, 'name' | 'description' | 'visibility' | 'bundle' | 'default_branch'>) {
    return this.#with(about)
  }

  commit(message: string, files?: SeedCommit['files'], more: Omit<SeedCommit, 'message' | 'files'> = {}) {
    return this.#with({ commits: [...(this.project.commits ?? []), { message, ...(files && { files }), ...more }] })
  }

  branch(name: string, from = 'main') {
    return this.#with({ branches: { ...this.project.branches, [named('branch', name)]: from } })
  }

  tag(name: string, at = 'main') {
    return this.#with({ tags: { ...this.project.tags, [named('tag', name)]: at } })
  }

  member(username: string, role: NonNullable<SeedProject['members']>[string]) {
    return this.#with({ members: { ...this.project.members, [named('member', username)]: role } })
  }

  label(name: string, more: Omit<SeedLabel, 'name'> = {}) {
    return this.#with({ labels: [...(this.project.labels ?? []), { name, ...more }] })
  }

  milestone(title: string, more: Omit<SeedMilestone, 'title'> = {}) {
    return this.#with({ milestones: [...(this.project.milestones ?? []), { title, ...more }] })
  }

  variable(key: string, value: string) {
    return this.#with({ variables: { ...this.project.variables, [named('variable', key)]: value } })
  }

  approvalRule(name: string, more: Omit<SeedApprovalRule, 'name'> = {}) {
    return this.#with({ approval_rules: [...(this.project.approval_rules ?? []), { name, ...more }] })
  }

  issue(title: string, more: Omit<SeedIssue, 'title'> = {}) {
    return this.#with({ issues: [...(this.project.issues ?? []), { title, ...more }] })
  }

  mergeRequest(source: string, more: Omit<SeedMergeRequest, 'source'> = {}) {
    return this.#with({ merge_requests: [...(this.project.merge_requests ?? []), { source, ...more }] })
  }

  pipeline(pipeline: SeedPipeline = {}) {
    return this.#with({ pipelines: [...(this.project.pipelines ?? []), pipeline] })
  }

  deployment(environment: string, more: Omit<SeedDeployment, 'environment'> = {}) {
    return this.#with({ deployments: [...(this.project.deployments ?? []), { environment, ...more }] })
  }

  release(tag: string, more: Omit<SeedRelease, 'tag'> = {}) {
    return this.#with({ releases: [...(this.project.releases ?? []), { tag, ...more }] })
  }

  package(
    name: string,
    version: string,
    files: SeedPackage['files'],
    more: Omit<SeedPackage, 'name' | 'version' | 'files'> = {},
  ) {
    return this.#with({ packages: [...(this.project.packages ?? []), { name, version, files, ...more }] })
  }
}

/** An immutable builder for a seed; each method returns a new one. */
export class SeedBuilder {
  readonly document: SeedDocument

  constructor(document: SeedDocument = {}) {
    this.document = document
  }

  #with(more: SeedDocument): SeedBuilder {
    return new SeedBuilder({ ...this.document, ...more })
  }

  settings(settings: NonNullable<SeedDocument['settings']>) {
    return this.#with({ settings: { ...this.document.settings, ...settings } })
  }

  user(username: string, user: SeedUser = {}) {
    return this.#with({ users: { ...this.document.users, [named('user', username)]: user } })
  }

  group(path: string, group: SeedGroup = {}) {
    return this.#with({ groups: { ...this.document.groups, [named('group', path)]: group } })
  }

  project(path: string, build: (project: SeedProjectBuilder) => SeedProjectBuilder = (project) => project) {
    const known = { ...this.document.projects }[named('project', path)]
    const built = build(new SeedProjectBuilder(known ?? {}))
    if (!(built instanceof SeedProjectBuilder))
      throw new TypeError(`the function of the project ${path} has to return what it builds`)
    return this.#with({ projects: { ...this.document.projects, [path]: built.project } })
  }
}

/**
 * Starts a seed. What it implies is created too: the group, the branch of the merge request and the role of its author.
 *
 * @example
 * import assert from 'node:assert/strict'
 * import { seed, startForge } from '@forgefold/testing'
 *
 * const team = seed()
 *   .user('jane')
 *   .project('group/app', (app) => app.commit('First', { 'README.md': '# App' }).mergeRequest('feature', { author: 'jane' }))
 * const forge = await startForge({ seed: team, port: false })
 * const requests = await forge.as('jane').fetch('/api/v4/projects/group%2Fapp/merge_requests')
 * assert.equal((await requests.json())[0].source_branch, 'feature')
 * await forge.close()
 */
export const seed = (): SeedBuilder => new SeedBuilder()
