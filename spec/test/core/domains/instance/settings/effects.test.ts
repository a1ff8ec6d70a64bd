import { makePatterns } from '@forgefold/adapters/patterns'
import { isArchived, pipelineValidation } from '@forgefold/core/domains/delivery/pipeline'
import {
  lastTokenDay,
  outlivesLimit,
  tokenExpiryFindings,
  tokenPrefix,
} from '@forgefold/core/domains/identity/personal-access-token'
import { administersBy } from '@forgefold/core/domains/identity/session'
import {
  emailDomainRefusal,
  hidesProfiles,
  mayRegister,
  passwordFindings,
  privateAddress,
  secondFactorDemand,
  secondFactorGrace,
  sessionSeconds,
  startsExternal as startsExternalBy,
  stateAfterSignUp,
  userIdOfPrivateAddress,
} from '@forgefold/core/domains/identity/user'
import {
  issueLimit,
  pipelineLimit,
  protectedPathThrottle,
  searchLimit,
  throttledText,
  uniqueAddresses,
  windowEnd,
} from '@forgefold/core/domains/instance/limits'
import { maintenanceRefusal, privateAddressHost } from '@forgefold/core/domains/instance/operation'
import { INITIAL_SETTINGS, type Settings, secondsOfDuration } from '@forgefold/core/domains/instance/settings'
import {
  defaultBranch,
  defaultBranchProtection,
  defaultVisibility,
  deletionDelay,
  inactivityAction,
  inactivityRule,
  projectCreationLevel,
  visibilityFindings,
} from '@forgefold/core/domains/projects/project'
import {
  checkedShare,
  commitSizeRefusal,
  diffLimits,
  downloadLimit,
  hoursDue,
  housekeepingTask,
  httpGitRefusal,
  humanSize,
  mergeSizeRefusal,
  pushRefusal,
  pushSizeLimit,
  pushSizeRefusal,
} from '@forgefold/core/domains/projects/repository'
import { type Day, type Instant, instantOf, millisecondsOf, monthsLater, secondsAfter } from '@forgefold/core/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const patterns = makePatterns()
const startsExternal = (email: string, settings: Settings): boolean => startsExternalBy(email, settings, patterns)

const at = (changes: Partial<Settings>): Settings => ({ ...INITIAL_SETTINGS, ...changes })
const NOW = '2022-08-22T12:00:00.000Z' as Instant
const day = (text: string): Day => text as Day

describe('maintenance mode', () => {
  const on = at({ maintenance_mode: true })
  const refusal = { kind: 'ReadOnly', message: 'You cannot perform write operations on a read-only instance' }
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('stops %s of somebody who is no administrator', (method) => {
    const request = { method, path: '/api/v4/projects/1/deployments', admin: false }
    expect(maintenanceRefusal(request, on)).toEqual(refusal)
    expect(maintenanceRefusal(request, INITIAL_SETTINGS)).toBe(undefined)
    expect(maintenanceRefusal({ ...request, admin: true }, on)).toBe(undefined)
  })
  it.each(['GET', 'HEAD', 'OPTIONS'])('lets %s through', (method) => {
    expect(maintenanceRefusal({ method, path: '/api/v4/projects', admin: false }, on)).toBe(undefined)
  })
  it.each([
    '/api/v4/application/settings',
    '/oauth/token',
    '/users/sign_in',
    '/users/sign_out',
    '/admin/session',
    '/group/project.git/git-upload-pack',
    '/api/v4/internal/allowed',
    '/group/project/-/compare',
  ])('leaves %s open', (path) => {
    expect(maintenanceRefusal({ method: 'POST', path, admin: false }, on)).toBe(undefined)
  })
  it.each(['/oauth/revoke', '/group/project.git/git-receive-pack', '/api/v4/application/settings/x'])(
    'closes %s',
    (path) => {
      expect(maintenanceRefusal({ method: 'POST', path, admin: false }, on)).toEqual(refusal)
    },
  )
  it('tells git so', () => {
    expect(pushRefusal(false, on)).toMatch(/^Git push is not allowed/)
    expect(pushRefusal(true, on)).toBe(undefined)
    expect(pushRefusal(false, INITIAL_SETTINGS)).toBe(undefined)
  })
})

