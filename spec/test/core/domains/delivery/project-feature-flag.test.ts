import { featureFlagUserList } from '@forgefold/core/domains/delivery/feature-flag-user-list'
import {
  projectFeatureFlag,
  type Strategy,
  strategyErrors,
} from '@forgefold/core/domains/delivery/project-feature-flag'
import { scenario } from '@forgefold/spec/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const strategy = (name: string, parameters: Strategy['parameters'], userListId: number | null = null): Strategy => ({
  id: 1,
  name,
  parameters,
  userListId,
  scopes: [{ id: 1, environmentScope: 'production' }],
})

const data = { projectId: 1, name: 'new-menu', description: null, active: true, strategies: [] }
const created = { type: 'FlagCreated', data } as const

describe('a feature flag', () => {
  it('is made once, changed where it differs, and deleted', () => {
    const none = scenario(projectFeatureFlag)
    none.when({ type: 'Create', ...data }).then(created)
    none.when({ type: 'Change', changes: { active: false } }).thenRefused('RecordNotFound')
    none.when({ type: 'Delete' }).thenRefused('RecordNotFound')
    const live = none.given(created)
    live.when({ type: 'Create', ...data }).thenRefused('Conflict')
    live.when({ type: 'Change', changes: { active: true } }).then()
    live.when({ type: 'Change', changes: { active: false } }).then({ type: 'FlagChanged', data: { active: false } })
    live.when({ type: 'Delete' }).then({ type: 'FlagDeleted', data: {} })
  })

  it.each(['', 'a', 'A', 'a-', '_a', 'a b', 'a'.repeat(64)])('is not named %j', (name) => {
    scenario(projectFeatureFlag)
      .when({ type: 'Create', ...data, name })
      .thenRefused('Refused')
  })

  it('has a hundred strategies at most', () => {
    const many = (count: number) => Array.from({ length: count }, () => strategy('default', {}))
    const none = scenario(projectFeatureFlag)
    none.when({ type: 'Create', ...data, strategies: many(101) }).thenRefused('Refused')
    const sound = { ...data, strategies: many(100) }
    none.when({ type: 'Create', ...sound }).then({ type: 'FlagCreated', data: sound })
  })
})

describe('a strategy', () => {
  it('is for a percentage of 0 to 100', () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer({ min: -5, max: 120 }).map(String), fc.string({ maxLength: 4 })), (rollout) => {
        const wrong = strategyErrors(
          strategy('flexibleRollout', { groupId: 'app', rollout, stickiness: 'default' }),
        ).length
        const isSound = /^\d+$/.test(rollout) && rollout.length <= 3 && Number(rollout) <= 100
        expect(wrong === 0).toBe(isSound && !/^0\d\d$/.test(rollout))
      }),
    )
  })

  it.each([
    strategy('default', {}),
    strategy('userWithId', { userIds: 'a,b' }),
    strategy('gradualRolloutUserId', { groupId: 'app', percentage: '20' }),
    strategy('gitlabUserList', {}, 1),
  ])('is sound as $name with what it has to know', (sound) => {
    expect(strategyErrors(sound)).toEqual([])
  })

  it.each([
    strategy('default', { groupId: 'app' }),
    strategy('default', {}, 1),
    strategy('gitlabUserList', {}),
    strategy('userWithId', {}),
    strategy('userWithId', { userIds: 'a,a' }),
    strategy('userWithId', { userIds: 'a'.repeat(257) }),
    strategy('gradualRolloutUserId', { groupId: 'App', percentage: '20' }),
    strategy('flexibleRollout', { groupId: 'app', rollout: '5', stickiness: 'moon' }),
    strategy('toString', {}),
    { ...strategy('default', {}), scopes: [{ id: 1, environmentScope: '$' }] },
    {
      ...strategy('default', {}),
      scopes: [
        { id: 1, environmentScope: 'a' },
        { id: 2, environmentScope: 'a' },
      ],
    },
  ])('is refused as $name with $parameters, list $userListId, scopes $scopes', (unsound) => {
    expect(strategyErrors(unsound).length).toBeGreaterThan(0)
  })
})

describe('a list of users', () => {
  const list = { projectId: 1, iid: 1, name: 'testers', userIds: 'a,b' }
  const made = { type: 'UserListCreated', data: list } as const

  it('is made once, changed where it differs, and deleted where no strategy is for it', () => {
    const none = scenario(featureFlagUserList)
    none.when({ type: 'Create', ...list }).then(made)
    none.when({ type: 'Create', ...list, name: ' ' }).thenRefused('Refused')
    none.when({ type: 'Create', ...list, userIds: '' }).thenRefused('Refused')
    none.when({ type: 'Create', ...list, userIds: 'a, b' }).thenRefused('Refused')
    const live = none.given(made)
    live.when({ type: 'Change', changes: { name: 'testers' } }).then()
    live.when({ type: 'Change', changes: { userIds: 'c' } }).then({ type: 'UserListChanged', data: { userIds: 'c' } })
    live.when({ type: 'Delete', inUse: true }).thenRefused('Conflict')
    live.when({ type: 'Delete', inUse: false }).then({ type: 'UserListDeleted', data: {} })
  })
})
