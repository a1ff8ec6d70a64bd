import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from './client.js'
import type { People, Person } from './identity.js'

const DAY = 86_400
const GUEST = 10
const DEVELOPER = 30
const MAINTAINER = 40

/** Where the rest of the story takes place. */
export interface Places {
  readonly groupId: number
  /** A project on real git; its group's members work in it. */
  readonly projectId: number
  readonly forkId: number
}

const makeGroups = async ({ must }: Client, { ann, bob, cid, gus }: People): Promise<number> => {
  const group = async (path: string, more: object = {}): Promise<number> =>
    (await must('POST', '/groups', { as: ann.token, json: { name: path, path, ...more } })).json.id
  const top = await group('top', { visibility: 'public', description: 'A group', default_branch_protection: 0 })
  const sub = await group('sub', { parent_id: top, visibility: 'public' })
  const moved = await group('moved')
  await must('PUT', `/groups/${sub}`, { as: ann.token, json: { description: 'Below', two_factor_grace_period: 24 } })
  await must('POST', `/groups/${moved}/transfer`, { as: ann.token, json: { group_id: top } })
  const asked = { as: ann.token }
  await must('POST', `/groups/${top}/members`, { ...asked, json: { user_id: bob.id, access_level: MAINTAINER } })
  await must('POST', `/groups/${top}/members`, { ...asked, json: { user_id: cid.id, access_level: GUEST } })
  await must('PUT', `/groups/${top}/members/${cid.id}`, { ...asked, json: { access_level: DEVELOPER } })
  await must('POST', `/groups/${sub}/members`, { ...asked, json: { user_id: gus.id, access_level: GUEST } })
  await must('DELETE', `/groups/${sub}/members/${gus.id}`, asked)
  return top
}

/** Deleted at once, restored, and left to be deleted in the course of time. */
const endPlaces = async ({ must }: Client, ann: Person): Promise<void> => {
  const delayed = { delayed_project_deletion: true, delayed_group_deletion: true, deletion_adjourned_period: 20 }
  await must('PUT', '/application/settings', { json: delayed })
  const asked = { as: ann.token }
  const group = async (path: string): Promise<number> =>
    (await must('POST', '/groups', { ...asked, json: { name: path, path } })).json.id
  for (const path of ['restored', 'ended']) await must('DELETE', `/groups/${await group(path)}`, asked)
  const restored = (await must('GET', '/groups?per_page=100')).rows
  const id = restored.find(({ name }) => name === 'restored')?.id
  await must('POST', `/groups/${id}/restore`, asked)
  const project = async (name: string): Promise<number> =>
    (await must('POST', '/projects', { json: { name, namespace_id: id, initialize_with_readme: true } })).json.id
  const back = await project('back')
  const ended = await project('ended-project')
  const gone = await project('gone-project')
  for (const one of [back, ended, gone]) await must('DELETE', `/projects/${one}`)
  await must('POST', `/projects/${back}/restore`)
  const path = (await must('GET', `/projects/${gone}`)).json['path_with_namespace']
  await must('DELETE', `/projects/${gone}?permanently_remove=true&full_path=${encodeURIComponent(`${path}`)}`)
}

/** Marked for deletion, and still there. */
export const markPlaces = async ({ must }: Client, { ann }: People): Promise<void> => {
  const asked = { as: ann.token }
  const group = (await must('POST', '/groups', { ...asked, json: { name: 'marked', path: 'marked' } })).json.id
  const json = { name: 'marked-project', namespace_id: group, initialize_with_readme: true }
  const project = (await must('POST', '/projects', { ...asked, json })).json.id
  await must('DELETE', `/projects/${project}`)
  await must('DELETE', `/groups/${group}`, asked)
}

const changeProjects = async ({ must }: Client, ann: Person, groupId: number): Promise<void> => {
  const asked = { as: ann.token }
  const mine = (await must('POST', '/projects', { ...asked, json: { name: 'Mine', visibility: 'private' } })).json.id
  await must('PUT', `/projects/${mine}`, { ...asked, json: { description: 'Of Ann', topics: ['x', 'y'] } })
  await must('PUT', `/projects/${mine}/transfer`, { ...asked, json: { namespace: groupId } })
  await must('POST', `/projects/${mine}/archive`, asked)
  await must('POST', `/projects/${mine}/unarchive`, asked)
  const put = { name: 'Archived', initialize_with_readme: true, default_branch: 'trunk' }
  const archived = (await must('POST', '/projects', { ...asked, json: put })).json.id
  await must('POST', `/projects/${archived}/archive`, asked)
}

