import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Schema,
  type Seed,
  type SeedBuilder,
  type SeedDocument,
  type SeedProject,
  type SeedProjectBuilder,
  seed,
  seedSchema,
  startForge,
} from '@forgefold/server/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const git = (folder: string, ...args: ReadonlyArray<string>): string =>
  execFileSync('git', ['-c', 'user.name=J', '-c', 'user.email=j@example.com', ...args], { cwd: folder })
    .toString()
    .trim()

let folder = ''
let head = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'forgefold-words-'))
  const work = join(folder, 'work')
  mkdirSync(join(work, 'docs'), { recursive: true })
  git(work, 'init', '--quiet', '--initial-branch=trunk')
  writeFileSync(join(work, 'README.md'), 'hello\n')
  writeFileSync(join(work, 'docs', 'bytes'), Buffer.from([0, 255, 10]))
  writeFileSync(join(work, 'run.sh'), 'true\n', { mode: 0o755 })
  git(work, 'add', '.')
  git(work, 'commit', '--quiet', '-m', 'From elsewhere')
  git(work, 'tag', 'v1')
  git(work, 'bundle', 'create', '--quiet', join(folder, 'app.bundle'), '--all')
  head = git(work, 'rev-parse', 'HEAD')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const CI = 'stages: [build, test]\ncompile: { stage: build, script: make }\nunit: { stage: test, script: make test }\n'

const everything = (): SeedDocument => ({
  users: { jane: { name: 'Jane Doe' }, bob: null },
  groups: { acme: { visibility: 'internal', members: { jane: 'owner', bob: 'developer' } } },
  projects: {
    'acme/app': {
      bundle: join(folder, 'app.bundle'),
      commits: [
        {
          message: 'CI',
          author: 'jane',
          files: { '.gitlab-ci.yml': CI, 'README.md': 'changed\n', 'docs/bytes': null },
        },
        { message: 'Topic', author: 'bob', branch: 'topic', files: { 'pixel.gif': { base64: 'R0lGOA==' } } },
      ],
      labels: [{ name: 'bug', color: '#ff0000', description: 'Wrong' }, 'wish'],
      milestones: [{ title: 'M1', due_date: '2024-05-01', state: 'closed' }],
      variables: { COLOUR: 'blue' },
      approval_rules: [{ name: 'Security', users: ['jane'], groups: ['acme'] }],
      merge_requests: [
        { source: 'topic', author: 'bob', approval_rules: [{ name: 'Own', approvals_required: 2, users: ['jane'] }] },
      ],
      pipelines: [
        { author: 'jane', variables: { A: 'b' }, jobs: { compile: 'success', unit: 'failed' } },
        {
          ref: 'topic',
          author: 'jane',
          statuses: [{ name: 'outside', state: 'failed', description: 'No', coverage: 7.5 }],
        },
      ],
      packages: [
        { name: 'tool', version: '1.0.0', author: 'jane', files: { 'a.txt': 'a', 'b.bin': { base64: '/w==' } } },
      ],
    },
    'acme/copied': {
      commits: [{ message: 'As it lies there', folder: join(folder, 'work'), files: { 'README.md': 'other' } }],
    },
  },
})

