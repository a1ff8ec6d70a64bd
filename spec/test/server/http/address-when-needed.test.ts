import { openTestInstance } from '@forgefold/spec/instance'
import { expect, it } from 'vitest'

it('reads through the API ask nobody for an address that no setting counts', async () => {
  const instance = await openTestInstance()
  let asked = 0
  const read = async (): Promise<number> => {
    const response = await instance.forgefold.handler({
      method: 'GET',
      path: '/api/v4/user',
      query: '',
      headers: new Map([['private-token', instance.root]]),
      get remoteAddress() {
        asked++
        return '127.0.0.1'
      },
      body: { bytes: async () => new Uint8Array(), stream: async function* () {} },
      signal: new AbortController().signal,
    })
    return response.status
  }
  // The first use of a token is noted, with where it came from.
  expect(await read()).toBe(200)
  asked = 0
  expect(await read()).toBe(200)
  expect(asked).toBe(0)
  const limits = { unique_ips_limit_enabled: true, unique_ips_limit_per_user: 2, unique_ips_limit_time_window: 60 }
  await instance.ask('PUT', '/api/v4/application/settings', { as: instance.root, json: limits })
  expect(await read()).toBe(200)
  expect(asked).toBeGreaterThan(0)
  await instance.close()
})
