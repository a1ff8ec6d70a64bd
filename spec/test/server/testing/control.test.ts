import { startForge, type TestForge } from '@forgefold/server/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let forge: TestForge
beforeAll(async () => {
  forge = await startForge({ port: false, control: true })
})
afterAll(() => forge.close())

const ask = async (method: string, path: string, body: string): Promise<readonly [number, string]> => {
  const response = await forge.fetch(`/-/testing/${path}`, { method, body })
  const { error = '' } = (await response.json()) as { readonly error?: string }
  return [response.status, error]
}

describe('the control of a forge from other languages', () => {
  it.each([
    ['POST', 'faults', 'null', 'the body is null; it has to be an object'],
    ['POST', 'faults', '[]', 'the body is a list; it has to be an object'],
    ['POST', 'faults', '{"pattern":5}', 'pattern has to be a string'],
    ['POST', 'faults', '{}', 'pattern is missing'],
    ['POST', 'users', '{"username":"ann","admn":true}', 'there is no option of a user: admn'],
    ['POST', 'users', '{"username":"ann","email":5}', 'email has to be a string'],
    ['PUT', 'clock', '{"nwo":1}', 'there is no member nwo; there are now, advance'],
    ['PUT', 'clock', '{"now":"2025-01-01T00:00:00Z","advance":5}', 'two ways to move the clock'],
    ['PUT', 'clock', '{}', 'now is missing'],
  ])('%s %s with %s is refused', async (method, path, body, words) => {
    const before = forge.clock.now()
    expect(await ask(method, path, body)).toEqual([400, expect.stringContaining(words)])
    expect([forge.clock.now(), Object.keys(forge.tokens)]).toEqual([before, ['root']])
  })
  it('says how much it reads', async () => {
    const [status, error] = await ask('POST', 'faults', 'a'.repeat(2_000_000))
    expect([status, error]).toEqual([413, 'the body is larger than 1048576 bytes'])
  })
})
