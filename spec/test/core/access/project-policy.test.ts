import {
  ACCESS,
  canInProject,
  defaultFeatures,
  effectiveLevel,
  isOpenTo,
  PROJECT_ABILITIES,
  type ProjectAbility,
  type ProjectFacts,
  projectRules,
  VISIBILITIES,
  type Viewer,
  type Visibility,
} from '@forgefold/core/access'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const facts = (visibility: Visibility, more: Partial<ProjectFacts> = {}): ProjectFacts => ({
  visibility,
  archived: false,
  features: defaultFeatures,
  packagesEnabled: true,
  publicJobs: true,
  ...more,
})

const who = (level: number, more: Partial<Viewer> = {}): Viewer => ({
  signedIn: true,
  admin: false,
  external: false,
  level,
  ...more,
})

/** The columns of the documented table: who asks of a project of which visibility. */
const COLUMNS = {
  'public: anonymous': [who(0, { signedIn: false }), 'public'],
  'public: stranger': [who(0), 'public'],
  'internal: anonymous': [who(0, { signedIn: false }), 'internal'],
  'internal: stranger': [who(0), 'internal'],
  'internal: external': [who(0, { external: true }), 'internal'],
  'private: stranger': [who(0), 'private'],
  'private: guest': [who(ACCESS.guest), 'private'],
  'private: reporter': [who(ACCESS.reporter), 'private'],
  'private: developer': [who(ACCESS.developer), 'private'],
  'private: maintainer': [who(ACCESS.maintainer), 'private'],
  'private: owner': [who(ACCESS.owner), 'private'],
  'private: administrator': [who(0, { admin: true }), 'private'],
} as const satisfies Readonly<Record<string, readonly [Viewer, Visibility]>>

/** One character a column: y may, - may not. */
const TABLE: ReadonlyArray<readonly [ProjectAbility, string]> = [
  ['read_project', 'yy-y--yyyyyy'],
  ['read_project_member', '-y-y--yyyyyy'],
  ['download_code', 'yy-y---yyyyy'],
  ['push_code', '--------yyyy'],
  ['read_pipeline', 'yy-y--yyyyyy'],
  ['read_issue', 'yy-y--yyyyyy'],
  ['create_issue', '-y-y--yyyyyy'],
  ['read_merge_request', 'yy-y---yyyyy'],
  ['create_merge_request_in', '-y-y---yyyyy'],
  ['create_merge_request_from', '--------yyyy'],
  ['update_merge_request', '--------yyyy'],
  ['create_note', '-y-y--yyyyyy'],
  ['admin_label', '-------yyyyy'],
  ['read_package', 'yy-y---yyyyy'],
  ['create_package', '--------yyyy'],
  ['destroy_package', '---------yyy'],
  ['read_deployment', 'yy-y---yyyyy'],
  ['create_deployment', '--------yyyy'],
  ['update_deployment', '--------yyyy'],
  ['destroy_deployment', '---------yyy'],
  ['read_environment', 'yy-y---yyyyy'],
  ['create_environment', '--------yyyy'],
  ['destroy_environment', '--------yyyy'],
  ['admin_environment', '---------yyy'],
  ['admin_protected_environment', '---------yyy'],
  ['create_commit_status', '--------yyyy'],
  ['fork_project', '-y-y---yyyyy'],
  ['admin_project', '---------yyy'],
  ['admin_project_member', '---------yyy'],
  ['remove_project', '----------yy'],
  ['change_namespace', '----------yy'],
]