describe('the words of a seed', () => {
  it('bring packages, pipelines, approval rules, bundles and folders', async () => {
    await using forge = await startForge({ port: false, seed: everything() })
    const get = async (path: string): Promise<unknown> => {
      const response = await forge.as('root').fetch(`/api/v4/projects/acme%2Fapp${path}`)
      const text = await response.text()
      return response.headers.get('content-type')?.includes('json') === true ? JSON.parse(text) : text
    }
    expect(await get('')).toMatchObject({ default_branch: 'trunk' })
    expect(await get('/repository/tags')).toMatchObject([{ name: 'v1', target: head }])
    expect(await get('/repository/commits')).toMatchObject([{ title: 'CI', parent_ids: [head] }, { id: head }])
    expect(await get('/labels')).toMatchObject([
      { name: 'bug', color: '#ff0000', description: 'Wrong' },
      { name: 'wish', color: '#6699cc' },
    ])
    expect(await get('/milestones')).toMatchObject([{ title: 'M1', due_date: '2024-05-01', state: 'closed' }])
    expect(await get('/approval_rules')).toMatchObject([
      { name: 'Security', approvals_required: 1, users: [{ username: 'jane' }], groups: [{ full_path: 'acme' }] },
    ])
    expect(await get('/merge_requests/1/approval_rules')).toMatchObject([{ name: 'Own', approvals_required: 2 }])
    const pipelines = (await get('/pipelines')) as ReadonlyArray<{ id: number; source: string; status: string }>
    expect(await get('/repository/commits/topic/statuses?name=outside')).toMatchObject([
      { name: 'outside', status: 'failed', description: 'No', coverage: 7.5, author: { username: 'jane' } },
    ])
    const asked = pipelines.find(({ source, status }) => source === 'api' && status === 'failed')
    expect(await get(`/pipelines/${asked?.id}/jobs`)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'compile', status: 'success' }),
        expect.objectContaining({ name: 'unit', status: 'failed' }),
      ]),
    )
    expect(await get('/packages')).toMatchObject([{ name: 'tool', version: '1.0.0', package_type: 'generic' }])
    expect(await get('/packages/generic/tool/1.0.0/a.txt')).toBe('a')
    const copied = await forge.as('root').fetch('/api/v4/projects/acme%2Fcopied/repository/tree?recursive=true')
    expect(await copied.json()).toMatchObject([
      { path: 'docs', type: 'tree' },
      { path: 'README.md' },
      { path: 'docs/bytes' },
      { path: 'run.sh', mode: '100755' },
    ])
    const bytes = await forge
      .as('root')
      .fetch('/api/v4/projects/acme%2Fcopied/repository/files/docs%2Fbytes/raw?ref=main')
    expect([...new Uint8Array(await bytes.arrayBuffer())]).toEqual([0, 255, 10])
  })
  it.each([
    ['    packages:\n      - { name: p, files: {} }\n', 4, 'version is missing'],
    ['    pipelines:\n      - jobs:\n          compile: manual\n', 5, 'has to be one of running, success'],
    ['    bundle: none.bundle\n', 3, 'ENOENT'],
    ['    bundle: seed.yaml\n', 3, 'it is no git bundle'],
    ['    commits:\n      - message: m\n        folder: nowhere\n', 5, 'ENOENT'],
    ['    commits:\n      - { message: m, files: { a: { base16: x } } }\n', 4, 'base64 is missing'],
    ['    approval_rules:\n      - name: R\n        users: [ann]\n', 5, "there is no user 'ann'"],
    [
      '    commits: [{ message: m, files: { a: b } }]\n    pipelines:\n      - jobs: { x: success }\n',
      5,
      'pipeline as root was answered 400',
    ],
    ['    packages:\n      - { name: p, version: "", files: { a: b } }\n', 4, 'was answered 4'],
  ])('%j is refused at line %i', async (text, line, words) => {
    const file = join(folder, 'seed.yaml')
    writeFileSync(file, `projects:\n  root/app:\n${text}`)
    const failure = await startForge({ port: false, seed: file }).then(
      () => undefined,
      (error: Error) => error.message,
    )
    expect(failure?.startsWith(`${file}:${line}: `), failure).toBe(true)
    expect(failure).toContain(words)
  })
})

/** The builder's word for each word of a project. */
type Words = {
  readonly [Word in keyof Required<SeedProject>]: (
    to: SeedProjectBuilder,
    value: Required<SeedProject>[Word],
  ) => SeedProjectBuilder
}

const each =
  <A>(one: (to: SeedProjectBuilder, value: A) => SeedProjectBuilder) =>
  (to: SeedProjectBuilder, values: ReadonlyArray<A>) =>
    values.reduce(one, to)
const eachOf =
  <A>(one: (to: SeedProjectBuilder, name: string, value: A) => SeedProjectBuilder) =>
  (to: SeedProjectBuilder, values: Readonly<Record<string, A>>) =>
    Object.entries(values).reduce((before, [name, value]) => one(before, name, value), to)

