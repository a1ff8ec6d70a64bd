import {
  PROCESS_MODES,
  type ResourceGroupCommand,
  type ResourceGroupEvent,
  resourceGroup,
} from '@forgefold/core/domains/delivery/resource-group'
import { fold } from '@forgefold/core/kernel'
import { scenario } from '@forgefold/spec/testing'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { expect, it } from 'vitest'

const created = { type: 'ResourceGroupCreated', data: { projectId: 1, key: 'production' } } as const
const assigned = { type: 'ResourceAssigned', data: { jobId: 3 } } as const

it('is made once, under a name that an environment could have', () => {
  const none = scenario(resourceGroup)
  none.when({ type: 'Create', projectId: 1, key: 'production' }).then(created)
  none.when({ type: 'Create', projectId: 1, key: '/production' }).thenRefused('Invalid')
  none.when({ type: 'Create', projectId: 1, key: '' }).thenRefused('Invalid')
  none.when({ type: 'Create', projectId: 1, key: 'k'.repeat(256) }).thenRefused('Invalid')
  none.when({ type: 'Assign', jobId: 3 }).thenRefused('RecordNotFound')
  none.given(created).when({ type: 'Create', projectId: 1, key: 'production' }).thenRefused('Conflict')
})

it('lets one job at a time have the resource', () => {
  const free = scenario(resourceGroup).given(created)
  free.when({ type: 'Assign', jobId: 3 }).then(assigned)
  free.when({ type: 'Release', jobId: 3 }).then()
  const taken = scenario(resourceGroup).given(created, assigned)
  taken.when({ type: 'Assign', jobId: 3 }).then()
  taken.when({ type: 'Assign', jobId: 4 }).thenRefused('Conflict')
  taken.when({ type: 'Release', jobId: 4 }).then()
  taken.when({ type: 'Release', jobId: 3 }).then({ type: 'ResourceReleased', data: { jobId: 3 } })
})

it('changes its order once', () => {
  const live = scenario(resourceGroup).given(created)
  const changed = { type: 'ProcessModeChanged', data: { processMode: 'oldest_first' } } as const
  live.when({ type: 'ChangeProcessMode', processMode: 'unordered' }).then()
  live.when({ type: 'ChangeProcessMode', processMode: 'oldest_first' }).then(changed)
})

const jobId = fc.integer({ min: 1, max: 4 })
const command: fc.Arbitrary<ResourceGroupCommand> = fc.oneof(
  fc.record({ type: fc.constant('Assign' as const), jobId }),
  fc.record({ type: fc.constant('Release' as const), jobId }),
  fc.record({ type: fc.constant('ChangeProcessMode' as const), processMode: fc.constantFrom(...PROCESS_MODES) }),
)

it('never has two jobs, whatever is asked in which order', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
      const history: Array<ResourceGroupEvent> = [created]
      const holders = new Set<number>()
      for (const one of commands) {
        const decided = resourceGroup.decide(one)(fold(resourceGroup, history))
        if (E.isLeft(decided)) continue
        history.push(...decided.right)
        for (const event of decided.right) {
          if (event.type === 'ResourceAssigned') holders.add(event.data.jobId)
          if (event.type === 'ResourceReleased') holders.delete(event.data.jobId)
        }
        expect(holders.size).toBeLessThanOrEqual(1)
      }
      const state = fold(resourceGroup, history)
      expect(state.kind === 'live' ? state.jobId : undefined).toBe([...holders][0] ?? null)
    }),
  )
})
