import { type Answered, openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { expect } from 'vitest'

export type Json = Readonly<Record<string, unknown>>

/** An instance with one project, which has a CI file and a runner of its own. */
export interface CiProject {
  readonly world: TestInstance
  /** The token of the runner. */
  readonly runner: string
  /** Asks the API as the administrator, or with another token; an empty one asks as the anonymous. */
  readonly ask: (method: string, path: string, json?: unknown, as?: string) => Promise<Answered>
  /** The answer to a request of the administrator that has to succeed. */
  readonly must: (method: string, path: string, json?: unknown) => Promise<Json>
  /** The next job of the runner; there has to be one. */
  readonly take: () => Promise<Json>
}

/** Opens an instance with a project that has this CI file on its branch `main`; no pipeline has run. */
export const openCiProject = async (ci: string): Promise<CiProject> => {
  const world = await openTestInstance({ release: '15.11' })
  const ask: CiProject['ask'] = (method, path, json, as = world.root) =>
    world.ask(method, `/api/v4${path}`, { as: as === '' ? undefined : as, json })
  const must: CiProject['must'] = async (method, path, json) => {
    const { status, json: answer, text } = await ask(method, path, json)
    expect(status, `${method} ${path}: ${text}`).toBeLessThan(300)
    return answer as Json
  }
  await must('POST', '/projects', { name: 'app', initialize_with_readme: true, default_branch: 'main' })
  const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content: ci }]
  await must('POST', '/projects/1/repository/commits', { branch: 'main', commit_message: 'ci [skip ci]', actions })
  const { runners_token: token } = await must('GET', '/projects/1')
  const runner = String((await must('POST', '/runners', { token }))['token'])
  const take: CiProject['take'] = async () => {
    const taken = await ask('POST', '/jobs/request', { token: runner }, '')
    expect(taken.status, taken.text).toBe(201)
    return taken.json as Json
  }
  return { world, runner, ask, must, take }
}
