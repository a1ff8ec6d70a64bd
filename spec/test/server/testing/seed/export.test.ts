import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runCommandLine, type Terminal } from '@forgefold/server/cli'
import { createForge } from '@forgefold/server/embedding'
import {
  demoSeed,
  type ExportedSeed,
  exportSeed,
  readSeed,
  type SeedDocument,
  type SeedProject,
  startForge,
} from '@forgefold/server/testing'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { afterAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'forgefold-export-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let places = 0
const place = (): string => join(folder, String(++places))

/** The file of an exported seed. */
const written = ({ document, files }: ExportedSeed): string => {
  const to = place()
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(to, path)), { recursive: true })
    writeFileSync(join(to, path), bytes)
  }
  mkdirSync(to, { recursive: true })
  writeFileSync(join(to, 'seed.yaml'), JSON.stringify(document))
  return join(to, 'seed.yaml')
}

/** What a forge answers about its projects, without what a seed cannot say. */
const answersOf = async (ask: typeof fetch, paths: ReadonlyArray<string>): Promise<unknown> => {
  const answers: Array<unknown> = []
  for (const path of paths)
    for (const list of ['repository/branches', 'repository/tags', 'labels', 'milestones', 'releases', 'packages']) {
      const response = await ask(`/api/v4/projects/${encodeURIComponent(path)}/${list}`)
      answers.push(await response.json())
    }
  return JSON.parse(JSON.stringify(answers), (key, value) =>
    /(^|_)(id|iid)$|_at$|_links|^web_url$|pipeline/.test(key) ? undefined : value,
  )
}

/** Serves a seed, exports it, serves that, and exports it again. */
const twice = async (seed: SeedDocument) => {
  const round = async (from: SeedDocument | string) => {
    await using forge = await startForge({ port: false, seed: from })
    const root = forge.as('root')
    const exported = await exportSeed(root)
    return { exported, answers: await answersOf(root.fetch, Object.keys(exported.document.projects ?? {})) }
  }
  const first = await round(seed)
  const second = await round(written(first.exported))
  return { first, second }
}

const BYTES = { base64: Buffer.from([0, 255, 1]).toString('base64') }
const CI = 'job: { script: make }\n'

const WORLD: SeedDocument = {
  settings: { signup_enabled: false },
  users: { jane: { name: 'Jane Doe' }, bob: { admin: true }, lin: null },
  groups: {
    acme: { visibility: 'internal', description: 'All of it', members: { jane: 'owner' } },
    'acme/web': { name: 'The web', visibility: 'internal', members: { lin: 'developer' } },
  },
  projects: {
    'acme/web/app': {
      name: 'The app',
      visibility: 'internal',
      members: { bob: 'maintainer' },
      commits: [
        { message: 'One', author: 'jane', files: { 'README.md': 'one', '.gitlab-ci.yml': CI } },
        { message: 'Two', author: 'lin', branch: 'topic', at: '2024-03-02T09:00:00Z', files: { bytes: BYTES } },
      ],
      tags: { v1: 'main' },
      labels: [{ name: 'bug', color: '#ff0000', description: 'Wrong' }],
      milestones: [{ title: 'M1', due_date: '2024-05-01', state: 'closed' }],
      variables: { COLOUR: 'blue' },
      approval_rules: [{ name: 'Security', users: ['jane'], groups: ['acme'] }],
      issues: [
        {
          title: 'It rains in',
          author: 'lin',
          labels: ['bug'],
          state: 'closed',
          notes: [{ body: 'Where?', author: 'jane' }],
        },
      ],
      merge_requests: [
        {
          source: 'topic',
          author: 'lin',
          title: 'Add it',
          at: '2024-03-03T09:00:00Z',
          discussions: [{ body: 'Why?', author: 'jane', replies: [{ body: 'So.', author: 'lin' }] }],
          approvals: ['jane'],
        },
      ],
      pipelines: [{ author: 'jane', jobs: { job: 'failed' } }],
      deployments: [{ environment: 'production', ref: 'v1', author: 'jane', at: '2024-03-04T09:00:00Z' }],
      releases: [{ tag: 'v1', name: 'First', author: 'jane' }],
      packages: [{ name: 'tool', version: '1.0.0', files: { 'a.txt': 'a', 'b.bin': BYTES } }],
    },
    'jane/notes': {
      commits: [{ message: 'Begin', files: { 'a.md': 'a' } }],
      pipelines: [{ statuses: [{ name: 'outside', state: 'failed' }] }],
    },
    'jane/empty': null,
  },
}

const some = <A>(one: fc.Arbitrary<A>) => fc.array(one, { maxLength: 2 })
const text = fc.stringMatching(/^[a-z]{3,8}$/)
const who = fc.constantFrom('jane', 'bob', 'root')
const branches = fc.uniqueArray(text, { minLength: 1, maxLength: 2 })
const projects: fc.Arbitrary<SeedProject> = branches.chain((names) =>
  fc.record({
    visibility: fc.constantFrom('private', 'internal', 'public'),
    commits: fc.constant([
      { message: 'first', files: { a: 'a' } },
      ...names.map((branch) => ({ message: branch, branch, files: { [branch]: branch } })),
    ]),
    labels: fc.uniqueArray(fc.record({ name: text, color: fc.constantFrom('#112233', '#445566') }), {
      maxLength: 2,
      selector: ({ name }) => name,
    }),
    issues: some(
      fc.record({
        title: text,
        author: who,
        state: fc.constantFrom('opened', 'closed'),
        notes: some(fc.record({ body: text, author: who })),
      }),
    ),
    merge_requests: fc.constantFrom(
      [],
      [{ source: names[0] ?? '', state: 'closed' as const }],
      [{ source: names[0] ?? '', author: 'jane' }],
    ),
    deployments: some(
      fc.record({ environment: text, ref: fc.constantFrom(...names), status: fc.constantFrom('success', 'failed') }),
    ),
  }),
)
const worlds: fc.Arbitrary<SeedDocument> = fc.record({
  users: fc.constant({ jane: { admin: true }, bob: { admin: true } }),
  projects: fc.record({ 'jane/one': projects, 'root/two': projects }),
})