describe('inactive projects', () => {
  const on = (deleteAfter = 2, warnAfter = 1): Settings =>
    at({
      delete_inactive_projects: true,
      inactive_projects_delete_after_months: deleteAfter,
      inactive_projects_send_warning_email_after_months: warnAfter,
    })
  const moment = fc.integer({ min: millisecondsOf(NOW) - 2e11, max: millisecondsOf(NOW) }).map(instantOf)

  it('are nobody at first', () => expect(inactivityRule(NOW, INITIAL_SETTINGS, {})).toBe(undefined))

  it('have a rule of whole months', () => {
    const march = '2022-03-31T12:00:00.000Z' as Instant
    expect(inactivityRule(march, on(14, 13), {})).toEqual({
      quietSince: '2021-02-28T12:00:00.000Z',
      lastWarning: '2022-02-28',
      warningsSince: undefined,
      largerThan: undefined,
    })
    expect(inactivityRule(march, { ...on(), inactive_projects_min_size_mb: 3 }, {})).toMatchObject({
      largerThan: 3 * 1024 * 1024,
    })
    expect(inactivityRule(march, on(1e9, 1e9 - 1), {})).toMatchObject({ quietSince: '1022-03-31T12:00:00.000Z' })
  })

  it('end only after a warning that is as old as the rest of the period, and only where nothing happened since', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 12 }),
        moment,
        fc.option(moment),
        fc.option(moment, { nil: undefined }),
        (warnAfter, grace, activeAt, warnedAt, changed) => {
          const changedAt = changed === undefined ? {} : { delete_inactive_projects: changed }
          const rule = inactivityRule(NOW, on(warnAfter + grace, warnAfter), changedAt)
          if (rule === undefined) throw new Error('no rule')
          const fate = inactivityAction({ activeAt, warnedAt }, rule)
          const before = (months: number) => instantOf(monthsLater(millisecondsOf(NOW), -months))
          const isQuiet = activeAt < before(warnAfter)
          const counts = warnedAt !== null && warnedAt > activeAt && (changed === undefined || warnedAt > changed)
          const isDue = warnedAt !== null && warnedAt.slice(0, 10) <= before(grace).slice(0, 10)
          expect(fate).toBe(!isQuiet ? 'wait' : !counts ? 'warn' : isDue ? 'end' : 'wait')
        },
      ),
    )
  })
})

describe('housekeeping', () => {
  it('does the most that is due', () => {
    const due = (moves: number) => housekeepingTask(moves, INITIAL_SETTINGS)
    expect([1, 9, 10, 40, 50, 60, 100, 150, 200, 400].map(due)).toEqual([
      undefined,
      undefined,
      'incremental',
      'incremental',
      'full',
      'incremental',
      'full',
      'full',
      'gc',
      'gc',
    ])
  })
  it('is nothing where it is switched off', () => {
    expect(housekeepingTask(200, at({ housekeeping_enabled: false }))).toBe(undefined)
  })
})

describe('repository checks', () => {
  it('take each repository in exactly one hour of thirty days', () => {
    fc.assert(
      fc.property(fc.nat(1e6), fc.integer({ min: 400_000, max: 500_000 }), (id, begin) => {
        const hours = Array.from({ length: 720 }, (_, n) => begin + n)
        const turns = hours.filter((hour) => {
          const share = checkedShare(hour, INITIAL_SETTINGS)
          return share !== undefined && id % share.of === share.rest
        })
        expect(turns).toHaveLength(1)
      }),
      { numRuns: 20 },
    )
  })
  it.each([
    [9, 9, []],
    [9, 10, [10]],
    [9, 12, [10, 11, 12]],
    [12, 9, []],
  ])('after hour %i, at hour %i, have those due: %j', (done, now, due) => expect(hoursDue(done, now)).toEqual(due))

  it('make up for a day at the most', () => {
    expect(hoursDue(0, 1000)).toEqual(Array.from({ length: 24 }, (_, n) => 977 + n))
  })

  it('take none where they are switched off', () => {
    expect(checkedShare(460_000, at({ repository_checks_enabled: false }))).toBe(undefined)
  })
})

