import { embed } from '@forgefold/spec/examples'
import { expect, it } from 'vitest'

it('a forge answers inside another program, without a socket', async () => {
  expect(await embed()).toEqual({ status: 200, path: 'jane/app', heard: ['ProjectCreated'] })
})
