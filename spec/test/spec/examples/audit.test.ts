import { auditHistory } from '@forgefold/spec/examples'
import { expect, it } from 'vitest'

it('a history of labels in memory is asked, compared, decided anew, proved and verified with no server', async () => {
  expect(await auditHistory()).toEqual({
    timeline: ['LabelCreated by user:1', 'LabelChanged by user:2'],
    because: 'LabelChanged',
    before: '#ff0000',
    now: '#00ff00',
    changed: ['color'],
    setBy: 'LabelChanged by user:2',
    differences: [['1', 'color']],
    others: 0,
    isProven: true,
    fault: undefined,
    isForgeryFound: true,
  })
})
