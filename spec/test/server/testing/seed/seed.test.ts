import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoSeed, readSeed, type Seed, SeedRefused, seed, seedSchema, startForge } from '@forgefold/server/testing'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forgefold-seed-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const written = async (name: string, text: string): Promise<string> => {
  const file = join(folder, name)
  await writeFile(file, text)
  return file
}

/** What the forge that begins so answers root. */
const answers = async (from: Seed, ...paths: ReadonlyArray<string>): Promise<ReadonlyArray<unknown>> => {
  await using forge = await startForge({ port: false, seed: from })
  const found: Array<unknown> = []
  for (const path of paths) found.push(await (await forge.as('root').fetch(`/api/v4${path}`)).json())
  return found
}

const TEAM = `# the team
settings: { signup_enabled: false }
users:
  jane: { name: Jane Doe }
  bob:
groups:
  acme: { visibility: internal, members: { jane: maintainer } }
  acme/web: { members: { bob: developer } }
projects:
  acme/web/app:
    commits:
      - { message: first, author: jane, files: { README.md: one, old.txt: x } }
      - { message: second, author: jane, at: 2024-03-02T09:00:00Z, files: { README.md: two, old.txt: null } }
      - { message: topic, author: bob, branch: topic, files: { new.txt: n } }
    tags: { v1: main }
    issues:
      - { title: It rains in, author: bob, labels: [bug], notes: [{ body: Where?, author: jane }], state: closed }
    merge_requests:
      - { source: topic, author: bob, title: Add it, approvals: [jane], discussions: [{ body: Why?, author: jane }], state: merged }
    deployments:
      - { environment: production, ref: v1, author: jane }
`

it('a seed writes its groups before its projects, wherever the document has them', async () => {
  const projects = { 'acme/app': {} }
  const groups = { acme: { visibility: 'internal' } } as const
  const forge = await startForge({ seed: { projects, groups }, port: false })
  const group = (await (await forge.as('root').fetch('/api/v4/groups/acme')).json()) as Record<string, unknown>
  expect(group['visibility']).toBe('internal')
  await forge.close()
})

