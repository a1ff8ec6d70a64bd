import { sha256 } from '@forgefold/adapters/crypto'
import { makeMemoryTreeTiles } from '@forgefold/adapters/memory'
import {
  consistencyProof,
  type Hash,
  inclusionProof,
  leafHash,
  nodeHash,
  provesConsistency,
  provesInclusion,
  rootHash,
  subtreesOf,
  tilesWith,
} from '@forgefold/core/audit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const hex = (hash: Uint8Array): string => Buffer.from(hash).toString('hex')

/** The root by the definition of RFC 9162 §2.1.1, word for word. */
const rootByDefinition = (leaves: ReadonlyArray<Hash>): Hash => {
  if (leaves.length === 0) return sha256('')
  if (leaves.length === 1) return leaves[0] as Hash
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return nodeHash(sha256, rootByDefinition(leaves.slice(0, split)), rootByDefinition(leaves.slice(split)))
}

/** A tree in tiles, grown by steps of these sizes. */
const grown = (steps: ReadonlyArray<number>) => {
  const tiles = makeMemoryTreeTiles()
  const leaves: Array<Hash> = []
  for (const step of steps) {
    const size = leaves.length
    const added = Array.from({ length: step }, (_, at) => leafHash(sha256, `entry ${size + at}`))
    leaves.push(...added)
    tiles.add(size, tilesWith(sha256, tiles, size, added), { size: leaves.length, upTo: undefined })
  }
  return { leaves, tree: subtreesOf(sha256, tiles) }
}

const steps = fc.array(fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 400 })), {
  minLength: 1,
  maxLength: 8,
})

const share = (part: number, whole: number): number => Math.floor(part * whole)
const part = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

const flipped = (hash: Hash, bit: number): Hash =>
  hash.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))

describe('the tree over a history', () => {
  it('has the roots of the published vectors of certificate transparency', () => {
    const entries = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
    // An entry of ours is text; the bytes of these are all below 128, so they are text too.
    const leaves = entries.map((entry) => leafHash(sha256, Buffer.from(entry, 'hex').toString('latin1')))
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8].map((size) => hex(rootByDefinition(leaves.slice(0, size))))).toEqual([
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
      'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
      '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
      'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    ])
  })

  it('has the root that its definition gives, at each size, however it grew', () => {
    fc.assert(
      fc.property(steps, part, (sizes, at) => {
        const { leaves, tree } = grown(sizes)
        const size = share(at, leaves.length) + 1
        expect(hex(rootHash(tree, size))).toBe(hex(rootByDefinition(leaves.slice(0, size))))
      }),
      { numRuns: 40 },
    )
  })

  it('proves of each entry that it is there, and of no other', () => {
    fc.assert(
      fc.property(steps, part, part, fc.nat(255), fc.nat(99), (sizes, at, which, bit, other) => {
        const { leaves, tree } = grown(sizes)
        const size = share(at, leaves.length) + 1
        const index = share(which, size)
        const claim = {
          leaf: leaves[index] as Hash,
          index,
          size,
          root: rootHash(tree, size),
          proof: inclusionProof(tree, index, size),
        }
        expect(provesInclusion(sha256, claim)).toBe(true)
        expect(provesInclusion(sha256, { ...claim, leaf: flipped(claim.leaf, bit) })).toBe(false)
        expect(provesInclusion(sha256, { ...claim, root: flipped(claim.root, bit) })).toBe(false)
        expect(provesInclusion(sha256, { ...claim, proof: [...claim.proof, claim.leaf] })).toBe(false)
        const longer = claim.proof.map((hash, step) =>
          step === other % claim.proof.length ? flipped(hash, bit) : hash,
        )
        if (longer.length > 0) expect(provesInclusion(sha256, { ...claim, proof: longer })).toBe(false)
        if (longer.length > 0) expect(provesInclusion(sha256, { ...claim, proof: longer.slice(1) })).toBe(false)
        expect(provesInclusion(sha256, { ...claim, index: size })).toBe(false)
      }),
      { numRuns: 60 },
    )
  })

  it('proves that it only grew, and of another beginning that it is none', () => {
    fc.assert(
      fc.property(steps, part, part, fc.nat(255), (sizes, at, earlier, bit) => {
        const { leaves, tree } = grown(sizes)
        const size = share(at, leaves.length) + 1
        const old = share(earlier, size) + 1
        const older = { size: old, root: rootHash(tree, old) }
        const newer = { size, root: rootHash(tree, size) }
        const proof = consistencyProof(tree, old, size)
        expect(provesConsistency(sha256, { older, newer, proof })).toBe(true)
        expect(provesConsistency(sha256, { older: { ...older, root: flipped(older.root, bit) }, newer, proof })).toBe(
          false,
        )
        expect(provesConsistency(sha256, { older, newer: { ...newer, root: flipped(newer.root, bit) }, proof })).toBe(
          false,
        )
        expect(provesConsistency(sha256, { older, newer, proof: [...proof, older.root] })).toBe(false)
        if (old < size) expect(provesConsistency(sha256, { older, newer, proof: [] })).toBe(false)
      }),
      { numRuns: 60 },
    )
  })
})
