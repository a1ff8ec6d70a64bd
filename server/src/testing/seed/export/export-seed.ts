import type { Actor } from '../../actor.js'
import type { SeedDocument, SeedGroup, SeedProject, SeedUser } from '../document.js'
import { deploymentsOf, packagesOf, pipelinesOf, type ReadProject, releasesOf } from './delivery.js'
import { authorsIn, membersOf, type People } from './people.js'
import { planningOf } from './planning.js'
import { bundleOf, refsOf } from './repository.js'
import { approvalRulesOf, mergeRequestsOf } from './review.js'
import { type Json, SeedSource, textOf, withoutBlanks } from './source.js'

/** A seed exported from an instance. */
export interface ExportedSeed {
  readonly document: SeedDocument
  /** Files next to the document, by path: the git bundles that it names. */
  readonly files: ReadonlyMap<string, Buffer>
  /** What a seed cannot express, one line each. */
  readonly leftOut: ReadonlyArray<string>
}

/** The options of an export. */
export interface ExportOptions {
  /** The settings of an instance on which nothing was changed. */
  readonly defaults?: Json
  /** Users that are not exported. */
  readonly without?: ReadonlyArray<string>
}

const SECRET = /token|secret|key|password|salt/
/** Settings that cannot be set, or that follow from the address of the instance. */
const NOT_SET: ReadonlyArray<string> = ['id', 'created_at', 'updated_at', 'commit_email_hostname']

const settingsOf = async (source: SeedSource, defaults: Json = {}): Promise<Json> => {
  const settings = (await source.find('/application/settings')) ?? {}
  const changed = Object.entries(settings).filter(
    ([name, value]) =>
      Object.hasOwn(defaults, name) &&
      value !== null &&
      !NOT_SET.includes(name) &&
      !(typeof value === 'string' && SECRET.test(name)) &&
      JSON.stringify(value) !== JSON.stringify(defaults[name]),
  )
  return Object.fromEntries(changed)
}

const usersOf = async (source: SeedSource, without: ReadonlyArray<string>): Promise<Record<string, SeedUser>> => {
  const users: Record<string, SeedUser> = {}
  for (const user of await source.all('/users?order_by=id&sort=asc')) {
    const { username, name, email, is_admin, bot, state } = user
    const called = String(username)
    if (called === 'root' || without.includes(called)) continue
    if (bot === true || state !== 'active') source.leftOut(`the user ${called}`)
    else
      users[called] = withoutBlanks({
        name: textOf(name),
        email: textOf(email),
        ...(is_admin === true ? { admin: true } : {}),
      })
  }
  return users
}

const depth = (path: string): number => path.split('/').length

const VISIBILITY = (thing: Json) => thing['visibility'] as NonNullable<SeedGroup['visibility']>

const groupsOf = async (source: SeedSource, people: People): Promise<Record<string, SeedGroup>> => {
  const groups: Record<string, SeedGroup> = {}
  const all = [...(await source.all('/groups?all_available=true&order_by=id&sort=asc'))]
  all.sort((a, b) => depth(String(a['full_path'])) - depth(String(b['full_path'])) || Number(a['id']) - Number(b['id']))
  for (const group of all) {
    const path = String(group['full_path'])
    groups[path] = withoutBlanks({
      ...(group['name'] === group['path'] ? {} : { name: textOf(group['name']) }),
      description: textOf(group['description']),
      visibility: VISIBILITY(group),
      members: await membersOf(source, people, `/groups/${group['id']}`, 'root'),
    })
  }
  return groups
}

const projectOf = async (
  source: SeedSource,
  people: People,
  project: Json,
  files: Map<string, Buffer>,
): Promise<SeedProject> => {
  const [path, url] = [String(project['path_with_namespace']), `/projects/${project['id']}`]
  const namespace = project['namespace'] as Json
  const owner = namespace['kind'] === 'user' ? String(namespace['full_path']) : 'root'
  const refs = await refsOf(source, path)
  const main = textOf(project['default_branch']) || 'main'
  const bundle = refs.size === 0 ? undefined : `${path}.bundle`
  if (bundle !== undefined) files.set(bundle, await bundleOf(source, path, refs))
  const by = await authorsIn(source, people, project, url, owner)
  const read: ReadProject = { path, url, by, main, refs }
  const about = {
    ...(project['name'] === project['path'] ? {} : { name: textOf(project['name']) }),
    description: textOf(project['description']),
    visibility: VISIBILITY(project),
    members: await membersOf(source, people, url, owner),
    ...(bundle === undefined ? {} : { bundle, default_branch: main }),
  }
  // In the order in which a seed is written, because of the timestamps.
  return withoutBlanks({
    ...about,
    ...(await planningOf(source, url, by)),
    approval_rules: await approvalRulesOf(source, people, url),
    merge_requests: await mergeRequestsOf(source, path, url, by, { main, refs }),
    pipelines: await pipelinesOf(source, read),
    deployments: await deploymentsOf(source, read),
    releases: await releasesOf(source, read),
    packages: await packagesOf(source, read),
  })
}

/**
 * Exports a seed from an instance, as an administrator of it.
 *
 * It contains no secrets: users have no password, values of variables are `not-exported`, secret settings are left out.
 * Rejects if the instance refuses a read, and if the caller is not an administrator.
 *
 * @example
 * import assert from 'node:assert/strict'
 * import { exportSeed, startForge } from '@forgefold/testing'
 *
 * const forge = await startForge({ seed: { users: { jane: { name: 'Jane Doe' } } }, port: false })
 * const { document } = await exportSeed(forge.as('root'))
 * assert.equal(document.users.jane.name, 'Jane Doe')
 * await forge.close()
 */
export const exportSeed = async (
  admin: Actor,
  { defaults, without = [] }: ExportOptions = {},
): Promise<ExportedSeed> => {
  const leftOut: Array<string> = []
  const files = new Map<string, Buffer>()
  const source = new SeedSource(admin, (what) => leftOut.push(what))
  if ((await source.find('/user'))?.['is_admin'] !== true)
    throw new Error('a seed is exported with the token of an administrator: others do not see all that it says')
  const settings = await settingsOf(source, defaults)
  const users = await usersOf(source, without)
  const isAdmin = (username: string): boolean => username === 'root' || users[username]?.admin === true
  const people: People = { has: (username) => username === 'root' || Object.hasOwn(users, username), isAdmin }
  const groups = await groupsOf(source, people)
  const projects: Record<string, SeedProject> = {}
  for (const project of await source.all('/projects?order_by=id&sort=asc')) {
    const path = String(project['path_with_namespace'])
    const namespace = project['namespace'] as Json
    const isLost = namespace['kind'] === 'user' && !people.has(String(namespace['full_path']))
    if (isLost || (project['marked_for_deletion_at'] ?? null) !== null) source.leftOut(`the project ${path}`)
    else projects[path] = await projectOf(source, people, project, files)
  }
  return { document: withoutBlanks({ settings, users, groups, projects }), files, leftOut }
}