describe('a seed that is exported', () => {
  it('says every word of a seed, and the same again when it is served and exported', async () => {
    const { first, second } = await twice(WORLD)
    expect(second.exported.document).toEqual(first.exported.document)
    expect(second.answers).toEqual(first.answers)
    expect(first.exported.leftOut).toEqual([])
    const app = first.exported.document.projects?.['acme/web/app']
    const expected = WORLD.projects?.['acme/web/app']
    expect(Object.keys(app ?? {}).sort()).toEqual(
      [
        ...Object.keys(expected ?? {}).filter((word) => word !== 'commits' && word !== 'tags'),
        'bundle',
        'default_branch',
      ].sort(),
    )
    expect(app).toMatchObject({
      name: 'The app',
      members: { bob: 'maintainer' },
      issues: [{ title: 'It rains in', author: 'lin', state: 'closed', notes: [{ body: 'Where?', author: 'jane' }] }],
      merge_requests: [{ source: 'topic', author: 'lin', approvals: ['jane'], at: '2024-03-03T09:00:00.000Z' }],
      pipelines: [{ author: 'jane', jobs: { job: 'failed' } }],
      packages: [{ files: { 'a.txt': 'a', 'b.bin': BYTES } }],
    })
  })
  it('is the same again, whatever was seeded', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, async (world) => {
        const { first, second } = await twice(world)
        expect(second.exported.document).toEqual(first.exported.document)
        expect(second.answers).toEqual(first.answers)
        expect(first.exported.document.projects?.['jane/one']?.issues ?? []).toHaveLength(
          world.projects?.['jane/one']?.issues?.length ?? 0,
        )
      }),
      { numRuns: 3 },
    )
  })
  it('names what a seed cannot say', async () => {
    await using forge = await startForge({ port: false, seed: demoSeed() })
    const { leftOut } = await exportSeed(forge.as('root'))
    expect(leftOut).toContain('harbour/timetable!1: it is merged')
  })
  it('is refused to who is no administrator, and would not see all', async () => {
    await using forge = await startForge({ port: false, seed: { users: { jane: {} } } })
    await expect(exportSeed(forge.as('jane'))).rejects.toThrow('the token of an administrator')
  })
})

describe('forgefold export-seed', () => {
  const run = async (args: ReadonlyArray<string>, environment: Terminal['environment'] = {}) => {
    const said: Array<string> = []
    const told: Array<string> = []
    const terminal: Terminal = {
      environment,
      say: (line) => said.push(line),
      tell: (line) => told.push(line),
      progress: () => undefined,
      asked: new Promise(() => undefined),
    }
    return { code: await runCommandLine(['export-seed', ...args], terminal), said, told }
  }
  it('reads a data folder and leaves it as it is, without its secrets', async () => {
    const [data, to] = [place(), place()]
    const forge = await createForge({ data })
    const first = await forge.useCases.user.createFirstAdministrator({ password: undefined, token: undefined })
    const token = E.isRight(first) ? (first.right?.token ?? '') : ''
    const headers = { 'private-token': token, 'content-type': 'application/json' }
    const send = async (path: string, body: object) =>
      (await forge.fetch(`/api/v4${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status
    expect(await send('/projects', { name: 'app', initialize_with_readme: true })).toBe(201)
    expect(await send('/projects/1/variables', { key: 'DEPLOY', value: 'hunter2hunter2' })).toBe(201)
    await forge.close()
    const { code, said } = await run(['--from', data, '--to', to])
    expect([code, said]).toEqual([0, [join(to, 'seed.yaml')]])
    const text = readFileSync(join(to, 'seed.yaml'), 'utf8')
    expect((await readSeed(join(to, 'seed.yaml'))).document).toMatchObject({
      projects: { 'root/app': { variables: { DEPLOY: 'not-exported' } } },
    })
    expect(text).not.toMatch(/hunter2|seed-export/)
    await using again = await startForge({ port: false, seed: join(to, 'seed.yaml') })
    const tree = await again.as('root').fetch('/api/v4/projects/root%2Fapp/repository/tree')
    expect(await tree.json()).toMatchObject([{ path: 'README.md' }])
    const reopened = await createForge({ data })
    expect(await (await reopened.fetch('/api/v4/users', { headers })).json()).toHaveLength(1)
    await reopened.close()
  })
  it('reads a running server', async () => {
    await using forge = await startForge({ seed: WORLD })
    const to = place()
    const { code } = await run(['--from', forge.url, '--to', to, '--tier', 'ultimate'], {
      FORGEFOLD_TOKEN: forge.tokens['root'],
    })
    expect(code).toBe(0)
    const { document } = await exportSeed(forge.as('root'))
    expect((await readSeed(join(to, 'seed.yaml'))).document).toEqual({
      settings: { signup_enabled: false },
      ...document,
    })
  })
  it.each([
    [['--to', 'x'], '--from is missing'],
    [['--from', '/nowhere/at/all', '--to', 'x'], 'there is no folder'],
    [['--from', 'http://localhost', '--to', 'x'], 'FORGEFOLD_TOKEN is missing'],
  ])('%j is told what is wrong', async (args, words) => {
    const { code, told } = await run(args)
    expect(code).toBe(2)
    expect(told.join()).toContain(words)
  })
})
