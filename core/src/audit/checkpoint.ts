import { base64Of, bytesOfBase64 } from './base64.js'
import { HASH_BYTES, type Hash } from './merkle-tree.js'

/** The head of a tree as an instance publishes it (C2SP tlog-checkpoint). */
export interface TreeCheckpoint {
  /** Identifies the tree of one instance, wherever it is served. */
  readonly origin: string
  /** Events in the tree. */
  readonly size: number
  readonly root: Hash
}

/**
 * The text of a checkpoint, to be signed as a note.
 *
 * @example
 * assert.equal(checkpointText({ origin: 'forge.example', size: 1, root: new Uint8Array(3) }), 'forge.example\n1\nAAAA\n')
 */
export const checkpointText = ({ origin, size, root }: TreeCheckpoint): string =>
  `${origin}\n${size}\n${base64Of(root)}\n`

/**
 * Reads the text of a checkpoint; extension lines are ignored. Undefined where it is malformed.
 *
 * @example
 * assert.equal(readCheckpoint('no checkpoint'), undefined)
 */
export const readCheckpoint = (text: string): TreeCheckpoint | undefined => {
  const [origin = '', size = '', encoded = ''] = text.split('\n')
  const root = bytesOfBase64(encoded)
  if (origin === '' || !/^(?:0|[1-9]\d{0,15})$/.test(size) || root?.length !== HASH_BYTES) return undefined
  return { origin, size: Number(size), root }
}
