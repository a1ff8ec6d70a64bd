import { checkSettingNames } from '../setting-names.js'
import type { SeedDocument, SeedMembers } from './document.js'
import type { ReadSeed } from './read-seed.js'
import type { SeedPath } from './seed-refused.js'
import { type SeedTarget, SeedWriter } from './seed-writer.js'
import { writeSeedProject } from './write-seed-project.js'

const ROLES = { guest: 10, reporter: 20, developer: 30, maintainer: 40, owner: 50 } as const

const DEFAULT_BRANCH = 'main'

/** The namespace of a path, and its last segment. */
const splitPath = (path: string): { readonly parent: string; readonly name: string } => {
  const at = path.lastIndexOf('/')
  return { parent: path.slice(0, Math.max(0, at)), name: path.slice(at + 1) }
}

const addMembers = async (
  writer: SeedWriter,
  place: SeedPath,
  url: string,
  members: SeedMembers = {},
): Promise<void> => {
  for (const [username, role] of Object.entries(members)) {
    const at = [...place, 'members', username]
    const user_id = await writer.userId(at, username)
    await writer.send(at, 'root', 'POST', `${url}/members`, { user_id, access_level: ROLES[role] })
  }
}

const writeSettings = async (writer: SeedWriter, settings: NonNullable<SeedDocument['settings']>): Promise<void> => {
  const place = ['settings']
  try {
    checkSettingNames(settings)
  } catch (error) {
    writer.refuse(place, (error as Error).message)
  }
  await writer.send(place, 'root', 'PUT', '/application/settings', settings)
}

const writeUsers = async (writer: SeedWriter, users: NonNullable<SeedDocument['users']>): Promise<void> => {
  for (const [username, given] of Object.entries(users)) {
    const place = ['users', username]
    const { tokens = {}, ...user } = given ?? {}
    await writer.addUser(place, username, user)
    for (const [name, token] of Object.entries(tokens))
      await writer.addToken([...place, 'tokens', name], username, name, token ?? {})
  }
}

const writeGroups = async (writer: SeedWriter, groups: NonNullable<SeedDocument['groups']>): Promise<void> => {
  for (const [path, given] of Object.entries(groups)) {
    const place = ['groups', path]
    const { parent, name } = splitPath(path)
    const { members, ...more } = given ?? {}
    const under = parent === '' ? {} : { parent_id: await writer.groupId(place, parent) }
    await writer.send(place, 'root', 'POST', '/groups', { name, path: name, ...more, ...under })
    await addMembers(writer, place, `/groups/${encodeURIComponent(path)}`, members)
  }
}

const writeProjects = async (writer: SeedWriter, document: SeedDocument): Promise<void> => {
  for (const [path, given] of Object.entries(document.projects ?? {})) {
    const place = ['projects', path]
    const { parent, name: last } = splitPath(path)
    const isOfUser = parent === 'root' || Object.hasOwn(document.users ?? {}, parent)
    const owner = isOfUser ? parent : 'root'
    const under = isOfUser ? {} : { namespace_id: await writer.groupId(place, parent) }
    const { name = last, description, visibility, members } = given ?? {}
    const about = { name, path: last, description, visibility, ...under }
    await writer.send(place, owner, 'POST', '/projects', about)
    const url = `/projects/${encodeURIComponent(path)}`
    await addMembers(writer, place, url, members)
    await writeSeedProject(writer, { place, path, owner, url, branch: DEFAULT_BRANCH }, given ?? {})
  }
}

/**
 * Writes a seed over the API, as the named users, so that only possible states can be seeded. Throws `SeedRefused`.
 *
 * @example
 * import assert from 'node:assert/strict'
 * import { readSeed, startForge, writeSeed } from '@forgefold/testing'
 *
 * const forge = await startForge({ port: false })
 * const { as, addUser, settled, clock } = forge
 * await writeSeed({ as, addUser, settled, moveTo: clock.moveTo }, await readSeed({ users: { jane: {} } }))
 * assert.ok(forge.tokens.jane)
 * await forge.close()
 */
export const writeSeed = async (target: SeedTarget, seed: ReadSeed): Promise<void> => {
  const writer = new SeedWriter(target, seed)
  const { document } = seed
  const { settings, users = {}, groups = {} } = document
  if (settings !== undefined) await writeSettings(writer, settings)
  await writeUsers(writer, users)
  await writeGroups(writer, groups)
  await writeProjects(writer, document)
}
