import type { Forge } from '../../../../app/forge.js'
import { utf8Length } from '../../../../app/long-text.js'
import type { FileAction, PushProposal } from '../../../../ports/git.js'
import { commitSizeRefusal, mergeSizeRefusal, pushSizeRefusal, repositorySizeLimit } from '../instance-rules.js'

/** The size, read only where a limit applies. */
const sizeWhereLimited = async (forge: Forge, projectId: number): Promise<number | undefined> =>
  repositorySizeLimit(forge.settings.current()) === undefined ? undefined : forge.git.of(projectId).size()

/** Why a push is too large for the repository; undefined where it is not, or only deletes refs. */
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

/** Why file actions are too large for the repository; undefined where they are not. Contents count as sent, before compression. */
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

/** Why nothing can be merged into a repository above its size limit; undefined below it. */
export const mergeTooLarge = async (forge: Forge, projectId: number): Promise<string | undefined> => {
  const size = await sizeWhereLimited(forge, projectId)
  return size === undefined ? undefined : mergeSizeRefusal(size, forge.settings.current())
}

/** Why no branch can be rebased in a repository above its size limit; undefined below it. */
export const rebaseTooLarge = async (forge: Forge, projectId: number): Promise<string | undefined> => {
  const size = await sizeWhereLimited(forge, projectId)
  return size === undefined ? undefined : pushSizeRefusal({ size, more: 0 }, forge.settings.current())
}
