import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

describe('a token without an end, when its instance goes to release 15.0', () => {
  let data: string
  beforeAll(() => {
    data = mkdtempSync(join(tmpdir(), 'forgefold-conversion-'))
  })
  afterAll(() => rmSync(data, { recursive: true, force: true }))

  it('gets one', async () => {
    // Below 14.3 tokens of the password grant never expire.
    const before = await openTestInstance({ release: '14.2', more: { data } })
    const granted = await before.ask('POST', '/oauth/token', {
      form: 'grant_type=password&username=root&password=correct%20horse',
    })
    const { access_token: token } = granted.json as { readonly access_token: string }
    const info = { headers: { authorization: `Bearer ${token}` } }
    expect((await before.ask('GET', '/oauth/token/info', info)).json).toMatchObject({ expires_in: null })
    await before.close()

    const after = await openTestInstance({ release: '15.0', more: { data } })
    expect((await after.ask('GET', '/oauth/token/info', info)).json).toMatchObject({ expires_in: 7200 })
    after.clock.advance(7_200_000)
    expect((await after.ask('GET', '/oauth/token/info', info)).status).toBe(401)
    await after.close()
  })
})
