/** A SHA-256 hash: 32 bytes. */
export type Hash = Uint8Array

/** SHA-256 (FIPS 180-4) of bytes, or of a text as UTF-8; given by the host, because the core has no cryptography. */
export type Sha256 = (content: Uint8Array | string) => Hash

/** The length of a hash in bytes. */
export const HASH_BYTES = 32

/**
 * The hash of an entry, which is text (RFC 9162 §2.1.1).
 *
 * @example
 * import { sha256 } from '@forgefold/adapters/crypto'
 * assert.equal(leafHash(sha256, 'an entry').length, 32)
 */
export const leafHash = (sha256: Sha256, entry: string): Hash => sha256(`\0${entry}`)

/** One buffer for all nodes, because each is hashed at once; it begins with the prefix byte of inner nodes. */
const NODE = new Uint8Array(1 + 2 * HASH_BYTES)
NODE[0] = 1

/**
 * The hash of two subtrees (RFC 9162 §2.1.1).
 *
 * @example
 * import { sha256 } from '@forgefold/adapters/crypto'
 * import { leafHash } from '@forgefold/core/audit'
 * assert.equal(nodeHash(sha256, leafHash(sha256, 'left'), leafHash(sha256, 'right')).length, 32)
 */
export const nodeHash = (sha256: Sha256, left: Hash, right: Hash): Hash => {
  NODE.set(left, 1)
  NODE.set(right, 1 + HASH_BYTES)
  return sha256(NODE)
}

/**
 * Whether two hashes are the same.
 *
 * @example
 * assert.equal(sameHash(Uint8Array.of(1), Uint8Array.of(1)), true)
 */
export const sameHash = (a: Hash, b: Hash): boolean => {
  if (a.length !== b.length) return false
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false
  return true
}

/** A Merkle tree as its complete subtrees. */
export interface Subtrees {
  readonly sha256: Sha256
  /** The hash over `2^level` entries from `index · 2^level` on; all of them must be in the tree. */
  readonly complete: (level: number, index: number) => Hash
}

/** The largest power of two below `size`, as an exponent; `size` is 2 or more. */
const splitLevel = (size: number): number => Math.ceil(Math.log2(size)) - 1

/** The hash over the entries from `begin` to before `end`: at least one, and `begin` as RFC 9162 §2.1.1 divides trees. */
const rangeHash = (tree: Subtrees, begin: number, end: number): Hash => {
  const size = end - begin
  const level = size === 1 ? 0 : splitLevel(size)
  if (size === 1) return tree.complete(0, begin)
  if (size === 2 ** (level + 1)) return tree.complete(level + 1, begin / size)
  const middle = begin + 2 ** level
  return nodeHash(tree.sha256, rangeHash(tree, begin, middle), rangeHash(tree, middle, end))
}

/**
 * The root of the tree over the first `size` entries (RFC 9162 §2.1.1).
 *
 * @example
 * import { sha256 } from '@forgefold/adapters/crypto'
 * assert.deepEqual(rootHash({ sha256, complete: () => undefined }, 0), sha256(''))
 */
export const rootHash = (tree: Subtrees, size: number): Hash =>
  size === 0 ? tree.sha256('') : rangeHash(tree, 0, size)

/**
 * Proof that an entry is in the tree over the first `size` entries (RFC 9162 §2.1.3.1); `index` is below `size`.
 *
 * @example
 * import { sha256 } from '@forgefold/adapters/crypto'
 * import { leafHash } from '@forgefold/core/audit'
 * const leaves = ['one', 'two'].map((entry) => leafHash(sha256, entry))
 * assert.equal(inclusionProof({ sha256, complete: (_, index) => leaves[index] }, 0, 2).length, 1)
 */
export const inclusionProof = (tree: Subtrees, index: number, size: number): ReadonlyArray<Hash> => {
  const path: Array<Hash> = []
  let [begin, end] = [0, size]
  while (end - begin > 1) {
    const middle = begin + 2 ** splitLevel(end - begin)
    if (index < middle) {
      path.push(rangeHash(tree, middle, end))
      end = middle
    } else {
      path.push(rangeHash(tree, begin, middle))
      begin = middle
    }
  }
  return path.reverse()
}

/**
 * Proof that the tree over `size` entries begins with the one over the first `older` (RFC 9162 §2.1.4.1); `older` is from 1 to `size`.
 *
 * @example
 * import { sha256 } from '@forgefold/adapters/crypto'
 * import { leafHash } from '@forgefold/core/audit'
 * const leaves = ['one', 'two'].map((entry) => leafHash(sha256, entry))
 * assert.equal(consistencyProof({ sha256, complete: (_, index) => leaves[index] }, 1, 2).length, 1)
 */
export const consistencyProof = (tree: Subtrees, older: number, size: number): ReadonlyArray<Hash> => {
  const path: Array<Hash> = []
  let [begin, end, isWhole] = [0, size, true]
  while (older < end) {
    const middle = begin + 2 ** splitLevel(end - begin)
    if (older <= middle) {
      path.push(rangeHash(tree, middle, end))
      end = middle
    } else {
      path.push(rangeHash(tree, begin, middle))
      begin = middle
      isWhole = false
    }
  }
  if (!isWhole) path.push(rangeHash(tree, begin, end))
  return path.reverse()
}
