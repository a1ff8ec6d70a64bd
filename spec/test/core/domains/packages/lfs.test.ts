import { lfsLock } from '@forgefold/core/domains/packages/lfs-lock'
import { lfsObject } from '@forgefold/core/domains/packages/lfs-object'
import { scenario } from '@forgefold/spec/testing'
import { it } from 'vitest'

const object = { projectId: 1, oid: 'a'.repeat(64), size: 5 }
const lock = { projectId: 1, path: 'art/cover.psd', userId: 2 }

it('keeps an object once, however often it is sent', () => {
  const none = scenario(lfsObject)
  none.when({ type: 'Keep', ...object }).then({ type: 'LfsObjectKept', data: object })
  none
    .given({ type: 'LfsObjectKept', data: object })
    .when({ type: 'Keep', ...object })
    .then()
})

it('takes a lock once and releases it once', () => {
  const none = scenario(lfsLock)
  none.when({ type: 'Take', ...lock }).then({ type: 'LfsLockTaken', data: lock })
  none.when({ type: 'Take', ...lock, path: '' }).thenRefused('Invalid')
  none.when({ type: 'Take', ...lock, path: 'x'.repeat(512) }).thenRefused('Invalid')
  none.when({ type: 'Release', forced: false }).thenRefused('NotFound')
  const live = none.given({ type: 'LfsLockTaken', data: lock })
  live.when({ type: 'Take', ...lock }).thenRefused('Conflict')
  live.when({ type: 'Release', forced: true }).then({ type: 'LfsLockReleased', data: { forced: true } })
  live
    .given({ type: 'LfsLockReleased', data: { forced: false } })
    .when({ type: 'Release', forced: false })
    .thenRefused('NotFound')
})
