import { type DueWord, dueDaysOf } from '@forgefold/core/domains/planning/issue'
import type { Day } from '@forgefold/core/kernel'
import { describe, expect, it } from 'vitest'

describe('when something is due', () => {
  it.each<readonly [DueWord, string, object | string]>([
    ['0', '2022-08-22', 'none'],
    ['any', '2022-08-22', 'any'],
    ['today', '2022-08-22', { from: '2022-08-22', to: '2022-08-22' }],
    ['tomorrow', '2022-12-31', { from: '2023-01-01', to: '2023-01-01' }],
    ['overdue', '2022-03-01', { to: '2022-02-28' }],
    ['week', '2022-08-22', { from: '2022-08-22', to: '2022-08-28' }],
    ['week', '2022-08-28', { from: '2022-08-22', to: '2022-08-28' }],
    ['month', '2024-02-10', { from: '2024-02-01', to: '2024-02-29' }],
    ['next_month_and_previous_two_weeks', '2022-12-05', { from: '2022-11-21', to: '2023-01-31' }],
  ])('%s of %s', (word, today, days) => {
    expect(dueDaysOf(word, today as Day)).toEqual(days)
  })
})
