import {
  compareReleases,
  isAtLeast,
  isDeprecated,
  isServed,
  lifespanOf,
  parseRelease,
  RELEASES,
  releaseDiff,
  releaseHas,
  releaseItem,
  releaseItems,
  withOldCiVariables,
} from '@forgefold/core/releases'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const release = fc.constantFrom(...RELEASES)

describe('releases', () => {
  it('are the 24 from 14.0 to 16.0', () => {
    expect(RELEASES).toHaveLength(24)
    expect([RELEASES[0], RELEASES.at(-1)]).toEqual(['14.0', '16.0'])
  })
  it('are ordered as listed', () => {
    fc.assert(
      fc.property(release, release, (a, b) => {
        expect(Math.sign(compareReleases(a, b))).toBe(Math.sign(RELEASES.indexOf(a) - RELEASES.indexOf(b)))
      }),
    )
  })
  it('compare by number, not by text, also off the dial', () => {
    expect(compareReleases('14.10', '14.9')).toBeGreaterThan(0)
    expect(isAtLeast('14.0', '13.12')).toBe(true)
    expect(isAtLeast('16.0', '17.0')).toBe(false)
  })
  it('are read from text, or not at all', () => {
    expect(parseRelease(' v15.3 ')).toBe('15.3')
    for (const text of ['15', '13.12', '16.1', '15.12', 'newest', '']) expect(parseRelease(text)).toBe(undefined)
  })
})

describe('the table', () => {
  it('puts since before deprecated before until', () => {
    for (const { id, since, deprecated, until } of releaseItems) {
      if (since !== undefined && until !== undefined) expect(isAtLeast(until, since), id).toBe(true)
      if (deprecated !== undefined && until !== undefined) expect(isAtLeast(until, deprecated), id).toBe(true)
      if (deprecated !== undefined && since !== undefined) expect(isAtLeast(deprecated, since), id).toBe(true)
    }
  })
  it('dates every line', () => {
    for (const { id, since, deprecated, until } of releaseItems)
      expect(
        [since, deprecated, until].some((at) => at !== undefined),
        id,
      ).toBe(true)
  })

  // Each row of the schedule with the release of its planned removal (docs/reference/behaviour/instance.md#deprecation-schedule).
  it.each<[id: string, until: string, planned?: string]>([
    ['merge_request.merged_by', '16.0', '15.0'],
    ['settings.user_email_lookup_limit', '15.0'],
    ['oauth.implicit_grant', '15.0'],
    ['oauth.tokens_without_expiry', '15.0'],
    ['external_status_checks.pass_by_default', '15.0'],
    ['registry.group_repositories.tags', '15.0'],
    ['license_compliance.approval_names', '15.0'],
    ['iterations.started', '15.0'],
    ['packages.composer_anonymous', '15.0'],
    ['packages.dependency_proxy_anonymous', '15.0'],
    ['ci.type_keyword', '15.0'],
    ['ci.types_keyword', '15.0'],
    ['ci.long_job_names', '15.0'],
    ['ci.artifacts_reports_cobertura', '15.0'],
    ['security_reports.below_14', '15.0'],
    ['security_reports.14', '16.0'],
    ['graphql.id_arguments', '15.0'],
    ['graphql.instance_statistics_measurements', '15.0'],
    ['graphql.package_type_version', '15.0'],
    ['graphql.versions_pipelines', '15.0'],
    ['graphql.default_merge_message_with_description', '15.0'],
    ['graphql.api_fuzzing_create', '15.0'],
    ['graphql.project_fingerprint', '16.0', '15.0'],
    ['graphql.package_settings_permissions', '15.0'],
    ['package.pipelines_in_lists', '16.0'],
    ['graphql.finding_name', '16.0'],
    ['graphql.security_report_findings', '16.0'],
    ['graphql.ci_cd_settings_update', '16.0'],
    ['graphql.iterations', '16.0'],
    ['graphql.runner_legacy_mode_effect', '16.0'],
    ['graphql.runner_legacy_mode', '17.0', '16.0'],
    ['runners.active', '16.0'],
    ['runners.status_filter', '16.0'],
    ['runners.maintainer_note', '16.0'],
    ['runners.job_age', '16.0'],
    ['runners.group_project_type', '16.0'],
    ['notes.confidential_toggle', '16.0'],
  ])('%s goes with %s', (id, until, planned?: string) => {
    expect(releaseItem(id)).toMatchObject({ until, ...(planned === undefined ? {} : { planned }) })
  })

  it('has all twelve old CI variables', () => {
    expect(releaseItems.filter(({ kind }) => kind === 'variable')).toHaveLength(12)
  })

  it('gives what a parameter or a route needs to obey it', () => {
    expect(lifespanOf('merge_requests.wip')).toEqual({ item: 'merge_requests.wip', deprecated: '14.0' })
    expect(lifespanOf('deployments.approval')).toEqual({ item: 'deployments.approval', since: '14.8' })
  })

  it('serves merged_by through 15.11, and not at 16.0', () => {
    expect(releaseHas('merge_request.merged_by', '15.11')).toBe(true)
    expect(releaseHas('merge_request.merged_by', '16.0')).toBe(false)
  })
})

describe('a lifespan', () => {
  it('is served from since and until until', () => {
    const span = { since: '14.8', deprecated: '15.0', until: '15.3' }
    expect(['14.7', '14.8', '15.2', '15.3'].map((at) => isServed(span, at))).toEqual([false, true, true, false])
    expect(['14.8', '15.0', '15.3'].map((at) => isDeprecated(span, at))).toEqual([false, true, false])
  })
})

describe('the difference between two releases', () => {
  it('is empty from a release to itself', () => {
    for (const at of RELEASES) expect(releaseDiff(at, at)).toEqual([])
  })
  it('is the sum of the steps between', () => {
    fc.assert(
      fc.property(release, release, release, (a, b, c) => {
        const [low, middle, high] = [a, b, c].sort(compareReleases) as [string, string, string]
        expect([...releaseDiff(low, middle), ...releaseDiff(middle, high)]).toEqual(releaseDiff(low, high))
      }),
    )
  })
  it('says of each thing whether it is there', () => {
    fc.assert(
      fc.property(release, release, (from, to) => {
        const last = new Map<string, string>()
        for (const { change, item } of releaseDiff(from, to)) if (change !== 'deprecated') last.set(item.id, change)
        for (const item of releaseItems) {
          const [before, after] = [isServed(item, from), isServed(item, to)]
          const change = last.get(item.id)
          if (before !== after) expect(change, item.id).toBe(after ? 'added' : 'removed')
          else if (change !== undefined) expect(change, item.id).toBe(after ? 'added' : 'removed')
        }
      }),
    )
  })
})

describe('the variables of a job', () => {
  const variables = { CI_JOB_ID: '7', CI_COMMIT_SHA: 'abc', OTHER: 'x' }
  it('have old names beside new ones up to 15.11', () => {
    expect(withOldCiVariables(variables, '15.11')).toEqual({ ...variables, CI_BUILD_ID: '7', CI_BUILD_REF: 'abc' })
  })
  it('have new names alone at 16.0', () => {
    expect(withOldCiVariables(variables, '16.0')).toEqual(variables)
  })
})
