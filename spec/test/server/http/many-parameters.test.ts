import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const COUNT = 100_000
/** In times of what JSON of as many names takes to parse. */
const MOST = 2
const JSON_TEXT = `{"text":"a",${Array.from({ length: COUNT }, (_, n) => `"a${n}":1`).join(',')}}`
const FORM_TEXT = `text=a&${Array.from({ length: COUNT }, (_, n) => `a${n}=1`).join('&')}`

const processorTime = async (work: () => unknown): Promise<number> => {
  const begun = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(begun)
  return user + system
}

/** The least of several: what else the process did meanwhile is in the others. */
const least = async (work: () => unknown): Promise<number> => {
  const times: Array<number> = []
  for (let round = 0; round < 5; round++) times.push(await processorTime(work))
  return Math.min(...times)
}

describe('A body of very many parameters', () => {
  let instance: TestInstance
  beforeAll(async () => {
    instance = await openTestInstance()
  })
  afterAll(() => instance.close())

  const send = async (type: string, text: string, query = '') =>
    instance.ask('POST', '/api/v4/markdown', {
      as: instance.root,
      query,
      bytes: Buffer.from(text),
      headers: { 'content-type': type },
    })

  it.each([
    ['application/json', JSON_TEXT],
    ['application/x-www-form-urlencoded', FORM_TEXT],
  ])('costs little more than to read them: %s', async (type, text) => {
    expect(await send(type, text)).toMatchObject({ status: 201 })
    const ratios: Array<number> = []
    // On a busy machine a measurement may go wrong; copies of the parameters go wrong each time.
    while (ratios.length < 3 && (ratios.length === 0 || Math.min(...ratios) > MOST)) {
      const parsed = await least(() => JSON.parse(JSON_TEXT))
      ratios.push((await least(() => send(type, text))) / parsed)
    }
    expect(Math.min(...ratios)).toBeLessThan(MOST)
  })

  it('wins over the query, and takes from it what it lacks', async () => {
    const type = 'application/json'
    expect(await send(type, '{"text":"body"}', 'text=query')).toMatchObject({
      json: { html: expect.stringContaining('body') },
    })
    expect(await send(type, '{}', 'text=query')).toMatchObject({ json: { html: expect.stringContaining('query') } })
  })

  it('has no parameters but its own, whatever objects inherit', async () => {
    expect(await send('application/json', '{"constructor":1}', '__proto__[text]=a&__proto__=b')).toMatchObject({
      status: 400,
    })
  })
})
