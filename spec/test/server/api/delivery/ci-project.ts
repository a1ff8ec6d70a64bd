import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, expect } from 'vitest'

export type Json = Readonly<Record<string, unknown>>

/**
 * An instance for the tests of a suite, with a project that has this CI file on its branch `main` and a runner of its own; no pipeline has run.
 * `ask` asks as the administrator, or with another token; an empty one asks as the anonymous.
 */
export const ciProject = (ci: string, runner: Json = {}) => {
  let world: TestInstance
  let token: unknown

  const ask = (method: string, path: string, json?: unknown, as: string | undefined = world.root) =>
    world.ask(method, `/api/v4${path}`, { ...(as === '' ? {} : { as }), ...(json === undefined ? {} : { json }) })
  const must = async (method: string, path: string, json?: unknown): Promise<Json> => {
    const { status, json: answer, text } = await ask(method, path, json)
    expect(status, `${method} ${path}: ${text}`).toBeLessThan(300)
    return answer as Json
  }
  const request = () => ask('POST', '/jobs/request', { token }, '')
  /** The next job, as the runner is given it. */
  const take = async (): Promise<Json> => {
    const taken = await request()
    expect(taken.status, taken.text).toBe(201)
    return taken.json as Json
  }
  const end = async (job: Json, more: Json = {}): Promise<void> =>
    expect(
      (await ask('PUT', `/jobs/${job['id']}`, { token: job['token'], state: 'success', ...more }, '')).status,
    ).toBe(200)

  beforeAll(async () => {
    world = await openTestInstance({ release: '15.11' })
    await must('POST', '/projects', { name: 'app', initialize_with_readme: true, default_branch: 'main' })
    const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content: ci }]
    await must('POST', '/projects/1/repository/commits', { branch: 'main', commit_message: 'ci [skip ci]', actions })
    const { runners_token: registration } = await must('GET', '/projects/1')
    token = (await must('POST', '/runners', { token: registration, ...runner }))['token']
  })
  afterAll(() => world.close())

  return { ask, must, request, take, end, world: (): TestInstance => world }
}