describe('downloads of repositories', () => {
  const ann = { username: 'ann', admin: false }
  const limit = { max_number_of_repository_downloads: 5, max_number_of_repository_downloads_within_time_period: 60 }
  it('are not limited at first, nor where one of the numbers is 0', () => {
    expect(downloadLimit(ann, INITIAL_SETTINGS)).toBe(undefined)
    expect(downloadLimit(ann, at({ ...limit, max_number_of_repository_downloads: 0 }))).toBe(undefined)
    expect(downloadLimit(ann, at({ ...limit, max_number_of_repository_downloads_within_time_period: 0 }))).toBe(
      undefined,
    )
  })
  it('are limited, but for administrators and for those who are named', () => {
    expect(downloadLimit(ann, at(limit))).toEqual({ most: 5, seconds: 60 })
    expect(downloadLimit({ ...ann, admin: true }, at(limit))).toBe(undefined)
    expect(downloadLimit(ann, at({ ...limit, git_rate_limit_users_allowlist: ['ben', 'Ann'] }))).toBe(undefined)
    expect(downloadLimit(ann, at({ ...limit, git_rate_limit_users_allowlist: ['anna'] }))).toBeDefined()
  })
})

describe('visibility', () => {
  const restricted = at({ restricted_visibility_levels: ['public', 'internal'] })
  it('falls back to the default of its kind', () => {
    expect(defaultVisibility('project', at({ default_project_visibility: 'internal' }))).toBe('internal')
    expect(defaultVisibility('group', INITIAL_SETTINGS)).toBe('private')
  })
  it('is restricted for all but administrators', () => {
    expect(visibilityFindings('public', false, restricted)).toEqual({
      visibility_level: ['public has been restricted by your GitLab administrator'],
    })
    expect(visibilityFindings('public', true, restricted)).toBe(undefined)
    expect(visibilityFindings('private', false, restricted)).toBe(undefined)
    expect(visibilityFindings('public', false, INITIAL_SETTINGS)).toBe(undefined)
  })
  it('hides profiles where public is restricted', () => {
    expect(hidesProfiles(restricted)).toBe(true)
    expect(hidesProfiles(INITIAL_SETTINGS)).toBe(false)
  })
})

describe('personal access tokens', () => {
  const limited = at({ max_personal_access_token_lifetime: 30 })
  it('begin with the prefix of the instance', () => {
    expect(tokenPrefix(INITIAL_SETTINGS)).toBe('glpat-')
    expect(tokenPrefix(at({ personal_access_token_prefix: 'forge-' }))).toBe('forge-')
    for (const none of [null, '', '  ', '\n']) expect(tokenPrefix(at({ personal_access_token_prefix: none }))).toBe('')
  })
  it('live as long as they like without a limit', () => {
    expect(lastTokenDay(NOW, INITIAL_SETTINGS)).toBe(undefined)
    expect(tokenExpiryFindings(null, NOW, INITIAL_SETTINGS)).toBe(undefined)
  })
  it('need an expiry within the limit', () => {
    expect(tokenExpiryFindings(null, NOW, limited)).toEqual({ expires_at: ["can't be blank"] })
    expect(tokenExpiryFindings(day('2022-09-21'), NOW, limited)).toBe(undefined)
    expect(tokenExpiryFindings(day('2022-09-22'), NOW, limited)).toEqual({ expires_at: ['is invalid'] })
  })
  it('may outlive a limit set later', () => {
    expect(outlivesLimit({ createdAt: NOW, expiresAt: null }, limited)).toBe(true)
    expect(outlivesLimit({ createdAt: NOW, expiresAt: day('2022-09-01') }, limited)).toBe(false)
    expect(outlivesLimit({ createdAt: NOW, expiresAt: null }, INITIAL_SETTINGS)).toBe(false)
  })
})

