import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { badValues, changeableSettings } from '@forgefold/spec/settings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const PATH = '/api/v4/application/settings'

describe('a wrong value of a setting, sent over HTTP', () => {
  let instance: TestInstance
  let before: unknown
  beforeAll(async () => {
    instance = await openTestInstance()
    before = (await instance.ask('GET', PATH, { as: instance.root })).json
  })
  afterAll(() => instance.close())

  it.each(changeableSettings)('%s is refused in the documented shape, and nothing is changed', async (name) => {
    const also = name === 'sign_in_text' ? { help_page_text: 'x' } : { sign_in_text: 'x' }
    for (const bad of badValues(name).filter(({ value }) => !JSON.stringify(value).includes('\\u0000'))) {
      const refused = await instance.ask('PUT', PATH, { as: instance.root, json: { ...also, [bad.name]: bad.value } })
      const said = bad.error === undefined ? { message: bad.message } : { error: bad.error }
      expect([refused.status, refused.json], JSON.stringify(bad.value)).toEqual([400, said])
    }
    expect((await instance.ask('GET', PATH, { as: instance.root })).json).toEqual(before)
  })
})
