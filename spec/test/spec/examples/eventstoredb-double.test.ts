import { meetTrouble } from '@forgefold/spec/examples'
import { expect, it } from 'vitest'

it('the example of the EventStoreDB double does what its page says', async () => {
  expect(await meetTrouble()).toEqual([
    'wrong-expected-version, the stream is at 4',
    'written at 0',
    'nobody is there',
    'OrderPlaced is still there',
  ])
})
