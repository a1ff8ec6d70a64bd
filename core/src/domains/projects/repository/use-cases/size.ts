import type { Forge } from '../../../../app/forge.js'
import { utf8Length } from '../../../../app/long-text.js'
import type { FileAction, PushProposal } from '../../../../ports/git.js'
import { commitSizeRefusal, largestRepository, mergeSizeRefusal, pushSizeRefusal } from '../instance-rules.js'

/** Asks git for the size only where there is a limit to hold it against. */
const sizeWhereLimited = async (forge: Forge, projectId: number): Promise<number | undefined> =>
  largestRepository(forge.settings.current()) === undefined ? undefined : forge.git.of(projectId).size()

/** What a push is told for which the repository has no room; one that only deletes needs none. */
export const pushTooLarge = async (
  forge: Forge,
  projectId: number,
  { updates, arrived }: PushProposal,
): Promise<string | undefined> => {
  if (updates.every(({ to }) => to === null)) return undefined
  const size = await sizeWhereLimited(forge, projectId)
  if (size === undefined) return undefined
  return pushSizeRefusal({ size, more: await arrived() }, forge.settings.current())
}

const contentBytes = (action: FileAction): number => {
  if (!('content' in action) || action.content === undefined) return 0
  return typeof action.content === 'string' ? utf8Length(action.content) : action.content.byteLength
}

/** What file actions are told for which the repository has no room: their contents count as they were sent, before git packs them. */
export const commitTooLarge = async (
  forge: Forge,
  projectId: number,
  actions: ReadonlyArray<FileAction>,
): Promise<string | undefined> => {
  const size = await sizeWhereLimited(forge, projectId)
  if (size === undefined) return undefined
  const more = actions.reduce((sum, action) => sum + contentBytes(action), 0)
  return commitSizeRefusal({ size, more }, forge.settings.current())
}

/** What a merge into the repository is told while it is too large. */
export const mergeTooLarge = async (forge: Forge, projectId: number): Promise<string | undefined> => {
  const size = await sizeWhereLimited(forge, projectId)
  return size === undefined ? undefined : mergeSizeRefusal(size, forge.settings.current())
}

/** What a rebase of a branch of the repository is told while it is too large. */
export const rebaseTooLarge = async (forge: Forge, projectId: number): Promise<string | undefined> => {
  const size = await sizeWhereLimited(forge, projectId)
  return size === undefined ? undefined : pushSizeRefusal({ size, more: 0 }, forge.settings.current())
}