describe('accounts', () => {
  it('may be registered while both switches are on', () => {
    expect(mayRegister(INITIAL_SETTINGS)).toBe(true)
    expect(mayRegister(at({ signup_enabled: false }))).toBe(false)
    expect(mayRegister(at({ password_authentication_enabled_for_web: false }))).toBe(false)
  })
  it('wait for approval where that is asked for', () => {
    expect(stateAfterSignUp(INITIAL_SETTINGS)).toBe('blocked_pending_approval')
    expect(stateAfterSignUp(at({ require_admin_approval_after_user_signup: false }))).toBe('active')
  })
  it('follow the lists of domains, wildcards counted', () => {
    const denied = at({ domain_denylist_enabled: true, domain_denylist: ['*.bad.example'] })
    expect(emailDomainRefusal('a@x.bad.example', denied)).toBeDefined()
    expect(emailDomainRefusal('a@bad.example', denied)).toBe(undefined)
    expect(emailDomainRefusal('a@x.bad.example', at({ domain_denylist: ['*'] }))).toBe(undefined)
    const allowed = at({ domain_allowlist: ['good.example'] })
    expect(emailDomainRefusal('a@GOOD.example', allowed)).toBe(undefined)
    expect(emailDomainRefusal('a@goodxexample', allowed)).toBeDefined()
  })
  it('start external by default, but for addresses that belong to the house', () => {
    const external = at({ user_default_external: true, user_default_internal_regex: '@house\\.example$' })
    expect(startsExternal('a@house.example', external)).toBe(false)
    expect(startsExternal('a@elsewhere.example', external)).toBe(true)
    expect(startsExternal('a@elsewhere.example', INITIAL_SETTINGS)).toBe(false)
  })
  it('have passwords of the asked kind', () => {
    const strict = at({
      password_number_required: true,
      password_symbol_required: true,
      password_uppercase_required: true,
      password_lowercase_required: true,
    })
    expect(passwordFindings('abc', strict)).toHaveLength(3)
    expect(passwordFindings('aB3$', strict)).toEqual([])
    expect(passwordFindings('abc', INITIAL_SETTINGS)).toEqual([])
  })
  it('need a second factor after the time of grace', () => {
    const required = at({ require_two_factor_authentication: true, two_factor_grace_period: 48 })
    expect(secondFactorGrace(required, undefined)).toBe(48)
    expect(secondFactorGrace(required, 12)).toBe(12)
    expect(secondFactorGrace(required, 90)).toBe(48)
    expect(secondFactorGrace(INITIAL_SETTINGS, 0)).toBe(0)
    expect(secondFactorGrace(INITIAL_SETTINGS, undefined)).toBe(undefined)
    expect(secondFactorDemand({ twoFactorEnabled: false, askedHoursAgo: 47 }, 48)).toBe('may wait')
    expect(secondFactorDemand({ twoFactorEnabled: false, askedHoursAgo: 48 }, 48)).toBe('now')
    expect(secondFactorDemand({ twoFactorEnabled: true, askedHoursAgo: 99 }, 48)).toBe('none')
    expect(secondFactorDemand({ twoFactorEnabled: false, askedHoursAgo: 99 }, undefined)).toBe('none')
  })
  it('stay signed in for the minutes of the setting', () => expect(sessionSeconds(INITIAL_SETTINGS)).toBe(604_800))
})

describe('new things', () => {
  it('take their defaults from the settings', () => {
    expect(defaultBranch(INITIAL_SETTINGS)).toBe('main')
    expect(defaultBranch(at({ default_branch_name: 'trunk' }))).toBe('trunk')
    expect(([0, 1, 2] as const).map((level) => projectCreationLevel(at({ default_project_creation: level })))).toEqual([
      'noone',
      'maintainer',
      'developer',
    ])
    expect(
      ([0, 1, 2] as const).map((level) => defaultBranchProtection(at({ default_branch_protection: level }))),
    ).toEqual([null, { push: 30, merge: 40 }, { push: 40, merge: 40 }])
    expect(diffLimits(at({ diff_max_files: 2000 }))).toEqual({ files: 2000, lines: 50_000, patchBytes: 204_800 })
  })
  it('are deleted later where that is on', () => {
    const delays = (tier: 'free' | 'premium', release: string, settings = INITIAL_SETTINGS) =>
      (['group', 'project'] as const).map((what) => deletionDelay(what, settings, { tier, release }))
    expect(delays('premium', '15.3')).toEqual([7, 0])
    expect(delays('free', '15.3', at({ delayed_project_deletion: true }))).toEqual([0, 0])
    expect(delays('premium', '14.10', at({ delayed_group_deletion: false }))).toEqual([7, 0])
    expect(delays('premium', '15.11', at({ delayed_group_deletion: false, delayed_project_deletion: true }))).toEqual([
      0, 0,
    ])
    expect(delays('premium', '16.0', at({ delayed_group_deletion: false }))).toEqual([7, 7])
  })
})

describe('git over HTTP', () => {
  it('may be switched off and bounded', () => {
    expect(httpGitRefusal(at({ enabled_git_access_protocol: 'ssh' }))).toBe('Git access over HTTP is not allowed')
    expect(httpGitRefusal(at({ enabled_git_access_protocol: 'http' }))).toBe(undefined)
    expect(pushSizeLimit(at({ receive_max_input_size: 5 }))).toBe(5 * 1024 * 1024)
    expect(pushSizeLimit(INITIAL_SETTINGS)).toBe(undefined)
  })
})

