import { type Hash, nodeHash, type Sha256, sameHash } from './merkle-tree.js'

/** What an inclusion proof claims. */
export interface Inclusion {
  readonly leaf: Hash
  readonly index: number
  readonly size: number
  readonly root: Hash
  readonly proof: ReadonlyArray<Hash>
}

/**
 * Whether the proof shows that the leaf stands at its index in the tree with this root (RFC 9162 §2.1.3.2).
 *
 * @example
 * import { sha256 } from '@forgefold/adapters/crypto'
 * import { leafHash } from '@forgefold/core/audit'
 * const leaf = leafHash(sha256, 'an entry')
 * assert.equal(provesInclusion(sha256, { leaf, index: 0, size: 1, root: leaf, proof: [] }), true)
 */
export const provesInclusion = (sha256: Sha256, { leaf, index, size, root, proof }: Inclusion): boolean => {
  if (index < 0 || index >= size) return false
  let [node, last, hash] = [index, size - 1, leaf]
  for (const sibling of proof) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      hash = nodeHash(sha256, sibling, hash)
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)]
    } else hash = nodeHash(sha256, hash, sibling)
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 && sameHash(hash, root)
}

/** What a consistency proof claims. */
export interface Consistency {
  readonly older: { readonly size: number; readonly root: Hash }
  readonly newer: { readonly size: number; readonly root: Hash }
  readonly proof: ReadonlyArray<Hash>
}

const half = (value: number): number => Math.floor(value / 2)

/**
 * Whether the proof shows that the newer tree only added to the older one (RFC 9162 §2.1.4.2). The empty tree is the beginning of all.
 *
 * @example
 * import { sha256 } from '@forgefold/adapters/crypto'
 * const tree = { size: 1, root: sha256('one') }
 * assert.equal(provesConsistency(sha256, { older: tree, newer: tree, proof: [] }), true)
 */
export const provesConsistency = (sha256: Sha256, { older, newer, proof }: Consistency): boolean => {
  if (older.size > newer.size) return false
  if (older.size === newer.size) return proof.length === 0 && sameHash(older.root, newer.root)
  if (older.size === 0) return proof.length === 0
  const path = Number.isInteger(Math.log2(older.size)) ? [older.root, ...proof] : [...proof]
  const first = path.shift()
  if (first === undefined || proof.length === 0) return false
  let [node, last] = [older.size - 1, newer.size - 1]
  while (node % 2 === 1) [node, last] = [half(node), half(last)]
  let [before, after] = [first, first]
  for (const sibling of path) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      before = nodeHash(sha256, sibling, before)
      after = nodeHash(sha256, sibling, after)
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)]
    } else after = nodeHash(sha256, after, sibling)
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 && sameHash(before, older.root) && sameHash(after, newer.root)
}
