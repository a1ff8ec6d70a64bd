import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** A folder that cannot be made or used; the message names it and says why. Told by its name: other files may come with a copy of this class. */
export class UnusableFolder extends Error {
  override readonly name = 'UnusableFolder'

  constructor(path: string, action: 'made' | 'written' | 'used', cause: unknown) {
    super(`the folder ${path} cannot be ${action}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
}

const makeOne = (path: string, mode: number): void => {
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw error
  }
}

/** Node's recursive `mkdir` tries without end where a folder exists that denies the existence of anything in it, as `/proc` does. */
const makeWithParents = (path: string, mode: number): void => {
  try {
    makeOne(path, mode)
  } catch (error) {
    const above = dirname(path)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === path) throw error
    makeWithParents(above, mode)
    makeOne(path, mode)
  }
}

/**
 * Makes a folder and those above it where they are missing, with the mode (default: what the umask leaves). Throws `UnusableFolder`.
 *
 * @example
 * import { mkdtempSync } from 'node:fs'
 * const above = mkdtempSync('above-')
 * makeFolder(`${above}/new/data`, 0o700)
 * assert.throws(() => makeFolder('/dev/null/data'), /the folder \/dev\/null\/data cannot be made/)
 */
export const makeFolder = (path: string, mode = 0o777): void => {
  try {
    makeWithParents(path, mode)
  } catch (error) {
    throw new UnusableFolder(path, 'made', error)
  }
}

/**
 * Makes a folder like `makeFolder`, and checks that files can be made in it. Throws `UnusableFolder`.
 *
 * @example
 * import { mkdtempSync } from 'node:fs'
 * makeWritableFolder(`${mkdtempSync('above-')}/data`, 0o700)
 * assert.throws(() => makeWritableFolder('/dev/null/data'), /cannot be made/)
 */
export const makeWritableFolder = (path: string, mode?: number): void => {
  makeFolder(path, mode)
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new UnusableFolder(path, 'written', error)
  }
}
