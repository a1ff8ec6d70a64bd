import { ACCESS, type AccessLevel, type Visibility } from './access-level.js'
import { effectiveLevel, isOpenTo, readLevel, type Viewer } from './project-policy.js'

/** Who may create projects in a group: no one, maintainers, or developers and above. */
export const PROJECT_CREATION_LEVELS = ['noone', 'maintainer', 'developer'] as const
export type ProjectCreationLevel = (typeof PROJECT_CREATION_LEVELS)[number]

/** The least role that may create subgroups. */
export const SUBGROUP_CREATION_LEVELS = ['owner', 'maintainer'] as const
export type SubgroupCreationLevel = (typeof SUBGROUP_CREATION_LEVELS)[number]

/** The facts about a group that the policy uses. */
export interface GroupFacts {
  readonly visibility: Visibility
  readonly projectCreationLevel: ProjectCreationLevel
  readonly subgroupCreationLevel: SubgroupCreationLevel
}

export type GroupAbility =
  | 'read_group'
  | 'read_group_member'
  | 'read_group_package'
  | 'read_group_audit_events'
  | 'read_label'
  | 'admin_label'
  | 'read_milestone'
  | 'admin_milestone'
  | 'create_projects'
  | 'create_subgroup'
  | 'admin_group'
  | 'admin_group_member'
  | 'admin_group_protected_environment'
  | 'remove_group'

const CREATES_PROJECTS: Readonly<Record<ProjectCreationLevel, AccessLevel>> = {
  noone: Number.POSITIVE_INFINITY,
  maintainer: ACCESS.maintainer,
  developer: ACCESS.developer,
}

const leastRole = (ability: GroupAbility, facts: GroupFacts): AccessLevel => {
  switch (ability) {
    case 'read_group':
    case 'read_group_member':
    case 'read_label':
    case 'read_milestone':
      return ACCESS.minimal
    case 'read_group_package':
    case 'admin_label':
    case 'admin_milestone':
      return ACCESS.reporter
    case 'create_projects':
      return CREATES_PROJECTS[facts.projectCreationLevel]
    case 'create_subgroup':
      return facts.subgroupCreationLevel === 'owner' ? ACCESS.owner : ACCESS.maintainer
    case 'admin_group':
    case 'read_group_audit_events':
    case 'admin_group_member':
    case 'admin_group_protected_environment':
    case 'remove_group':
      return ACCESS.owner
  }
}

const READING: ReadonlySet<GroupAbility> = new Set([
  'read_group',
  'read_group_member',
  'read_group_package',
  'read_group_audit_events',
  'read_label',
  'read_milestone',
])

/**
 * Whether the viewer may do this in the group. A pure function of facts.
 *
 * `insider`: the viewer has a role in a project or subgroup below the group, and may therefore see it.
 *
 * @example
 * const viewer = { signedIn: true, admin: false, external: false, level: 30 }
 * assert.equal(canInGroup('read_group', viewer, { visibility: 'private' }), true)
 */
export const canInGroup = (ability: GroupAbility, viewer: Viewer, facts: GroupFacts, insider = false): boolean => {
  if (ability === 'create_projects' && facts.projectCreationLevel === 'noone') return viewer.admin
  const level = READING.has(ability) ? readLevel(viewer) : effectiveLevel(viewer)
  if (level >= leastRole(ability, facts)) return true
  if (ability === 'read_group' || ability === 'read_label' || ability === 'read_milestone')
    return insider || isOpenTo(facts.visibility, viewer)
  if (ability === 'read_group_member') return viewer.signedIn && (insider || isOpenTo(facts.visibility, viewer))
  return ability === 'read_group_package' && facts.visibility === 'public'
}
