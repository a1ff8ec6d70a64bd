import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Json = Readonly<Record<string, unknown>>

const P = '/api/v4/projects/1'
const BRANCH = `${P}/repository/branches/feature%2Fa`

let world: TestInstance
let dev: string
const ask = (method: string, path: string, json?: unknown, as = world.root) => world.ask(method, path, { as, json })
const put = async (verb: string, json: Json = {}, as = world.root) => {
  const answer = await ask('PUT', `${BRANCH}/${verb}`, json, as)
  return { status: answer.status, ...(answer.json as Json) }
}
const levels = async () => {
  const { json } = await ask('GET', `${P}/protected_branches/feature%2Fa`)
  const of = (deed: string) =>
    ((json as Json)[`${deed}_access_levels`] as ReadonlyArray<Json>).map((one) => one['access_level'])
  return { push: of('push'), merge: of('merge') }
}

beforeAll(async () => {
  world = await openTestInstance()
  const person = await world.person('dev')
  dev = person.token
  await ask('POST', '/api/v4/projects', { name: 'p', initialize_with_readme: true, default_branch: 'main' })
  await ask('POST', `${P}/members`, { user_id: person.id, access_level: 30 })
  await ask('POST', `${P}/repository/branches`, { branch: 'feature/a', ref: 'main' })
})
afterAll(() => world.close())

describe('the old forms that protect a branch', () => {
  it('protect it for maintainers, and answer the branch', async () => {
    expect(await put('protect')).toMatchObject({
      status: 200,
      name: 'feature/a',
      protected: true,
      developers_can_push: false,
      developers_can_merge: false,
    })
    expect(await levels()).toEqual({ push: [40], merge: [40] })
  })

  it('let developers in, and change only what is said', async () => {
    expect(await put('protect', { developers_can_push: true })).toMatchObject({
      developers_can_push: true,
      developers_can_merge: false,
    })
    expect(await put('protect', { developers_can_merge: 'true' })).toMatchObject({
      developers_can_push: true,
      developers_can_merge: true,
    })
    expect(await levels()).toEqual({ push: [30], merge: [30] })
    expect(await put('protect', { developers_can_push: false })).toMatchObject({ developers_can_push: false })
    expect(await put('protect')).toMatchObject({ developers_can_push: false, developers_can_merge: true })
  })

  it('take the protection away, and say nothing of one that is not there', async () => {
    expect(await put('unprotect')).toMatchObject({ status: 200, name: 'feature/a', protected: false })
    expect(await put('unprotect')).toMatchObject({ status: 200, protected: false })
    expect((await ask('GET', `${P}/protected_branches/feature%2Fa`)).status).toBe(404)
  })

  it.each(['protect', 'unprotect'])('%s is for maintainers, and for branches that are there', async (verb) => {
    expect((await put(verb, {}, dev)).status).toBe(403)
    const nowhere = await ask('PUT', `${P}/repository/branches/none/${verb}`, {})
    expect([nowhere.status, nowhere.json]).toEqual([404, { message: '404 Branch Not Found' }])
    const stars = await ask('PUT', `${P}/repository/branches/feature*/${verb}`, {})
    expect(stars.status).toBe(404)
  })
})
