/** From the tables of ISO/IEC 18004 for error correction level M: check words of a block, and number of blocks, by version. */
const CHECK_WORDS = [0, 10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22] as const
const BLOCKS = [0, 1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9] as const
const MAX_VERSION = 13

/** The capacity of a symbol of one version. */
export interface Capacity {
  readonly version: number
  /** Modules per side. */
  readonly size: number
  /** All code words, data and check. */
  readonly words: number
  readonly dataWords: number
  readonly blocks: number
  readonly checkWords: number
}

const rawWords = (version: number): number => {
  const aligned = version < 2 ? 0 : Math.floor(version / 7) + 2
  const patterns = version < 2 ? 0 : (25 * aligned - 10) * aligned - 55
  return Math.floor(((16 * version + 128) * version + 64 - patterns - (version < 7 ? 0 : 36)) / 8)
}

const capacityOf = (version: number): Capacity => {
  const words = rawWords(version)
  const blocks = BLOCKS[version] ?? 0
  const checkWords = CHECK_WORDS[version] ?? 0
  return { version, size: version * 4 + 17, words, dataWords: words - blocks * checkWords, blocks, checkWords }
}

/** Bits before the bytes: the mode and their count. */
export const countBits = (version: number): number => (version < 10 ? 8 : 16)

/** The smallest symbol that holds this number of bytes. Throws if none does. */
export const capacityFor = (bytes: number): Capacity => {
  for (let version = 1; version <= MAX_VERSION; version++) {
    const capacity = capacityOf(version)
    if (4 + countBits(version) + bytes * 8 <= capacity.dataWords * 8) return capacity
  }
  throw new RangeError(`${bytes} bytes do not fit a QR code`)
}

/** The coordinates of the alignment patterns, along either side. */
export const alignmentPlaces = (version: number): ReadonlyArray<number> => {
  if (version < 2) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2
  const rest = Array.from({ length: count - 1 }, (_, index) => version * 4 + 10 - index * step)
  return [6, ...rest.reverse()]
}
