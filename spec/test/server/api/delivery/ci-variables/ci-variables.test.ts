import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const PROJECT = '/api/v4/projects/1'
const CI = 'build: { script: a, rules: [{ if: "$CHANNEL == \\"beta\\"" }] }\nalways: { script: b }\n'

describe.runIf(programs.need('git'))('CI/CD variables', () => {
  let world: TestInstance
  beforeAll(async () => {
    world = await openTestInstance()
    expect((await ask('POST', '/api/v4/groups', { name: 'team', path: 'team' })).status).toBe(201)
    const project = { name: 'app', namespace_id: 2, initialize_with_readme: true, default_branch: 'main' }
    expect((await ask('POST', '/api/v4/projects', project)).status).toBe(201)
    const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content: CI }]
    const commit = { branch: 'main', commit_message: 'ci [skip ci]', actions }
    expect((await ask('POST', `${PROJECT}/repository/commits`, commit)).status).toBe(201)
    expect((await ask('POST', `${PROJECT}/repository/branches`, { branch: 'open', ref: 'main' })).status).toBe(201)
  })
  afterAll(() => world.close())

  const ask = (method: string, path: string, json?: unknown, query = '') =>
    world.ask(method, path, { as: world.root, query, json })

  it.each([
    [`${PROJECT}/variables`, { environment_scope: '*' }],
    ['/api/v4/groups/2/variables', { environment_scope: '*' }],
    ['/api/v4/admin/ci/variables', {}],
  ])('are made, listed, read, changed and deleted: %s', async (path, scope) => {
    const made = await ask('POST', path, { key: 'KEY_1', value: 'some value' })
    const shown = {
      variable_type: 'env_var',
      key: 'KEY_1',
      value: 'some value',
      protected: false,
      masked: false,
      raw: false,
      ...scope,
    }
    expect([made.status, made.json]).toEqual([201, shown])
    expect((await ask('GET', path)).json).toEqual([shown])
    expect((await ask('GET', `${path}/KEY_1`)).json).toEqual(shown)
    const changed = await ask('PUT', `${path}/KEY_1`, {
      value: 'maskable1',
      masked: true,
      protected: true,
      variable_type: 'file',
    })
    expect([changed.status, changed.json]).toEqual([
      200,
      { ...shown, value: 'maskable1', masked: true, protected: true, variable_type: 'file' },
    ])
    expect((await ask('POST', path, { key: 'KEY_1', value: 'x' })).json).toEqual({
      message: { key: ['(KEY_1) has already been taken'] },
    })
    expect((await ask('DELETE', `${path}/KEY_1`)).status).toBe(204)
    expect((await ask('GET', `${path}/KEY_1`)).json).toEqual({ message: '404 Variable Not Found' })
    expect((await ask('POST', path, { key: 'KEY_1', value: 'again' })).status).toBe(201)
    expect((await ask('DELETE', `${path}/KEY_1`)).status).toBe(204)
  })

  it('stand once for each scope of environments, which then has to be named', async () => {
    const path = `${PROJECT}/variables`
    for (const environment_scope of ['production', 'staging/*'])
      expect((await ask('POST', path, { key: 'HOST', value: environment_scope, environment_scope })).status).toBe(201)
    const several = await ask('GET', `${path}/HOST`)
    expect([several.status, several.json]).toEqual([
      409,
      { message: "There are multiple variables with provided parameters. Please use 'filter[environment_scope]'" },
    ])
    const one = await ask('GET', `${path}/HOST`, undefined, 'filter[environment_scope]=staging/*')
    expect(one.json).toMatchObject({ value: 'staging/*' })
    expect(
      (
        await ask(
          'PUT',
          `${path}/HOST?`.slice(0, -1),
          { value: 'x', environment_scope: 'staging/*' },
          'filter[environment_scope]=production',
        )
      ).json,
    ).toEqual({
      message: { key: ['(HOST) has already been taken'] },
    })
    for (const scope of ['production', 'staging/*'])
      expect((await ask('DELETE', `${path}/HOST`, undefined, `filter[environment_scope]=${scope}`)).status).toBe(204)
  })

  it.each([
    [{ key: 'a-b', value: 'x' }, { message: { key: ["can contain only letters, digits and '_'."] } }],
    [{ key: 'OK', value: 'short', masked: true }, { message: { value: ['is invalid'] } }],
    [{ key: 'OK', value: 'two\nlines of it', masked: true }, { message: { value: ['is invalid'] } }],
    [{ key: 'OK' }, { error: 'value is missing' }],
    [{ key: 'OK', value: 'x', variable_type: 'dir' }, { error: 'variable_type does not have a valid value' }],
    [{ key: 'k'.repeat(256), value: 'x' }, { message: { key: ['is too long (maximum is 255 characters)'] } }],
  ])('refuse %j', async (json, body) => {
    const refused = await ask('POST', `${PROJECT}/variables`, json)
    expect([refused.status, refused.json]).toEqual([400, body])
    expect((await ask('GET', `${PROJECT}/variables`)).json).toEqual([])
  })

  it('are seen by rules of pipelines: the nearest one, and protected ones on protected branches only', async () => {
    const jobs = async (ref: string, variables: ReadonlyArray<{ key: string; value: string }> = []) => {
      const made = await ask('POST', `${PROJECT}/pipeline`, { ref, variables })
      expect(made.status).toBe(201)
      const { id } = made.json as { readonly id: number }
      const found = (await ask('GET', `${PROJECT}/pipelines/${id}/jobs`)).json as ReadonlyArray<{
        readonly name: string
      }>
      return found.map(({ name }) => name).sort()
    }
    expect(await jobs('main')).toEqual(['always'])
    await ask('POST', '/api/v4/admin/ci/variables', { key: 'CHANNEL', value: 'beta' })
    expect(await jobs('main')).toEqual(['always', 'build'])
    await ask('POST', '/api/v4/groups/2/variables', { key: 'CHANNEL', value: 'stable' })
    expect(await jobs('main')).toEqual(['always'])
    await ask('POST', `${PROJECT}/variables`, { key: 'CHANNEL', value: 'beta', protected: true })
    expect(await jobs('main')).toEqual(['always', 'build'])
    expect(await jobs('open')).toEqual(['always'])
    expect(await jobs('main', [{ key: 'CHANNEL', value: 'given' }])).toEqual(['always'])
  })

  it('keep their values sealed in the history', async () => {
    const secret = 'a-value-that-nobody-may-read'
    expect((await ask('POST', `${PROJECT}/variables`, { key: 'SECRET', value: secret })).status).toBe(201)
    const read = await world.forge.events.readAll({ limit: 5000 })
    const events = read.kind === 'Read' ? read.events : []
    expect(events.some(({ type }) => type === 'CiVariableCreated')).toBe(true)
    for (const { data, metadata } of events) expect(JSON.stringify([data, metadata])).not.toContain(secret)
  })
})