/** Pushed by real git: branches, a tag, a forced push, a removed branch. */
const push = async (client: Client, { token }: Person): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'forgefold-golden-'))
  const { git } = client
  const remote = `${client.url.replace('://', `://ann:${token}@`)}/top/app.git`
  const commit = async (name: string, content: string, message: string): Promise<void> => {
    await writeFile(join(folder, name), content)
    await git(folder, 'add', '.')
    await git(folder, 'commit', '-qm', message)
  }
  try {
    await git(folder, 'init', '-q', '-b', 'main')
    await commit('README.md', '# App\n\nAn app.\n', 'First')
    await commit('code.txt', 'one\ntwo\nthree\n', 'Second')
    await git(folder, 'tag', '-a', 'v1.0', '-m', 'The first release')
    await git(folder, 'push', '-q', remote, 'main', 'v1.0')
    await git(folder, 'checkout', '-qb', 'forced')
    await commit('forced.txt', 'a\n', 'To be replaced')
    await git(folder, 'push', '-q', remote, 'forced', 'forced:short-lived')
    await git(folder, 'commit', '-q', '--amend', '-m', 'Replaced')
    await git(folder, 'push', '-q', '--force', remote, 'forced')
    await git(folder, 'push', '-q', remote, ':short-lived')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const protect = async ({ must }: Client, { ann, bob }: People, projectId: number): Promise<void> => {
  const at = `/projects/${projectId}`
  const asked = { as: ann.token }
  const branch = (json: object) => must('POST', `${at}/protected_branches`, { ...asked, json })
  await branch({ name: 'release/*', push_access_level: MAINTAINER, allowed_to_merge: [{ user_id: bob.id }] })
  await branch({ name: 'passing' })
  await must('PATCH', `${at}/protected_branches/release%2F*`, { ...asked, json: { allow_force_push: true } })
  await must('DELETE', `${at}/protected_branches/passing`, asked)
  for (const name of ['v*', 'old-*'])
    await must('POST', `${at}/protected_tags`, { ...asked, json: { name, create_access_level: MAINTAINER } })
  await must('DELETE', `${at}/protected_tags/old-*`, asked)
}

const deployTokens = async ({ must }: Client, { ann }: People, at: ReadonlyArray<string>): Promise<void> => {
  for (const place of at) {
    const json = { name: 'machine', scopes: ['read_repository', 'read_package_registry'] }
    await must('POST', `${place}/deploy_tokens`, { as: ann.token, json: { ...json, expires_at: '2030-01-01' } })
    const other = await must('POST', `${place}/deploy_tokens`, { as: ann.token, json })
    await must('DELETE', `${place}/deploy_tokens/${other.json.id}`, { as: ann.token })
  }
}

export const makePlaces = async (client: Client, people: People): Promise<Places> => {
  const { must, advance } = client
  const { ann, bob, gus } = people
  const groupId = await makeGroups(client, people)
  const asked = { as: ann.token }
  const wanted = { name: 'App', path: 'app', namespace_id: groupId, visibility: 'public', description: 'The app' }
  const projectId = (await must('POST', '/projects', { ...asked, json: wanted })).json.id
  await push(client, ann)
  await protect(client, people, projectId)
  await deployTokens(client, people, [`/projects/${projectId}`, `/groups/${groupId}`])
  const soon = new Date(Date.parse(`${(await must('GET', '//-/clock')).json['now']}`) + 2 * DAY * 1000)
  const guest = { user_id: gus.id, access_level: GUEST, expires_at: soon.toISOString().slice(0, 10) }
  await must('POST', `/projects/${projectId}/members`, { ...asked, json: guest })
  await changeProjects(client, ann, groupId)
  await endPlaces(client, ann)
  const forkId = (await must('POST', `/projects/${projectId}/fork`, { as: bob.token, json: { path: 'app-fork' } })).json
    .id
  const cut = (await must('POST', `/projects/${projectId}/fork`, { as: gus.token, json: { path: 'cut-off' } })).json.id
  for (const [id, { token }] of [
    [forkId, bob],
    [cut, gus],
  ] as const)
    await client.until(`/projects/${id}/repository/branches`, ({ rows }) => rows.length > 0, token)
  await must('DELETE', `/projects/${cut}/fork`, { as: gus.token })
  await must('DELETE', `/projects/${projectId}/repository/branches/forced`, asked)
  await advance(4 * DAY)
  return { groupId, projectId, forkId }
}
