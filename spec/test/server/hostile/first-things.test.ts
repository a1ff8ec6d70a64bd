import { FIRST_THINGS } from '@forgefold/spec/hostile'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let instance: TestInstance
beforeAll(async () => {
  instance = await openTestInstance()
})
afterAll(() => instance.close())

describe('the things that hostile requests mean', () => {
  it.each(FIRST_THINGS)('are made: $method $path', async ({ method, path, json }) => {
    const made = await instance.ask(method, `/api/v4${path}`, { as: instance.root, json })
    expect([made.status < 300, made.text]).toEqual([true, made.text])
  })
})
