import { externalStatusCheck, statusCheckResponse } from '@forgefold/core/domains/review/external-status-check'
import { scenario } from '@forgefold/spec/testing'
import { expect, it } from 'vitest'

const data = { projectId: 1, name: 'compliance', externalUrl: 'sealed', protectedBranchIds: [] }
const created = { type: 'StatusCheckCreated', data } as const

it('makes a check once, changes what differs and deletes it once', () => {
  const none = scenario(externalStatusCheck)
  none.when({ type: 'Create', ...data }).then(created)
  none.when({ type: 'Create', ...data, name: ' ' }).thenRefused('Unprocessable')
  none.when({ type: 'Create', ...data, name: 'n'.repeat(256) }).thenRefused('Unprocessable')
  none.when({ type: 'Change', changes: { name: 'other' } }).thenRefused('RecordNotFound')
  none.when({ type: 'Delete' }).thenRefused('RecordNotFound')
  const live = none.given(created)
  live.when({ type: 'Create', ...data }).thenRefused('Conflict')
  live.when({ type: 'Change', changes: { name: '' } }).thenRefused('Unprocessable')
  live.when({ type: 'Change', changes: { name: 'compliance', protectedBranchIds: [] } }).then()
  live
    .when({ type: 'Change', changes: { name: 'other', externalUrl: undefined } })
    .then({ type: 'StatusCheckChanged', data: { name: 'other' } })
  live.when({ type: 'Delete' }).then({ type: 'StatusCheckDeleted', data: {} })
  live.given({ type: 'StatusCheckDeleted', data: {} }).when({ type: 'Delete' }).thenRefused('RecordNotFound')
})

it('holds its name in the project while it lives', () => {
  const names = (state: Parameters<NonNullable<typeof externalStatusCheck.names>>[0]) =>
    externalStatusCheck.names?.(state, { id: '1', open: () => undefined }).map(({ name }) => name)
  expect(names({ kind: 'live', ...data })).toEqual(['1\0compliance'])
  expect(names({ kind: 'deleted' })).toEqual([])
})

it('takes a response once', () => {
  const response = { checkId: 1, mergeRequestId: 2, sha: 'a'.repeat(40), status: 'passed' } as const
  const given = { type: 'StatusCheckResponseGiven', data: response } as const
  const none = scenario(statusCheckResponse)
  none.when({ type: 'Give', ...response }).then(given)
  none
    .given(given)
    .when({ type: 'Give', ...response })
    .thenRefused('Conflict')
})
