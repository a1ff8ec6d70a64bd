import { alertStatus, HEALTHY, healthAfter, type Outcome, webhook } from '@forgefold/core/domains/webhooks/webhook'
import type { Instant } from '@forgefold/core/kernel'
import { scenario } from '@forgefold/spec/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'

const at = '2022-05-01T10:00:00.000Z' as Instant
const owner = { kind: 'project', id: 1 } as const
const details = {
  url: 'sealed',
  token: null,
  urlVariables: {},
  triggers: ['push_events'],
  branchFilter: null,
  branchFilterStrategy: 'wildcard',
  verifiesTls: true,
} as const
const created = { type: 'WebhookCreated', data: { owner, ...details } } as const

it('is made once, and no more after its end', () => {
  const none = scenario(webhook)
  none.when({ type: 'Create', owner, details }).then(created)
  none.when({ type: 'Delete' }).thenRefused('RecordNotFound')
  const live = none.given(created)
  live.when({ type: 'Create', owner, details }).thenRefused('Conflict')
  live.when({ type: 'Replay', after: 4 }).then({ type: 'WebhookReplayAsked', data: { after: 4 } })
  live.when({ type: 'NoteOutcome', outcome: 'succeeded', at }).then()
  live.when({ type: 'NoteOutcome', outcome: 'failed', at }).then({
    type: 'WebhookHealthChanged',
    data: { failures: 1, disabled: false, disabledUntil: null },
  })
  live.given({ type: 'WebhookDeleted', data: {} }).when({ type: 'Delete' }).thenRefused('RecordNotFound')
})

const outcomes = fc.array(fc.constantFrom<Outcome>('succeeded', 'clientError', 'failed'), { maxLength: 40 })

it('is healthy after a success, and paused for a day at the most after failures', () => {
  fc.assert(
    fc.property(outcomes, (all) => {
      const health = all.reduce((known, outcome) => healthAfter(known, outcome, at), HEALTHY)
      const failures = all.length - 1 - all.lastIndexOf('succeeded')
      expect(health.failures).toBe(failures)
      expect(alertStatus(health, at) === 'executable').toBe(failures <= 3)
      if (health.disabledUntil !== null) expect(health.disabledUntil <= '2022-05-02T10:00:00.000Z').toBe(true)
      expect(healthAfter(health, 'succeeded', at)).toEqual(HEALTHY)
    }),
  )
})