describe('the service that validates pipelines', () => {
  const url = 'https://validator.example/'
  const of = (changes: Partial<Settings>) =>
    pipelineValidation(at({ external_pipeline_validation_service_url: url, ...changes }))
  it('is there where it has an address', () => {
    expect(pipelineValidation(INITIAL_SETTINGS)).toBe(undefined)
    expect(of({ external_pipeline_validation_service_url: ' ' })).toBe(undefined)
    expect(of({})).toEqual({ url, token: undefined, timeoutMs: 5000 })
    expect(of({ external_pipeline_validation_service_token: 't' })?.token).toBe('t')
  })
  it('is waited for as long as is set, but never longer than a minute', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 }), (seconds) => {
        const { timeoutMs } = of({ external_pipeline_validation_service_timeout: seconds }) ?? { timeoutMs: 0 }
        expect(timeoutMs).toBe(Math.min(seconds, 60) * 1000)
      }),
    )
  })
})

describe('archived jobs', () => {
  const days = fc.integer({ min: 1, max: 5000 })
  it('are those made longer ago than the setting says, to the second', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 2 }), (many, over) => {
        const settings = at({ archive_builds_in_human_readable: `${many} days` })
        const createdAt = secondsAfter(NOW, -many * 86400 - over + 1)
        expect(isArchived({ createdAt }, NOW, settings)).toBe(over === 2)
      }),
    )
  })
  it.each([null, '', '  ', '99999999999 years'])('are none at %s', (archive_builds_in_human_readable) => {
    expect(isArchived({ createdAt: instantOf(0) }, NOW, at({ archive_builds_in_human_readable }))).toBe(false)
  })
})

describe('admin mode', () => {
  const on = at({ admin_mode: true })
  const session = { kind: 'session', scopes: [] } as const
  const then = (release: string) => ({ now: NOW, release })
  it('leaves everybody as they are while it is off', () => {
    expect(administersBy(session, then('16.0'), INITIAL_SETTINGS)).toBe(true)
    expect(administersBy({ kind: 'oauth', scopes: ['api'] }, then('16.0'), INITIAL_SETTINGS)).toBe(true)
  })
  it('asks browsers whether it is entered still', () => {
    expect(administersBy(session, then('15.3'), on)).toBe(false)
    fc.assert(
      fc.property(fc.integer({ min: -1000, max: 1000 }), (seconds) => {
        const adminUntil = secondsAfter(NOW, seconds)
        expect(administersBy({ ...session, adminUntil }, then('15.3'), on)).toBe(seconds > 0)
      }),
    )
  })
  it.each(['personal_access_token', 'oauth', 'job'] as const)('asks a %s for its scope from 15.8 on', (kind) => {
    expect(administersBy({ kind, scopes: ['api', 'sudo'] }, then('15.7'), on)).toBe(true)
    expect(administersBy({ kind, scopes: ['api', 'sudo'] }, then('15.8'), on)).toBe(false)
    expect(administersBy({ kind, scopes: ['api', 'admin_mode'] }, then('15.8'), on)).toBe(true)
  })
  it('asks nothing of a password, with which git clients come', () => {
    expect(administersBy({ kind: 'password', scopes: ['api'] }, then('16.0'), on)).toBe(true)
  })
})

describe('the largest repository', () => {
  const MB = 1024 * 1024
  const settings = at({ repository_size_limit: 10 })
  const sizes = fc.integer({ min: 0, max: 40 * MB })
  it('takes what fits, whatever is asked, and nothing else', () => {
    fc.assert(
      fc.property(sizes, sizes, (size, more) => {
        const fits = size + more <= 10 * MB
        expect(pushSizeRefusal({ size, more }, settings) === undefined).toBe(fits)
        expect(commitSizeRefusal({ size, more }, settings) === undefined).toBe(fits)
        expect(mergeSizeRefusal(size, settings) === undefined).toBe(size <= 10 * MB)
        expect(pushSizeRefusal({ size, more }, INITIAL_SETTINGS)).toBe(undefined)
      }),
    )
  })
  it('is told with how much there is too much', () => {
    expect(pushSizeRefusal({ size: 11.5 * MB, more: 0 }, settings)).toBe(
      'Your push has been rejected, because this repository has exceeded its size limit of 10 MB by 1.5 MB. Please contact your administrator for more information.',
    )
    expect(pushSizeRefusal({ size: 10 * MB, more: 1 }, settings)).toBe(
      'Your push to this repository would cause it to exceed the size limit of 10 MB so it has been rejected. Please contact your administrator for more information.',
    )
    expect(commitSizeRefusal({ size: 10 * MB, more: 1 }, settings)).toBe(
      'Your changes could not be committed, because this repository has exceeded its size limit of 10 MB by 1 Byte',
    )
    expect(mergeSizeRefusal(10 * MB + 2048, settings)).toBe(
      'This merge request cannot be merged, because this repository has exceeded its size limit of 10 MB by 2 KB',
    )
  })
  it.each([
    [0, '0 Bytes'],
    [1023, '1023 Bytes'],
    [1024, '1 KB'],
    [1024 * 1023, '1,000 KB'],
    [MB * 1.46, '1.5 MB'],
    [MB * 1024 * 250, '250 GB'],
  ])('%d bytes are %s for people', (bytes, text) => {
    expect(humanSize(bytes)).toBe(text)
  })
})

