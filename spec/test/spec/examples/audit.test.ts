import { auditHistory } from '@forgefold/spec/examples'
import { expect, it } from 'vitest'

it('a history is asked, decided anew, proved and verified without the forge that wrote it', async () => {
  expect(await auditHistory()).toEqual({
    timeline: ['LabelCreated by user:1', 'LabelChanged by user:1'],
    before: '#ff0000',
    now: '#00ff00',
    setBy: 'LabelChanged',
    others: 0,
    isProven: true,
    fault: undefined,
  })
})
