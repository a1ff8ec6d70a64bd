import { join } from 'node:path'
import type { Sharing } from '@forgefold/adapters/sqlite'
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