const WORDS: Words = {
  name: (to, name) => to.is({ name }),
  description: (to, description) => to.is({ description }),
  visibility: (to, visibility) => to.is({ visibility }),
  bundle: (to, bundle) => to.is({ bundle }),
  default_branch: (to, default_branch) => to.is({ default_branch }),
  members: eachOf((to, name, role) => to.member(name, role)),
  commits: each((to, { message, files, ...more }) => to.commit(message, files, more)),
  branches: eachOf((to, name, from) => to.branch(name, from)),
  tags: eachOf((to, name, at) => to.tag(name, at)),
  labels: each((to, label) => (typeof label === 'string' ? to.label(label) : to.label(label.name, label))),
  milestones: each((to, one) => (typeof one === 'string' ? to.milestone(one) : to.milestone(one.title, one))),
  variables: eachOf((to, key, value) => to.variable(key, value)),
  approval_rules: each((to, { name, ...more }) => to.approvalRule(name, more)),
  issues: each((to, { title, ...more }) => to.issue(title, more)),
  merge_requests: each((to, { source, ...more }) => to.mergeRequest(source, more)),
  pipelines: each((to, pipeline) => to.pipeline(pipeline)),
  deployments: each((to, { environment, ...more }) => to.deployment(environment, more)),
  releases: each((to, { tag, ...more }) => to.release(tag, more)),
  packages: each((to, { name, version, files, ...more }) => to.package(name, version, files, more)),
}

const projectBuilt = (to: SeedProjectBuilder, project: SeedProject): SeedProjectBuilder =>
  Object.entries(project).reduce((before, [word, value]) => WORDS[word as keyof Words](before, value as never), to)

const built = ({ settings, users = {}, groups = {}, projects = {} }: SeedDocument): SeedBuilder => {
  let all = settings === undefined ? seed() : seed().settings(settings)
  for (const [name, user] of Object.entries(users)) all = all.user(name, user ?? {})
  for (const [path, group] of Object.entries(groups)) all = all.group(path, group ?? {})
  for (const [path, project] of Object.entries(projects))
    all = all.project(path, (to) => projectBuilt(to, project ?? {}))
  return all
}

/** A name alone says the same as a thing that has nothing but its name. */
const spelledOut = (document: SeedDocument): unknown =>
  JSON.parse(JSON.stringify(document), (key, value) => {
    if (key === 'labels' && Array.isArray(value))
      return value.map((one) => (typeof one === 'string' ? { name: one } : one))
    if (key === 'milestones' && Array.isArray(value))
      return value.map((one) => (typeof one === 'string' ? { title: one } : one))
    return value
  })

/** Any value that a schema takes. */
const valuesOf = (schema: Schema): fc.Arbitrary<unknown> => {
  const { enum: words, items, properties, additionalProperties, required = [] } = schema
  const kinds = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  const ofKind = (kind: string): fc.Arbitrary<unknown> => {
    if (words !== undefined) return fc.constantFrom(...words)
    if (kind === 'string') return fc.string({ maxLength: 5 })
    if (kind === 'number') return fc.integer({ min: 0, max: 9 })
    if (kind === 'boolean') return fc.boolean()
    if (kind === 'null') return fc.constant(null)
    if (kind === 'array') return fc.array(valuesOf(items ?? {}), { minLength: 1, maxLength: 2 })
    if (properties !== undefined) {
      const model = Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, valuesOf(of)]))
      return fc.record(model, { requiredKeys: [...required], noNullPrototype: true })
    }
    const names = fc.stringMatching(/^[a-z]{1,4}$/)
    const values =
      additionalProperties === undefined || additionalProperties === false
        ? fc.integer()
        : valuesOf(additionalProperties)
    return fc.dictionary(names, values, { minKeys: 1, maxKeys: 2, noNullPrototype: true })
  }
  return fc.oneof(...kinds.map(ofKind))
}

/** Values that are sealed are sealed with a nonce. */
const withoutSealed = (data: unknown): unknown =>
  JSON.parse(JSON.stringify(data), (_, value) => (/^1\.[\w-]{30,}$/.test(String(value)) ? 'sealed' : value))

