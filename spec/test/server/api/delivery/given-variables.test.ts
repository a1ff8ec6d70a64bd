import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Json = Readonly<Record<string, unknown>>

const CI = `
deploy:
  when: manual
  script: [deploy]
  variables: { TARGET: nowhere }
`

describe.runIf(programs.need('git'))('variables that somebody gives along', () => {
  let world: TestInstance
  let dev: string
  let runner: string

  const ask = (method: string, path: string, json?: unknown, as: string | undefined = world.root) =>
    world.ask(method, `/api/v4${path}`, { ...(as === '' ? {} : { as }), json })
  const must = async (method: string, path: string, json?: unknown, as?: string): Promise<Json> => {
    const { status, json: answer, text } = await ask(method, path, json, as)
    expect(status, `${method} ${path}: ${text}`).toBeLessThan(300)
    return answer as Json
  }
  const manualJob = async (): Promise<number> => {
    const { id } = await must('POST', '/projects/1/pipeline', { ref: 'main' })
    const [job] = (await must('GET', `/projects/1/pipelines/${id}/jobs`)) as unknown as ReadonlyArray<{ id: number }>
    return job?.id ?? 0
  }
  const played = async (variables: unknown): Promise<ReadonlyArray<Json>> => {
    await must('POST', `/projects/1/jobs/${await manualJob()}/play`, { job_variables_attributes: variables })
    const taken = await must('POST', '/jobs/request', { token: runner }, '')
    return taken['variables'] as ReadonlyArray<Json>
  }

  beforeAll(async () => {
    world = await openTestInstance({ release: '15.11' })
    await must('POST', '/projects', { name: 'app', initialize_with_readme: true, default_branch: 'main' })
    const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content: CI }]
    await must('POST', '/projects/1/repository/commits', { branch: 'main', commit_message: 'ci [skip ci]', actions })
    const person = await world.person('dev')
    dev = person.token
    await must('POST', '/projects/1/members', { user_id: person.id, access_level: 30 })
    await must('POST', '/projects/1/protected_branches', { name: 'none' })
    await ask('DELETE', '/projects/1/protected_branches/main')
    const { runners_token: token } = await must('GET', '/projects/1')
    runner = String((await must('POST', '/runners', { token }))['token'])
  })
  afterAll(() => world.close())

  it('reach the job that is played with them, over what else it has', async () => {
    const variables = await played([
      { key: 'TARGET', value: 'production' },
      { key: 'NOTE', value: 'by hand' },
    ])
    expect(variables.filter(({ key }) => key === 'TARGET').at(-1)).toMatchObject({ value: 'production', public: false })
    expect(variables.at(-1)).toMatchObject({ key: 'NOTE', value: 'by hand' })
  })

  it('belong to that job alone, and are nowhere in the history as they are', async () => {
    const secret = 'a-word-that-stands-nowhere-else'
    await played([{ key: 'WORD', value: secret }])
    expect((await played([])).some(({ key }) => key === 'WORD')).toBe(false)
    const history = await world.forge.events.readAll({ limit: 1000 })
    expect(JSON.stringify(history)).not.toContain(secret)
  })

  it('have a name and a value', async () => {
    const job = await manualJob()
    const { status } = await ask('POST', `/projects/1/jobs/${job}/play`, { job_variables_attributes: [{ key: 'A' }] })
    expect(status).toBe(400)
    expect((await must('GET', `/projects/1/jobs/${job}`))['status']).toBe('manual')
  })

  it('are for maintainers where the project restricts them', async () => {
    const along = { ref: 'main', variables: [{ key: 'A', value: 'b' }] }
    const job = await manualJob()
    expect((await ask('POST', '/projects/1/pipeline', along, dev)).status).toBe(201)
    await must('PUT', '/projects/1', { restrict_user_defined_variables: true })
    const refused = await ask('POST', '/projects/1/pipeline', along, dev)
    expect([refused.status, refused.json]).toEqual([
      400,
      { message: { base: ['Insufficient permissions to set pipeline variables'] } },
    ])
    const variables = { job_variables_attributes: [{ key: 'A', value: 'b' }] }
    expect((await ask('POST', `/projects/1/jobs/${job}/play`, variables, dev)).status).toBe(403)
    expect((await ask('POST', '/projects/1/pipeline', { ref: 'main' }, dev)).status).toBe(201)
    expect((await ask('POST', `/projects/1/jobs/${job}/play`, undefined, dev)).status).toBe(200)
    expect((await ask('POST', '/projects/1/pipeline', along)).status).toBe(201)
  })
})
