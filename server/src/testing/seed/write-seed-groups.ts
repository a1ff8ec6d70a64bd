import type { SeedDocument, SeedGroup } from './document.js'
import type { SeedPath } from './seed-refused.js'
import type { SeedWriter } from './seed-writer.js'

/** The namespace of a path, and its last segment. */
export const splitPath = (path: string): { readonly parent: string; readonly name: string } => {
  const at = path.lastIndexOf('/')
  return { parent: path.slice(0, Math.max(0, at)), name: path.slice(at + 1) }
}

/** What is said of a group that the seed does not list: it is as visible as the most visible thing in it, which could not be there otherwise. */
const impliedGroup = (group: string, { groups = {}, projects = {} }: SeedDocument): Pick<SeedGroup, 'visibility'> => {
  const within = [...Object.entries(groups), ...Object.entries(projects)].flatMap(([path, thing]) =>
    path.startsWith(`${group}/`) ? (thing?.visibility ?? []) : [],
  )
  const visibility = (['public', 'internal'] as const).find((one) => within.includes(one))
  return visibility === undefined ? {} : { visibility }
}

/** Creates a group, and first those above it that the seed does not list. */
export const createGroup = async (
  writer: SeedWriter,
  document: SeedDocument,
  place: SeedPath,
  path: string,
  about: Omit<SeedGroup, 'members'>,
): Promise<number> => {
  const { parent, name } = splitPath(path)
  const under = parent === '' ? {} : { parent_id: await groupAbove(writer, document, place, parent) }
  return Number((await writer.send(place, 'root', 'POST', '/groups', { name, path: name, ...about, ...under }))['id'])
}

/** The id of the group that something lies in; it is created where neither the seed lists it nor the forge has it. */
export const groupAbove = async (
  writer: SeedWriter,
  document: SeedDocument,
  place: SeedPath,
  path: string,
): Promise<number> => {
  const known = await writer.findGroup(place, path)
  if (known !== undefined) return known
  if (Object.hasOwn(document.groups ?? {}, path))
    writer.refuse(place, `the group ${path} is listed later: list it first`)
  return createGroup(writer, document, place, path, impliedGroup(path, document))
}
