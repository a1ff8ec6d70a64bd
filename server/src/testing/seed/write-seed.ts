import type { SeedDocument, SeedMembers } from './document.js'
import type { ReadSeed } from './read-seed.js'
import type { SeedPath } from './seed-refused.js'
import { type SeedTarget, SeedWriter } from './seed-writer.js'
import { writeSeedProject } from './write-seed-project.js'

const ROLES = { guest: 10, reporter: 20, developer: 30, maintainer: 40, owner: 50 } as const

/** The namespace that a path lies in, and its own last part. */
const splitPath = (path: string): { readonly parent: string; readonly name: string } => {
  const at = path.lastIndexOf('/')
  return { parent: path.slice(0, Math.max(0, at)), name: path.slice(at + 1) }
}

const numberOf = async (writer: SeedWriter, place: SeedPath, group: string): Promise<unknown> =>
  (await writer.send(place, 'root', 'GET', `/groups/${encodeURIComponent(group)}`))['id']

const addMembers = async (
  writer: SeedWriter,
  place: SeedPath,
  url: string,
  members: SeedMembers = {},
): Promise<void> => {
  for (const [username, role] of Object.entries(members)) {
    const at = [...place, 'members', username]
    const users = await writer.send(at, 'root', 'GET', `/users?username=${encodeURIComponent(username)}`)
    const [user] = users as unknown as ReadonlyArray<{ readonly id: number }>
    if (user === undefined) writer.refuse(at, `there is no user ${username}`)
    await writer.send(at, 'root', 'POST', `${url}/members`, { user_id: user?.id, access_level: ROLES[role] })
  }
}

const writeGroups = async (writer: SeedWriter, groups: NonNullable<SeedDocument['groups']>): Promise<void> => {
  for (const [path, given] of Object.entries(groups)) {
    const place = ['groups', path]
    const { parent, name } = splitPath(path)
    const { members, ...more } = given ?? {}
    const under = parent === '' ? {} : { parent_id: await numberOf(writer, place, parent) }
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
    const under = isOfUser ? {} : { namespace_id: await numberOf(writer, place, parent) }
    const { name = last, description, visibility, members } = given ?? {}
    const about = { name, path: last, description, visibility, ...under }
    await writer.send(place, owner, 'POST', '/projects', about)
    await addMembers(writer, place, `/projects/${encodeURIComponent(path)}`, members)
    await writeSeedProject(writer, { place, owner, url: `/projects/${encodeURIComponent(path)}` }, given ?? {})
  }
}

/** Writes a seed over the API, as the users who are named, so that nothing impossible can be seeded. Throws `SeedRefused`. */
export const writeSeed = async (target: SeedTarget, { document, placeOf }: ReadSeed): Promise<void> => {
  const writer = new SeedWriter(target, placeOf)
  const { settings, users = {}, groups = {} } = document
  if (settings !== undefined) await writer.send(['settings'], 'root', 'PUT', '/application/settings', settings)
  for (const [username, user] of Object.entries(users)) await writer.addUser(['users', username], username, { ...user })
  await writeGroups(writer, groups)
  await writeProjects(writer, document)
}
