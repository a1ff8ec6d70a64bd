import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Json = Readonly<Record<string, unknown>>

const PROJECT = '/api/v4/projects/1'
const CI =
  'build: { script: a, rules: [{ if: "$CI_PIPELINE_TRIGGERED && $CHANNEL == \\"beta\\"" }] }\nalways: { script: b }\n'

describe.runIf(programs.need('git'))('pipeline triggers', () => {
  let world: TestInstance
  let ann: Awaited<ReturnType<TestInstance['person']>>

  beforeAll(async () => {
    world = await openTestInstance()
    ann = await world.person('ann')
    await must('POST', '/api/v4/projects', { name: 'app', initialize_with_readme: true, default_branch: 'main' })
    await must('POST', `${PROJECT}/members`, { user_id: ann.id, access_level: 40 })
    const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content: CI }]
    await must('POST', `${PROJECT}/repository/commits`, { branch: 'main', commit_message: 'ci [skip ci]', actions })
    await must('POST', '/api/v4/projects', { name: 'other', initialize_with_readme: true })
  })
  afterAll(() => world.close())

  const ask = (method: string, path: string, json?: unknown, as: string | undefined = world.root, query = '') =>
    world.ask(method, path, { ...(as === '' ? {} : { as }), query, json })
  const must = async (method: string, path: string, json?: unknown, as?: string): Promise<Json> => {
    const { status, json: answer, text } = await ask(method, path, json, as)
    expect(status, `${method} ${path}: ${text}`).toBeLessThan(300)
    return answer as Json
  }

  it('are made, listed, read, changed and deleted; only their makers see the whole token', async () => {
    const made = await must('POST', `${PROJECT}/triggers`, { description: 'nightly' })
    expect(made).toEqual({
      id: made['id'],
      token: expect.stringMatching(/^[0-9a-f]{40}$/),
      description: 'nightly',
      created_at: expect.any(String),
      updated_at: expect.any(String),
      deleted_at: null,
      last_used: null,
      owner: expect.objectContaining({ username: 'root' }),
    })
    const one = `${PROJECT}/triggers/${made['id']}`
    expect(await must('GET', one)).toEqual(made)
    const hinted = { ...made, token: String(made['token']).slice(0, 4) }
    const listed = await ask('GET', `${PROJECT}/triggers`, undefined, ann.token, 'page=1&per_page=5')
    expect(listed.json).toEqual([hinted])
    expect(await must('PUT', one, { description: 'weekly' }, ann.token)).toMatchObject({ description: 'weekly' })
    expect(await must('PUT', one, {})).toMatchObject({ description: 'weekly' })
    expect((await ask('PUT', one, { description: 'x'.repeat(256) })).status).toBe(400)
    expect((await ask('DELETE', one)).status).toBe(204)
    expect((await ask('GET', one)).json).toEqual({ message: '404 Trigger Not Found' })
    const gone = { ref: 'main', token: made['token'] }
    expect((await ask('POST', `${PROJECT}/trigger/pipeline`, gone, '')).status).toBe(404)
  })

  it.each(['trigger/pipeline', 'ref/main/trigger/pipeline'])('make pipelines with variables: %s', async (path) => {
    const { id, token } = await must('POST', `${PROJECT}/triggers`, { description: 'x' }, ann.token)
    const variables = { CHANNEL: 'beta' }
    const made = await must('POST', `${PROJECT}/${path}`, { ref: 'main', token, variables }, '')
    expect(made).toMatchObject({ source: 'trigger', ref: 'main', user: { username: 'ann' } })
    const jobs = (await ask('GET', `${PROJECT}/pipelines/${made['id']}/jobs`)).json as ReadonlyArray<Json>
    expect(jobs.map(({ name }) => name)).toEqual(['always', 'build'])
    expect((await must('GET', `${PROJECT}/triggers/${id}`))['last_used']).toEqual(made['created_at'])
    const plain = await must('POST', `${PROJECT}/${path}`, { ref: 'main', token }, '')
    const fewer = (await ask('GET', `${PROJECT}/pipelines/${plain['id']}/jobs`)).json as ReadonlyArray<Json>
    expect(fewer.map(({ name }) => name)).toEqual(['always'])
  })

  it('are refused elsewhere, without a token of theirs, for refs that are not there, and where their makers may do no more', async () => {
    const { token } = await must('POST', `${PROJECT}/triggers`, { description: 'x' }, ann.token)
    const trigger = (json: Json, project = PROJECT) => ask('POST', `${project}/trigger/pipeline`, json, '')
    expect((await trigger({ ref: 'main', token: 'none' })).status).toBe(404)
    expect((await trigger({ ref: 'main', token }, '/api/v4/projects/2')).status).toBe(404)
    expect((await trigger({ ref: 'none', token })).json).toEqual({ message: { base: ['Reference not found'] } })
    expect((await trigger({ ref: 'main', token, variables: { list: ['x'] } })).json).toEqual({
      error: 'variables needs to be a map of key-valued strings',
    })
    await must('PUT', `${PROJECT}/members/${ann.id}`, { access_level: 20 })
    expect((await trigger({ ref: 'main', token })).status).toBe(403)
    await must('PUT', `${PROJECT}/members/${ann.id}`, { access_level: 40 })
  })

  it('leave no token in the history', async () => {
    const { id, token } = await must('POST', `${PROJECT}/triggers`, { description: 'x' })
    const events = await ask('GET', '/api/v4/forgefold/history', undefined, undefined, `thing=pipeline_trigger:${id}`)
    expect(events.text).toContain('TriggerCreated')
    expect(events.text).not.toContain(token)
  })
})
