import { terraformState } from '@forgefold/core/domains/packages/terraform-state'
import { scenario } from '@forgefold/spec/testing'
import { expect, it } from 'vitest'

const place = { projectId: 1, name: 'production' }
const version = (serial: number) => ({ serial, sha256: 'a'.repeat(64), size: 2, pipelineId: null })
const lock = (lockId: string) => ({
  lockId,
  operation: 'OperationTypePlan',
  info: '',
  clientVersion: '1.5.0',
  path: '',
  userId: 7,
})
const created = { type: 'TerraformStateCreated', data: place } as const
const added = (serial: number) => ({ type: 'TerraformStateVersionAdded', data: version(serial) }) as const
const locked = (lockId: string) => ({ type: 'TerraformStateLocked', data: lock(lockId) }) as const
const write = (serial: number, lockId?: string) => ({ type: 'Write', place, version: version(serial), lockId }) as const

it('begins with the first version or the first lock', () => {
  const none = scenario(terraformState)
  none.when(write(1)).then(created, added(1))
  none.when({ type: 'Lock', place, lock: lock('mine') }).then(created, locked('mine'))
  none.when({ type: 'Unlock' }).thenRefused('NotFound')
  none.when(write(1, 'mine')).thenRefused('Conflict')
  none.when({ ...write(1), place: { ...place, name: ' ' } }).thenRefused('Invalid')
})

it('takes each serial once, also a lower one, and again when it was deleted', () => {
  const live = scenario(terraformState).given(created, added(2))
  live.when(write(2)).thenRefused('Unprocessable')
  live.when(write(1)).then(added(1))
  live.when({ type: 'DeleteVersion', serial: 1 }).thenRefused('NotFound')
  live.when({ type: 'DeleteVersion', serial: 2 }).then({ type: 'TerraformStateVersionDeleted', data: { serial: 2 } })
  scenario(terraformState)
    .given(created, added(2), { type: 'TerraformStateVersionDeleted', data: { serial: 2 } })
    .when(write(2))
    .then(added(2))
})

it('is written by whoever holds the lock, and by nobody else', () => {
  const held = scenario(terraformState).given(created, locked('mine'))
  held.when(write(1)).thenRefused('Conflict')
  held.when(write(1, 'theirs')).thenRefused('Conflict')
  held.when(write(1, 'mine')).then(added(1))
  held.when({ type: 'Lock', place, lock: lock('theirs') }).thenRefused('Conflict')
  held.when({ type: 'Delete' }).thenRefused('Conflict')
  held.when({ type: 'Unlock', lockId: 'theirs' }).thenRefused('Conflict')
  held.when({ type: 'Unlock', lockId: 'mine' }).then({ type: 'TerraformStateUnlocked', data: {} })
  held.when({ type: 'Unlock' }).then({ type: 'TerraformStateUnlocked', data: {} })
  const free = scenario(terraformState).given(created, added(1))
  free.when(write(2, 'mine')).thenRefused('Conflict')
  free.when({ type: 'Unlock' }).then()
})

it('gives its name back when it is deleted', () => {
  const gone = scenario(terraformState).given(created, { type: 'TerraformStateDeleted', data: {} })
  gone.when(write(1)).thenRefused('NotFound')
  expect(terraformState.names?.({ kind: 'deleted' }, { id: '1', open: () => undefined })).toEqual([])
})
