import { accessSync, constants, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeWritableFolder, UnusableFolder } from '@forgefold/adapters/folders'
import { isStorageFailure, type Sharing } from '@forgefold/adapters/sqlite'
import type { CompositionOptions } from './composition-options.js'

/** The file of the read model. */
export const READ_MODEL = 'read-model.sqlite'

/** The file of signed checkpoints. */
export const CHECKPOINT_LOG = 'history-checkpoints.sqlite'

/** The file of the key that signs ID tokens; created with the first of them. */
export const SIGNING_KEY = 'signing-key.pem'

const COPIES = 'read-model-copies'
const MOMENTS = 'moments'

/** The folders of open historical forges, and of the copies they begin with; undefined: in memory. */
export const historicalForgeFolders = (
  options: CompositionOptions,
): { readonly open: string; readonly copies: string } | undefined => {
  const folders = dataFoldersOf(options)
  return folders && { open: folders.local(MOMENTS), copies: folders.local(COPIES) }
}

/** The folders of the instance's data. */
export interface DataFolders {
  readonly shared: (name: string) => string
  /** The server's own folder. */
  readonly local: (name: string) => string
  readonly sharing: Sharing
}

/** The data folders of an instance; undefined: in memory only. */
export const dataFoldersOf = ({ data, local }: CompositionOptions): DataFolders | undefined => {
  if (data === undefined) return undefined
  return {
    shared: (name) => join(data, name),
    local: (name) => join(local ?? data, name),
    sharing: local === undefined ? 'oneMachine' : 'severalMachines',
  }
}

/** Makes the folders of an instance where they are missing, closed to others. Throws `UnusableFolder`. */
export const makeDataFolders = ({ data, local }: Pick<CompositionOptions, 'data' | 'local'>): void => {
  for (const folder of [data, local]) if (folder !== undefined) makeWritableFolder(folder, 0o700)
}

const DISK_FAILURES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'EPERM'])

/** What to throw where an instance cannot be opened: an error that names its folder, if the disk failed and the error does not say where. */
export const namingFolder = ({ data }: Pick<CompositionOptions, 'data'>, error: unknown): unknown => {
  if (data === undefined || !(error instanceof Error) || error.message.includes(data)) return error
  const isOfDisk = isStorageFailure(error) || ('code' in error && DISK_FAILURES.has(error.code))
  return isOfDisk ? new UnusableFolder(data, 'used', error) : error
}

/** The file of an event log in a data folder. */
export const eventLogIn = (data: string): string => join(data, 'events.sqlite')

/** Why an event log cannot be read, as a sentence; undefined where it can. Nothing is created. */
export const whyUnreadable = (log: string): string | undefined => {
  try {
    accessSync(log, constants.R_OK)
    return statSync(log).isFile() ? undefined : `${log} is not a file`
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return `there is no event log at ${log}`
    return `the event log at ${log} cannot be read: ${message}`
  }
}