describe('a seed', () => {
  it('is a file of YAML, written as the users who are named', async () => {
    const app = '/projects/acme%2Fweb%2Fapp'
    const file = await written('team.yaml', TEAM)
    const [project, commits, issues, requests, deployments, notes] = await answers(
      file,
      app,
      `${app}/repository/commits?ref_name=v1`,
      `${app}/issues`,
      `${app}/merge_requests?state=merged`,
      `${app}/deployments`,
      `${app}/issues/1/notes`,
    )
    expect(project).toMatchObject({ path_with_namespace: 'acme/web/app', default_branch: 'main' })
    expect(commits).toMatchObject([
      { title: 'second', author_name: 'Jane Doe', created_at: expect.stringMatching(/^2024-03-02T09:00:00/) },
      { title: 'first' },
    ])
    expect(issues).toMatchObject([
      { title: 'It rains in', author: { username: 'bob' }, state: 'closed', labels: ['bug'] },
    ])
    expect(requests).toMatchObject([{ title: 'Add it', author: { username: 'bob' }, source_branch: 'topic' }])
    expect(deployments).toMatchObject([
      { status: 'success', environment: { name: 'production' }, user: { username: 'jane' } },
    ])
    expect((notes as Array<{ body: string; system: boolean }>).filter(({ system }) => !system)).toMatchObject([
      { body: 'Where?' },
    ])
  })
  it('is JSON, a document or built word by word, with the same outcome to the last sha', async () => {
    const built = seed()
      .user('jane')
      .project('jane/app', (project) =>
        project
          .commit('first', { 'README.md': 'hello' })
          .commit('more', { 'more.md': 'm' }, { branch: 'feature' })
          .mergeRequest('feature', { author: 'jane' }),
      )
    const document = {
      users: { jane: {} },
      projects: {
        'jane/app': {
          commits: [
            { message: 'first', files: { 'README.md': 'hello' } },
            { message: 'more', branch: 'feature', files: { 'more.md': 'm' } },
          ],
          merge_requests: [{ source: 'feature', author: 'jane' }],
        },
      },
    }
    expect(built.document).toEqual(document)
    const asked = ['/projects/jane%2Fapp/repository/commits?all=true', '/projects/jane%2Fapp/merge_requests/1'] as const
    const file = await written('seed.json', JSON.stringify(document))
    const shas = async (from: Seed) => {
      const [commits, request] = await answers(from, ...asked)
      return [(commits as Array<{ id: string }>).map(({ id }) => id), (request as { sha: string }).sha]
    }
    expect(await shas(file)).toEqual(await shas(document))
    expect(await shas(built)).toEqual(await shas(document))
  })
  it.each([
    ['users:\n  jane: { name: Jane, age: 7 }\n', 2, "there is no 'age' here; there are name, email, password, admin"],
    ['projects:\n  root/app:\n    commits:\n      - { files: { a: b } }\n', 4, 'message is missing'],
    ['projects:\n  root/app:\n    visibility: secret\n', 3, 'has to be one of private, internal, public'],
    ['settings:\n  signup_enabled: true\n  foo: 1\n', 3, "settings.foo: there is no setting 'foo'"],
    ['settings:\n  help_page_text: x\n  signup_enabled: maybe\n', 3, 'settings.signup_enabled: PUT'],
    ['users: [jane]\n', 1, 'is array, has to be object'],
    ['groups:\n  a/b:\n  a:\n', 2, 'the group a is listed later: list it first'],
    ['projects:\n  app:\n', 2, 'a project lies in a group or belongs to a user: root/app'],
    ['users:\n  "not a name":\n', 2, 'username'],
    [
      'projects:\n  root/app:\n    commits: [{ message: m, files: { a: b } }]\n    merge_requests:\n      - { source: main, target: main }\n',
      5,
      'merge_requests as root was answered 4',
    ],
    [
      'projects:\n  root/app:\n    merge_requests:\n      - { source: feature }\n',
      4,
      "there is no branch 'main' to merge into",
    ],
    [
      'users: { jane: }\nprojects:\n  a/app:\n    members: { jane: guest }\n    commits: [{ message: m, files: { a: b } }]\n    merge_requests:\n      - { source: feature, author: jane }\n',
      7,
      'commits as jane was answered 403',
    ],
    [
      'projects:\n  root/app:\n    issues:\n      - title: t\n        author: nobody\n',
      4,
      "no user is called 'nobody'",
    ],
    ['users: {\n', 1, 'end with a }'],
    ['users:\n  jane: {\n    name: Jane\nprojects:\n  root/app: {}\n', 2, 'end with a }'],
    ['users:\n  jane:\n    name: "Jane\n    admin: true\nprojects:\n', 3, 'Missing closing "'],
    ['users:\n  jane: {}\n omar: {}\n', 3, 'All mapping items must start at the same column'],
    ['{ "users": { "jane": {} }\n  "projects": {} }', 2, 'Missing , between'],
    ['users:\n  jane: *nobody\n', 2, 'there is no anchor nobody before this alias'],
    ['users:\n  jane: {}\n---\nusers: {}\n', 3, 'A seed is one document'],
  ])('%j is refused at line %i', async (text, line, words) => {
    const file = await written('wrong.yaml', text)
    const failure = await startForge({ port: false, seed: file }).then(
      () => undefined,
      (error: Error) => error.message,
    )
    expect(failure?.startsWith(`${file}:${line}: `), failure).toBe(true)
    expect(failure).toContain(words)
  })
  it('that is a document is refused by its path', async () => {
    const wrong = { users: { jane: { admin: 'yes' } } } as never
    await expect(readSeed(wrong)).rejects.toThrow('users.jane.admin: is string, has to be boolean')
    await expect(readSeed(wrong)).rejects.toBeInstanceOf(SeedRefused)
  })
  it('has a schema for editors that says the same as the check', async () => {
    const validate = new Ajv2020({ strict: false }).compile(seedSchema)
    const file = await readSeed(await written('team.yaml', TEAM))
    expect(validate(file.document), JSON.stringify(validate.errors)).toBe(true)
    expect(validate({ users: { jane: { age: 7 } } })).toBe(false)
    expect(JSON.parse(await readFile('docs/reference/seed.schema.json', 'utf8'))).toEqual(seedSchema)
  })
  describe('implies what it does not say', () => {
    const app = '/projects/acme%2Fweb%2Fapp'
    const first = { message: 'first', files: { 'README.md': '…' } }
    const rolesIn = (members: unknown) =>
      Object.fromEntries(
        (members as Array<{ username: string; access_level: number }>).map((one) => [one.username, one.access_level]),
      )
    it('the group, the branch with a commit, and the role of the author', async () => {
      const built = seed()
        .user('jane')
        .project('group/app', (p) =>
          p.commit('first', { 'README.md': '…' }).mergeRequest('feature', { author: 'jane' }),
        )
      const [group, members, request, commits, changes] = await answers(
        built,
        '/groups/group',
        '/projects/group%2Fapp/members',
        '/projects/group%2Fapp/merge_requests/1',
        '/projects/group%2Fapp/merge_requests/1/commits',
        '/projects/group%2Fapp/merge_requests/1/changes',
      )
      expect(group).toMatchObject({ visibility: 'private' })
      expect(rolesIn(members)).toEqual({ jane: 30 })
      expect(request).toMatchObject({ title: 'feature', author: { username: 'jane' }, merge_status: 'can_be_merged' })
      expect(commits).toMatchObject([{ title: 'feature', author_name: 'jane' }])
      expect(changes).toMatchObject({ changes: [{ new_path: 'feature.md', new_file: true }] })
    })
    it('groups above groups and projects, as visible as what lies in them', async () => {
      const [acme, web] = await answers(
        { projects: { 'acme/web/app': { visibility: 'internal' }, 'acme/site': { visibility: 'public' } } },
        '/groups/acme',
        '/groups/acme%2Fweb',
      )
      expect([acme, web]).toMatchObject([{ visibility: 'public' }, { visibility: 'internal' }])
    })
    it('the role that each user needs, where they have none', async () => {
      const [members] = await answers(
        {
          users: { ann: {}, bob: {}, cyd: {}, dan: { tokens: { ci: null } }, eve: {}, fay: {}, gus: { admin: true } },
          groups: { acme: { members: { fay: 'reporter' } } },
          projects: {
            'acme/web/app': {
              members: { eve: 'owner' },
              commits: [first, { message: 'more', author: 'ann', files: { a: 'b' } }],
              issues: [{ title: 'It rains in', author: 'fay', notes: [{ body: 'Where?', author: 'bob' }] }],
              merge_requests: [
                {
                  source: 'feature',
                  author: 'dan/ci',
                  approvals: ['cyd'],
                  discussions: [{ body: '?', author: 'gus' }],
                },
              ],
              packages: [{ name: 'tool', version: '1.0.0', author: 'eve', files: { a: 'b' } }],
            },
          },
        },
        `${app}/members`,
      )
      expect(rolesIn(members)).toEqual({ eve: 50, ann: 40, cyd: 30, dan: 30, bob: 30, gus: 30 })
    })
    it('no role for what everybody may do who sees the project', async () => {
      const [members, issues] = await answers(
        {
          users: { ann: {} },
          projects: { 'acme/web/app': { visibility: 'public', issues: [{ title: 'It rains in', author: 'ann' }] } },
        },
        `${app}/members`,
        `${app}/issues`,
      )
      expect([members, issues]).toMatchObject([[], [{ author: { username: 'ann' } }]])
    })
  })
  it('is what a reset comes back to', async () => {
    await using forge = await startForge({ port: false, seed: seed().user('jane').project('jane/app') })
    const app = () => forge.as('jane').fetch('/api/v4/projects/jane%2Fapp')
    expect((await forge.as('jane').fetch('/api/v4/projects/jane%2Fapp', { method: 'DELETE' })).status).toBe(202)
    await forge.reset()
    expect((await app()).status).toBe(200)
  })
  it('of the demonstration is a world with a history', async () => {
    const [requests, deployments] = await answers(
      demoSeed(),
      '/projects/harbour%2Ftimetable/merge_requests?state=all',
      '/projects/harbour%2Ftimetable/deployments',
    )
    expect(requests).toMatchObject([{ state: 'opened' }, { state: 'merged' }])
    expect(deployments).toHaveLength(2)
  })
})
