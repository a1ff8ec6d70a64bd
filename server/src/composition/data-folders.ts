import { join } from 'node:path'
import type { Sharing } from '@forgefold/adapters/sqlite'
import type { CompositionOptions } from './composition-options.js'

/** The file of the read model. */
export const READ_MODEL = 'read-model.sqlite'

/** The file of what was signed of the history. */
export const CHECKPOINT_LOG = 'history-checkpoints.sqlite'

/** The file of the key that signs id_tokens; there from the first of them on. */
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
  /** This server's own. */
  readonly local: (name: string) => string
  readonly sharing: Sharing
}

/** Where the instance keeps its data; undefined: in memory only. */
export const dataFoldersOf = ({ data, local }: CompositionOptions): DataFolders | undefined => {
  if (data === undefined) return undefined
  return {
    shared: (name) => join(data, name),
    local: (name) => join(local ?? data, name),
    sharing: local === undefined ? 'oneMachine' : 'severalMachines',
  }
}