const eventsOf = async (from: Seed): Promise<unknown> => {
  await using forge = await startForge({ port: false, seed: from })
  const events = await forge.events.since()
  return events
    .filter(({ metadata }) => metadata.actor.startsWith('user'))
    .map(({ stream, type, data }) => [stream, type, withoutSealed(data)])
}

describe('tokens in a seed', () => {
  const seeded: SeedDocument = {
    users: { jane: { tokens: { ci: { scopes: ['read_api'], expires_at: '2024-04-01' }, all: null } } },
  }
  it('have their scopes and their end, and are told by user and name', async () => {
    await using forge = await startForge({ port: false, seed: seeded })
    const ask = async (token: string, method: string, path: string): Promise<number> =>
      (await forge.as(token).fetch(`/api/v4${path}`, { method })).status
    expect(Object.keys(forge.tokens)).toEqual(['root', 'jane', 'jane/ci', 'jane/all'])
    expect(await ask('jane/ci', 'GET', '/user')).toBe(200)
    expect(await ask('jane/ci', 'POST', '/projects?name=app')).toBe(403)
    expect(await ask('jane/all', 'POST', '/projects?name=app')).toBe(201)
    await forge.clock.moveTo('2024-04-01T00:00:00Z')
    expect(await ask('jane/ci', 'GET', '/user')).toBe(401)
    expect(await ask('jane/all', 'GET', '/user')).toBe(200)
    await forge.reset()
    expect(await ask('jane/ci', 'GET', '/user')).toBe(200)
  })
  it.each([
    [{ scopes: ['everything'] }, /users\.jane\.tokens\.ci\.scopes.*has to be one of api/],
    [{ expires_at: 'soon' }, /users\.jane\.tokens\.ci: POST .*was answered 400/],
  ])('are refused with their place: %j', async (token, message) => {
    const seed = { users: { jane: { tokens: { ci: token } } } } as SeedDocument
    await expect(startForge({ port: false, seed })).rejects.toThrow(message)
  })
})

describe('the builder', () => {
  it('can say every document', () => {
    fc.assert(
      fc.property(valuesOf(seedSchema) as fc.Arbitrary<SeedDocument>, (document) => {
        const plain = JSON.parse(JSON.stringify(document), (_, value) => value)
        const orEmpty = (things: Readonly<Record<string, unknown>> = {}) =>
          Object.fromEntries(Object.entries(things).map(([name, thing]) => [name, thing ?? {}]))
        const wanted = {
          ...plain,
          ...(plain.users && { users: orEmpty(plain.users) }),
          ...(plain.groups && { groups: orEmpty(plain.groups) }),
          ...(plain.projects && { projects: orEmpty(plain.projects) }),
        }
        expect(spelledOut(built(document).document)).toEqual(spelledOut(wanted))
      }),
    )
  })
  const NAMELESS: ReadonlyArray<readonly [word: string, wrong: () => unknown]> = [
    ['user', () => seed().user(undefined as never)],
    ['group', () => seed().group(7 as never)],
    ['project', () => seed().project(undefined as never)],
    ['branch', () => seed().project('g/p', (app) => app.branch(undefined as never))],
    ['tag', () => seed().project('g/p', (app) => app.tag(undefined as never))],
    ['member', () => seed().project('g/p', (app) => app.member(undefined as never, 'guest'))],
    ['variable', () => seed().project('g/p', (app) => app.variable(undefined as never, 'x'))],
  ]
  it.each(NAMELESS)('refuses a %s without a name where it is written', (word, wrong) => {
    expect(wrong).toThrow(`${word} takes a name first`)
  })
  it('says so where the function of a project returns nothing', () => {
    expect(() => seed().project('g/p', () => undefined as never)).toThrow(
      'the function of the project g/p has to return what it builds',
    )
  })
  it('gives the same forge as the document, event by event', async () => {
    const document = everything()
    expect(await eventsOf(built(document))).toEqual(await eventsOf(document))
  })
})
