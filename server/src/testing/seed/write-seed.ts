import { wrongSettingIn } from '../setting-names.js'
import type { SeedDocument, SeedMembers } from './document.js'
import type { ReadSeed } from './read-seed.js'
import { type SeedPath, SeedRefused } from './seed-refused.js'
import type { SeedTarget } from './seed-target.js'
import { SeedWriter } from './seed-writer.js'
import { createGroup, groupAbove, splitPath } from './write-seed-groups.js'
import { writeImpliedMembers } from './write-seed-members.js'
import { writeSeedProject } from './write-seed-project.js'

const ROLES = { guest: 10, reporter: 20, developer: 30, maintainer: 40, owner: 50 } as const

const DEFAULT_BRANCH = 'main'

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
  const wrong = wrongSettingIn(settings)
  if (wrong !== undefined) writer.refuse([...place, wrong.name], wrong.reason)
  if (Object.values(settings).every((value) => value === undefined)) return
  await writer.send(place, 'root', 'PUT', '/application/settings', settings).catch((error: unknown) => {
    if (!(error instanceof SeedRefused)) throw error
    const named = Object.keys(settings).find((name) => new RegExp(`\\b${name}\\b`).test(error.reason))
    if (named === undefined) throw error
    writer.refuse([...place, named], error.reason)
  })
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

const writeGroups = async (writer: SeedWriter, document: SeedDocument): Promise<void> => {
  for (const [path, given] of Object.entries(document.groups ?? {})) {
    const place = ['groups', path]
    const { members, ...about } = given ?? {}
    await createGroup(writer, document, place, path, about)
    await addMembers(writer, place, `/groups/${encodeURIComponent(path)}`, members)
  }
}

const writeProjects = async (writer: SeedWriter, document: SeedDocument): Promise<void> => {
  for (const [path, given] of Object.entries(document.projects ?? {})) {
    const place = ['projects', path]
    const { parent, name: last } = splitPath(path)
    if (parent === '') writer.refuse(place, `a project lies in a group or belongs to a user: root/${path}`)
    const isOfUser = parent === 'root' || Object.hasOwn(document.users ?? {}, parent)
    const owner = isOfUser ? parent : 'root'
    const under = isOfUser ? {} : { namespace_id: await groupAbove(writer, document, place, parent) }
    const { name = last, description, visibility, members } = given ?? {}
    const about = { name, path: last, description, visibility, ...under }
    const made = await writer.send(place, owner, 'POST', '/projects', about)
    const url = `/projects/${encodeURIComponent(path)}`
    const project = { place, path, owner, url, branch: DEFAULT_BRANCH }
    await addMembers(writer, place, url, members)
    await writeImpliedMembers(writer, project, given ?? {}, made['visibility'] === 'private')
    await writeSeedProject(writer, project, given ?? {})
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
  const { settings, users = {} } = document
  if (settings !== undefined) await writeSettings(writer, settings)
  await writeUsers(writer, users)
  await writeGroups(writer, document)
  await writeProjects(writer, document)
}
