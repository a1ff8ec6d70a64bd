import {
  CI_STATUSES,
  type CiStatus,
  compositeStatus,
  hasWarnings,
  isActive,
  isComplete,
} from '@forgefold/core/domains/delivery/pipeline'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

/** `failed?` stands for one that may fail. */
const parts = (words: string) =>
  words
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => ({ status: word.replace('?', '') as CiStatus, allowFailure: word.endsWith('?') }))

/** The documented table (docs/reference/behaviour/delivery.md#pipeline-status), row by row. */
const TABLE: ReadonlyArray<readonly [string, CiStatus]> = [
  ['skipped', 'skipped'],
  ['skipped manual?', 'skipped'],
  ['manual? created?', 'skipped'],
  ['success', 'success'],
  ['success skipped', 'success'],
  ['success failed?', 'success'],
  ['success canceled?', 'success'],
  ['failed?', 'success'],
  ['success manual?', 'success'],
  ['success scheduled?', 'success'],
  ['created', 'created'],
  ['created created', 'created'],
  ['created failed?', 'created'],
  ['preparing', 'preparing'],
  ['preparing manual?', 'preparing'],
  ['canceled', 'canceled'],
  ['canceled success skipped failed?', 'canceled'],
  ['pending', 'pending'],
  ['pending created skipped', 'pending'],
  ['pending created manual?', 'pending'],
  ['running', 'running'],
  ['running failed', 'running'],
  ['pending success', 'running'],
  ['pending failed created', 'running'],
  ['waiting_for_resource created', 'waiting_for_resource'],
  ['waiting_for_resource manual', 'waiting_for_resource'],
  ['manual success', 'manual'],
  ['manual scheduled', 'manual'],
  ['manual failed', 'manual'],
  ['scheduled success', 'scheduled'],
  ['scheduled preparing', 'scheduled'],
  ['preparing created', 'preparing'],
  ['created success', 'running'],
  ['created failed', 'running'],
  ['failed', 'failed'],
  ['failed success', 'failed'],
  ['failed canceled', 'failed'],
  ['failed skipped failed?', 'failed'],
]

describe('the status of a whole', () => {
  it.each(TABLE)('of %s is %s', (words, status) => {
    expect(compositeStatus(parts(words))).toBe(status)
  })

  const part = fc.record({ status: fc.constantFrom(...CI_STATUSES), allowFailure: fc.boolean() })

  it('does not hang on order or on how often a part is there', () =>
    fc.assert(
      fc.property(
        fc
          .array(part, { minLength: 1, maxLength: 8 })
          .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          expect(compositeStatus(shuffled)).toBe(compositeStatus(all))
          expect(compositeStatus([...all, ...all])).toBe(compositeStatus(all))
        },
      ),
    ))

  it('is complete where all parts are, and active or waiting where one that counts is', () =>
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), (all) => {
        const whole = compositeStatus(all)
        if (all.every(({ status }) => isComplete(status))) expect(isComplete(whole as CiStatus)).toBe(true)
        if (all.some(({ status }) => status === 'running')) expect(isActive(whole as CiStatus)).toBe(true)
      }),
    ))

  it('is none of nothing, and has warnings where something that may fail did', () => {
    expect(compositeStatus([])).toBeUndefined()
    expect(hasWarnings(parts('success failed?'))).toBe(true)
    expect(hasWarnings(parts('success failed'))).toBe(false)
  })
})
