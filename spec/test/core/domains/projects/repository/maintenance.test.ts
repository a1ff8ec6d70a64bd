import { type LastMaintenance, nextMaintenance } from '@forgefold/core/domains/projects/repository'
import type { Instant } from '@forgefold/core/kernel'
import type { MaintenanceTask } from '@forgefold/core/ports'
import { describe, expect, it } from 'vitest'

const at = (seconds: string): Instant => `2022-08-22T12:00:${seconds}.000Z` as Instant
const last = (owed: MaintenanceTask | undefined): LastMaintenance => ({ at: at('00'), owed })

describe('maintenance of a repository', () => {
  it.each([
    ['incremental', undefined, at('00'), 'incremental', false],
    ['gc', undefined, at('00'), 'gc', false],
    ['incremental', last(undefined), at('29'), 'incremental', true],
    ['full', last('incremental'), at('29'), 'full', true],
    ['incremental', last('gc'), at('29'), 'gc', true],
    ['incremental', last('full'), at('30'), 'full', false],
    ['gc', last('full'), at('31'), 'gc', false],
  ] as const)('%s with %j at %s: %s, later: %s', (due, before, now, how, later) => {
    expect(nextMaintenance(due, before, now)).toEqual({ how, later })
  })
})
