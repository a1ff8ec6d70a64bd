import { askEmbedded } from '@forgefold/spec/examples'
import { expect, it } from 'vitest'

it('a forge answers inside another program, without a socket', async () => {
  expect(await askEmbedded('/api/v4/no/such/endpoint')).toEqual({ status: 404, json: { error: '404 Not Found' } })
})