describe('who may do what in a project', () => {
  it.each(TABLE)('%s', (ability, row) => {
    const answers = Object.values(COLUMNS).map(([viewer, visibility]) =>
      canInProject(ability, viewer, facts(visibility), 'ultimate') ? 'y' : '-',
    )
    expect(answers.join('')).toBe(row)
  })

  it('lets a guest of an open project read what any visitor may', () => {
    for (const ability of ['read_package', 'read_deployment', 'read_environment', 'download_code'] as const)
      for (const visibility of ['public', 'internal'] as const)
        expect(canInProject(ability, who(ACCESS.guest), facts(visibility), 'free')).toBe(true)
  })

  const viewers = fc.record({
    signedIn: fc.constant(true),
    admin: fc.boolean(),
    external: fc.boolean(),
    level: fc.constantFrom(0, 5, 10, 20, 30, 40, 50),
  })
  const abilities = fc.constantFrom(...PROJECT_ABILITIES)
  const tiers = fc.constantFrom('free' as const, 'premium' as const, 'ultimate' as const)
  const visibilities = fc.constantFrom(...VISIBILITIES)

  it('gives a higher role all that a lower one has', () => {
    fc.assert(
      fc.property(viewers, abilities, visibilities, tiers, (viewer, ability, visibility, tier) => {
        if (!canInProject(ability, viewer, facts(visibility), tier)) return
        for (const level of [10, 20, 30, 40, 50].filter((higher) => higher > viewer.level))
          expect(canInProject(ability, { ...viewer, level }, facts(visibility), tier)).toBe(true)
      }),
    )
  })

  it('gives nothing to whom the project is hidden from', () => {
    fc.assert(
      fc.property(viewers, abilities, visibilities, tiers, (viewer, ability, visibility, tier) => {
        const hidden = effectiveLevel(viewer) < ACCESS.guest && !isOpenTo(visibility, viewer)
        if (hidden) expect(canInProject(ability, viewer, facts(visibility), tier)).toBe(false)
      }),
    )
  })

  it('takes every write away while a project is archived, from administrators too, and no read', () => {
    fc.assert(
      fc.property(viewers, abilities, visibilities, tiers, (viewer, ability, visibility, tier) => {
        const live = canInProject(ability, viewer, facts(visibility), tier)
        const archived = canInProject(ability, viewer, facts(visibility, { archived: true }), tier)
        expect(archived).toBe(live && projectRules[ability].writes !== true)
      }),
    )
  })

  it('pipelines are for reporters and above where jobs are not public', () => {
    fc.assert(
      fc.property(fc.constantFrom(...VISIBILITIES), fc.constantFrom(0, 10, 20, 30, 40, 50), (visibility, level) => {
        const hidden = canInProject('read_pipeline', who(level), facts(visibility, { publicJobs: false }), 'free')
        expect(hidden).toBe(level >= ACCESS.reporter)
        const shown = canInProject('read_pipeline', who(level), facts(visibility), 'free')
        expect(shown).toBe(level >= ACCESS.guest || visibility !== 'private')
      }),
    )
  })

  it('takes away what stands on a feature that is switched off', () => {
    const without = (feature: keyof typeof defaultFeatures, state: 'disabled' | 'private') =>
      facts('public', { features: { ...defaultFeatures, [feature]: state } })
    const owner = who(ACCESS.owner)
    expect(canInProject('read_package', owner, without('repository', 'disabled'), 'ultimate')).toBe(false)
    expect(canInProject('read_deployment', owner, without('builds', 'disabled'), 'ultimate')).toBe(false)
    expect(canInProject('read_deployment', owner, without('operations', 'disabled'), 'ultimate')).toBe(false)
    expect(canInProject('read_issue', owner, without('issues', 'disabled'), 'ultimate')).toBe(false)
    expect(canInProject('read_issue', who(0), without('issues', 'private'), 'ultimate')).toBe(false)
    expect(canInProject('read_issue', who(ACCESS.guest), without('issues', 'private'), 'ultimate')).toBe(true)
    expect(canInProject('read_merge_request', who(ACCESS.guest), without('mergeRequests', 'private'), 'free')).toBe(
      false,
    )
    expect(canInProject('read_package', owner, facts('public', { packagesEnabled: false }), 'ultimate')).toBe(false)
  })
})
