import { type Hash, nodeHash, type Sha256 } from './merkle-tree.js'

/** The tree over the entries so far, as the roots of its largest complete subtrees, left to right. */
export class GrowingTree {
  size = 0
  readonly #sha256: Sha256
  readonly #roots: Array<Hash> = []

  constructor(sha256: Sha256) {
    this.#sha256 = sha256
  }

  add(leaf: Hash): void {
    let root = leaf
    for (let count = this.size; count % 2 === 1; count = (count - 1) / 2)
      root = nodeHash(this.#sha256, this.#roots.pop() as Hash, root)
    this.#roots.push(root)
    this.size++
  }

  get root(): Hash {
    const last = this.#roots.at(-1)
    if (last === undefined) return this.#sha256('')
    return this.#roots.slice(0, -1).reduceRight((right, left) => nodeHash(this.#sha256, left, right), last)
  }
}