describe('private commit addresses', () => {
  const hosts = fc.constantFrom('users.noreply.forge.test', 'hidden.example.com', 'a')
  it('mean the user they were made for, whatever the name and its letters', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 40 }),
        fc.stringMatching(/^[a-z0-9_.-]+$/),
        hosts,
        (id, username, host) => {
          const made = privateAddress({ id, username }, host)
          expect(userIdOfPrivateAddress(made.toUpperCase(), host)).toBe(id)
          expect(userIdOfPrivateAddress(made, `${host}.org`)).toBe(undefined)
        },
      ),
    )
  })
  it.each(['x@a', '5@a', '-x@a', 'x-5@a', '5-x@b@a', '5-x@a@b', '5-x'])('%s is none', (address) => {
    expect(userIdOfPrivateAddress(address, 'a')).toBe(undefined)
  })
  it('have the host that is set, else one of their own', () => {
    expect(privateAddressHost(INITIAL_SETTINGS, 'forge.test')).toBe('users.noreply.forge.test')
    expect(privateAddressHost(at({ commit_email_hostname: null }), 'forge.test')).toBe('users.noreply.forge.test')
    expect(privateAddressHost(at({ commit_email_hostname: 'x.org' }), 'forge.test')).toBe('x.org')
  })
})

describe('limits on single actions', () => {
  it('are off at 0', () => {
    expect(issueLimit(1, INITIAL_SETTINGS)).toBe(undefined)
    expect(pipelineLimit({ projectId: 1, userId: 1, sha: 'a' }, INITIAL_SETTINGS)).toBe(undefined)
    expect(searchLimit({ userId: 1, address: 'x' }, at({ search_rate_limit: 0 }))).toBe(undefined)
    expect(uniqueAddresses(INITIAL_SETTINGS)).toBe(undefined)
  })
  it('count users by themselves and the anonymous by address', () => {
    expect(searchLimit({ userId: 7, address: 'x' }, INITIAL_SETTINGS)).toMatchObject({
      key: 'user:7',
      limit: 30,
      seconds: 60,
    })
    expect(searchLimit({ userId: undefined, address: 'x' }, INITIAL_SETTINGS)).toMatchObject({ key: 'x', limit: 10 })
  })
})

describe('windows', () => {
  it('are aligned to the epoch', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), fc.integer({ min: 1, max: 864_000 }), (now, seconds) => {
        const end = windowEnd(now, seconds)
        expect(end % seconds).toBe(0)
        expect(end > now && end - now <= seconds).toBe(true)
      }),
    )
  })
  it('say Retry later where nothing else is said', () => {
    expect(throttledText(at({ rate_limiting_response_text: ' ' }))).toBe('Retry later')
  })
  it('protect only posts', () => {
    const request = { method: 'POST', path: '/users/sign_in', caller: undefined, address: 'x', fromPages: false }
    expect(protectedPathThrottle(request, { requests: 10, seconds: 60 })).toMatchObject({ limit: 10, key: 'x' })
    expect(protectedPathThrottle({ ...request, method: 'GET' }, { requests: 10, seconds: 60 })).toBe(undefined)
  })
})

describe('durations', () => {
  it.each([
    ['30 days', 2_592_000],
    ['1 day', 86_400],
    ['2 hrs 20 min', 8400],
    ['1 week and 1 day', 691_200],
    ['0', 0],
    ['3 mins 4 sec', 184],
    ['1 year', 31_557_600],
  ])('%s', (text, seconds) => expect(secondsOfDuration(text)).toBe(seconds))
  it.each(['', 'some time', '3 fortnights', 'days', '1 day x'])('refuses %j', (text) =>
    expect(secondsOfDuration(text)).toBe(undefined),
  )
})
