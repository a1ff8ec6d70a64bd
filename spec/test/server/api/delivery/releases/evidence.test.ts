import { createHash } from 'node:crypto'
import { collectDueEvidence } from '@forgefold/core/domains/delivery/release'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const PATH = '/api/v4/projects/1/releases'

interface Evidence {
  readonly sha: string
  readonly filepath: string
  readonly collected_at: string
}

describe.runIf(programs.need('git'))('evidence of releases', () => {
  let world: TestInstance
  const ask = (method: string, path: string, json?: unknown, as: string | undefined = world.root) =>
    world.ask(method, path, { as, json })
  const evidencesOf = async (tag: string) =>
    ((await ask('GET', `${PATH}/${tag}`)).json as { readonly evidences: ReadonlyArray<Evidence> }).evidences
  const documentAt = ({ filepath }: Evidence, as?: string) =>
    world.ask('GET', new URL(filepath).pathname, as === undefined ? {} : { as })

  beforeAll(async () => {
    world = await openTestInstance({ startsAt: '2022-05-01T10:00:00Z' })
    const project = { name: 'app', visibility: 'private', description: 'words', initialize_with_readme: true }
    expect((await ask('POST', '/api/v4/projects', { ...project, default_branch: 'main' })).status).toBe(201)
    await ask('POST', '/api/v4/projects/1/milestones', {
      title: 'M1',
      description: 'the first',
      due_date: '2022-06-01',
    })
    await ask('POST', '/api/v4/projects/1/issues', { title: 'seen', milestone_id: 1 })
    await ask('POST', '/api/v4/projects/1/issues', { title: 'hidden', milestone_id: 1, confidential: true })
  })
  afterAll(() => world.close())

  it('comes with the release, and stays as it was when the release is changed', async () => {
    const made = await ask('POST', PATH, { tag_name: 'v1.0', ref: 'main', description: 'notes', milestones: ['M1'] })
    const [evidence] = (made.json as { readonly evidences: ReadonlyArray<Evidence> }).evidences
    expect(evidence).toEqual({
      sha: expect.stringMatching(/^[0-9a-f]{64}$/),
      filepath: expect.stringMatching(/\/root\/app\/-\/releases\/v1\.0\/evidences\/1\.json$/),
      collected_at: '2022-05-01T10:00:00.000Z',
    })
    await ask('PUT', `${PATH}/v1.0`, { name: 'other', description: 'changed' })
    const document = await documentAt(evidence as Evidence, world.root)
    expect([document.status, document.headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(document.json).toEqual({
      release: {
        id: 1,
        tag_name: 'v1.0',
        name: 'v1.0',
        project: { id: 1, name: 'app', created_at: '2022-05-01T10:00:00.000Z', description: 'words' },
        created_at: '2022-05-01T10:00:00.000Z',
        description: 'notes',
        milestones: [
          {
            id: 1,
            iid: 1,
            title: 'M1',
            description: 'the first',
            state: 'active',
            due_date: '2022-06-01',
            created_at: '2022-05-01T10:00:00.000Z',
            issues: [
              {
                id: 1,
                iid: 1,
                title: 'seen',
                state: 'opened',
                created_at: '2022-05-01T10:00:00.000Z',
                due_date: null,
              },
            ],
          },
        ],
      },
    })
    expect(createHash('sha256').update(document.text).digest('hex')).toBe(evidence?.sha)
    expect((await evidencesOf('v1.0')).map(({ sha }) => sha)).toEqual([evidence?.sha])
  })

  it('is collected again on request, by those who may write the release', async () => {
    const dev = await world.person('collector')
    await ask('POST', '/api/v4/projects/1/members', { user_id: dev.id, access_level: 20 })
    const path = `${PATH}/v1.0/evidence`
    expect((await ask('POST', path, undefined, dev.token)).status).toBe(403)
    await ask('PUT', `/api/v4/projects/1/members/${dev.id}`, { access_level: 30 })
    const again = await ask('POST', path, undefined, dev.token)
    expect([again.status, again.json]).toEqual([202, { message: '202 Accepted' }])
    const [first, second] = await evidencesOf('v1.0')
    expect(second?.filepath).toMatch(/\/evidences\/2\.json$/)
    expect(second?.sha).not.toBe(first?.sha)
    expect((await documentAt(second as Evidence, dev.token)).json).toMatchObject({
      release: { description: 'changed' },
    })
    expect((await ask('POST', `${PATH}/none/evidence`)).status).toBe(404)
  })

  it('of a historical release is collected on request only', async () => {
    await ask('POST', PATH, { tag_name: 'old', ref: 'main', released_at: '2022-04-30T23:00:00Z' })
    expect(await collectDueEvidence(world.forge, world.caller())).toMatchObject({ right: 0 })
    expect(await evidencesOf('old')).toEqual([])
    expect((await ask('POST', `${PATH}/old/evidence`)).status).toBe(202)
    expect(await evidencesOf('old')).toHaveLength(1)
  })

  it('of an upcoming release is collected once, at its release date and not before', async () => {
    await ask('POST', PATH, { tag_name: 'soon', ref: 'main', released_at: '2022-05-01T12:00:00Z' })
    const early = await ask('POST', `${PATH}/soon/evidence`)
    expect([early.status, early.json]).toEqual([
      422,
      { message: 'Evidence cannot be collected before the release date' },
    ])
    expect(await evidencesOf('soon')).toEqual([])
    world.clock.advance(2 * 3_600_000)
    await collectDueEvidence(world.forge, world.caller())
    expect(await evidencesOf('soon')).toMatchObject([{ collected_at: '2022-05-01T12:00:00.000Z' }])
    expect(await collectDueEvidence(world.forge, world.caller())).toMatchObject({ right: 0 })
    expect(await evidencesOf('soon')).toHaveLength(1)
  })

  it('is read by those who may read code and issues', async () => {
    const [evidence] = (await evidencesOf('v1.0')) as [Evidence]
    const guest = await world.person('visitor')
    expect((await documentAt(evidence)).status).toBe(404)
    expect((await documentAt(evidence, guest.token)).status).toBe(404)
    await ask('POST', '/api/v4/projects/1/members', { user_id: guest.id, access_level: 10 })
    expect((await ask('GET', `${PATH}/v1.0`, undefined, guest.token)).json).not.toHaveProperty('evidences')
    expect((await documentAt(evidence, guest.token)).status).toBe(404)
    await ask('PUT', `/api/v4/projects/1/members/${guest.id}`, { access_level: 20 })
    expect((await documentAt(evidence, guest.token)).status).toBe(200)
    const other = evidence.filepath.replace('/1.json', '/9.json')
    expect((await documentAt({ ...evidence, filepath: other }, world.root)).status).toBe(404)
    expect((await world.ask('POST', new URL(evidence.filepath).pathname, { as: world.root })).status).toBe(405)
    await ask('PUT', '/api/v4/projects/1', { issues_access_level: 'disabled' })
    expect((await documentAt(evidence, world.root)).status).toBe(404)
  })
})

it('is collected on request on paid tiers only', async () => {
  const world = await openTestInstance({ tier: 'free' })
  await world.ask('POST', '/api/v4/projects', {
    as: world.root,
    json: { name: 'app', initialize_with_readme: true, default_branch: 'main' },
  })
  const made = await world.ask('POST', PATH, { as: world.root, json: { tag_name: 'v1', ref: 'main' } })
  expect(made.json).toMatchObject({ evidences: [{ sha: expect.any(String) }] })
  expect((await world.ask('POST', `${PATH}/v1/evidence`, { as: world.root })).status).toBe(404)
  await world.close()
})
