import { need } from '@forgefold/spec/programs'
import { type OwnServer, startServer, takeTour } from '@forgefold/spec/tour'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

describe.runIf(need('git'))('the tour', () => {
  let server: OwnServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.stop())

  it('finds everything as documented, with a real client and real git', async () => {
    const said: Array<string> = []
    await takeTour({ url: server.url, token: server.token, say: (line) => said.push(line) })
    expect(said.at(-1)).toBe('the tour is over: everything was as documented')
    expect(said.filter((line) => line.startsWith('refused with'))).toHaveLength(22)
  })
})
