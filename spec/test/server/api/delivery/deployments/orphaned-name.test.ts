import { systemCaller } from '@forgefold/core/app'
import { type ReservedName, streamName } from '@forgefold/core/kernel'
import { askerOf, openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as E from 'fp-ts/lib/Either.js'
import { afterAll, beforeAll, expect, it } from 'vitest'

let instance: TestInstance
let sha: string

const ask = (method: string, path: string, json?: unknown) =>
  askerOf(instance.forgefold)(method, `/api/v4${path}`, { as: instance.root, json })

/** Takes a name as a server does that dies before it makes what is to have the name. */
const orphan = async (name: ReservedName, category: string): Promise<void> => {
  const { forge } = instance
  const { context } = systemCaller(forge, 'test')
  expect(E.isRight(await forge.reservations.take(name, streamName(category, '4711'), context))).toBe(true)
}

beforeAll(async () => {
  instance = await openTestInstance()
  expect((await ask('POST', '/projects', { name: 'app', initialize_with_readme: true })).status).toBe(201)
  const branch = (await ask('GET', '/projects/1/repository/branches/main')).json
  sha = (branch as { readonly commit: { readonly id: string } }).commit.id
})
afterAll(() => instance.close())

it('all who deploy at once to an environment whose maker died are told within the time of one wait', async () => {
  await orphan({ kind: 'environment', name: [1, 'review/1'].join('\0') }, 'environment')
  const wish = { environment: 'review/1', sha, ref: 'main', tag: false, status: 'running' }
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask('POST', '/projects/1/deployments', wish)))
  // Where each waits for the maker anew, those behind the first seven run out of time: 503.
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 409))
  const later = await ask('POST', '/projects/1/deployments', { ...wish, environment: 'review/2' })
  expect(later.status).toBe(201)
})

it('an issue whose label has a title that stays taken is refused whole', async () => {
  await orphan({ kind: 'label', name: ['project', 1, 'bug'].join('\0') }, 'label')
  const refused = await ask('POST', '/projects/1/issues', { title: 'Broken', labels: 'bug' })
  expect([refused.status, refused.json]).toEqual([409, { message: 'Label already exists' }])
  expect((await ask('GET', '/projects/1/issues')).json).toEqual([])
})
