import type { Tier } from './access-level.js'
import { ACCESS, type AccessLevel, type Visibility } from './access-level.js'
import type { Feature, FeatureLevels } from './features.js'
import { type Principal, seesAll } from './principal.js'
import { type ProjectAbility, projectRules, READING_ABILITIES } from './project-abilities.js'

/** The facts about a project that the policy uses. */
export interface ProjectFacts {
  readonly visibility: Visibility
  readonly archived: boolean
  readonly features: FeatureLevels
  readonly packagesEnabled: boolean
  /** Whether pipelines and jobs are visible to every user who sees the project, rather than to reporters and above. */
  readonly publicJobs: boolean
}

/** The facts about the viewer that the policy uses. */
export interface Viewer {
  readonly signedIn: boolean
  readonly admin: boolean
  /** Reads as administrators do. Missing: no. */
  readonly auditor?: boolean
  readonly external: boolean
  /** The effective role: the highest of direct and inherited ones; 0 for none. */
  readonly level: AccessLevel
  /** Whether the external authorization service keeps them out, whatever their role. Missing: no. */
  readonly barred?: boolean
}

/**
 * A caller with their role in a project or group.
 *
 * @example
 * assert.deepEqual(viewerOf({ kind: 'anonymous' }, 0).signedIn, false)
 */
export const viewerOf = (principal: Principal, level: AccessLevel): Viewer => {
  if (principal.kind !== 'user') return { signedIn: false, admin: false, external: false, level: ACCESS.none }
  const { admin, external } = principal
  const viewer = { signedIn: true, admin, external, level }
  return principal.auditor === true ? { ...viewer, auditor: true } : viewer
}

/**
 * The role that the policy uses: administrators count as owners everywhere.
 *
 * @example
 * assert.equal(effectiveLevel({ signedIn: true, admin: true, external: false, level: 0 }), 50)
 */
export const effectiveLevel = (viewer: Viewer): AccessLevel => (viewer.admin ? ACCESS.owner : viewer.level)

/**
 * The role that the policy uses for reading: auditors, too, count as owners everywhere.
 *
 * @example
 * assert.equal(readLevel({ signedIn: true, admin: false, auditor: true, external: false, level: 0 }), 50)
 */
export const readLevel = (viewer: Viewer): AccessLevel => (seesAll(viewer) ? ACCESS.owner : viewer.level)

/**
 * Whether the visibility lets a viewer without a role see it.
 *
 * @example
 * assert.equal(isOpenTo('internal', { signedIn: true, admin: false, external: true, level: 0 }), false)
 */
export const isOpenTo = (visibility: Visibility, viewer: Viewer): boolean =>
  visibility === 'public' || (visibility === 'internal' && viewer.signedIn && !viewer.external)

/** The least role that a feature for members requires (docs/reference/behaviour/projects.md#feature-access-levels). */
const membersOf = (feature: Feature, facts: ProjectFacts): AccessLevel => {
  if (feature === 'mergeRequests' || feature === 'containerRegistry') return ACCESS.reporter
  return feature === 'repository' && facts.visibility === 'private' ? ACCESS.reporter : ACCESS.guest
}

const isAvailable = (feature: Feature, facts: ProjectFacts, level: AccessLevel): boolean => {
  const state = facts.features[feature]
  if (state === 'disabled') return false
  return state === 'private' ? level >= membersOf(feature, facts) : true
}

/** A loop: this is asked for every read of anything in a project. */
const areAvailable = (features: ReadonlyArray<Feature>, facts: ProjectFacts, level: AccessLevel): boolean => {
  for (const feature of features) if (!isAvailable(feature, facts, level)) return false
  return true
}

const TIERS: ReadonlyArray<Tier> = ['free', 'premium', 'ultimate']

/** Whether the tier of the instance includes a paid feature. */
const tierReaches = (tier: Tier, needed: Tier): boolean => TIERS.indexOf(tier) >= TIERS.indexOf(needed)

/**
 * Whether the viewer may do this in the project. A pure function of facts (docs/reference/behaviour/projects.md#role-table).
 *
 * @example
 * const [stranger, facts] = [{ signedIn: false, admin: false, external: false, level: 0 }, { visibility: 'private' }]
 * assert.equal(canInProject('read_project', stranger, facts, 'free'), false)
 */
export const canInProject = (ability: ProjectAbility, viewer: Viewer, facts: ProjectFacts, tier: Tier): boolean => {
  if (viewer.barred === true) return false
  const rule = projectRules[ability]
  const level = READING_ABILITIES.has(ability) ? readLevel(viewer) : effectiveLevel(viewer)
  const open = isOpenTo(facts.visibility, viewer)
  if (level < ACCESS.guest && !open) return false
  if (rule.tier !== undefined && !tierReaches(tier, rule.tier)) return false
  if (rule.writes === true && facts.archived) return false
  if (rule.packages === true && !facts.packagesEnabled) return false
  if (rule.features !== undefined && !areAvailable(rule.features, facts, level)) return false
  if (level >= rule.level) return true
  if (rule.jobs === true) return facts.publicJobs
  if (!open || rule.visitors === undefined) return false
  return rule.visitors === 'anyone' || (viewer.signedIn && !viewer.external) || level >= ACCESS.guest
}
