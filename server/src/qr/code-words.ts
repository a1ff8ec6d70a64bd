import { type Capacity, countBits } from './capacity.js'

/** Multiplies in the field of 256 elements that the standard uses (polynomial 0x11d). */
const times = (a: number, b: number): number => {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d)
    if (((b >>> bit) & 1) === 1) product ^= a
  }
  return product
}

const generator = (degree: number): ReadonlyArray<number> => {
  const factors = new Array<number>(degree).fill(0)
  factors[degree - 1] = 1
  let root = 1
  for (let round = 0; round < degree; round++) {
    for (let at = 0; at < degree; at++)
      factors[at] = times(factors[at] as number, root) ^ (at + 1 < degree ? (factors[at + 1] as number) : 0)
    root = times(root, 2)
  }
  return factors
}

/** The Reed-Solomon check words of a block. */
const checkWordsOf = (block: ReadonlyArray<number>, factors: ReadonlyArray<number>): ReadonlyArray<number> => {
  const rest = new Array<number>(factors.length).fill(0)
  for (const word of block) {
    const lead = word ^ (rest.shift() as number)
    rest.push(0)
    factors.forEach((factor, at) => {
      rest[at] = (rest[at] as number) ^ times(factor, lead)
    })
  }
  return rest
}

/** The bytes, with mode and count before and padding after them. */
const dataWords = (bytes: Uint8Array, { version, dataWords: room }: Capacity): ReadonlyArray<number> => {
  const bits: Array<number> = []
  const put = (value: number, length: number): void => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >>> bit) & 1)
  }
  put(0b0100, 4)
  put(bytes.length, countBits(version))
  for (const byte of bytes) put(byte, 8)
  put(0, Math.min(4, room * 8 - bits.length))
  put(0, (8 - (bits.length % 8)) % 8)
  const words: Array<number> = []
  for (let at = 0; at < bits.length; at += 8) words.push(Number.parseInt(bits.slice(at, at + 8).join(''), 2))
  for (let filler = 0xec; words.length < room; filler ^= 0xec ^ 0x11) words.push(filler)
  return words
}

/** All words of a symbol, blocks interleaved as they are drawn. */
export const codeWords = (bytes: Uint8Array, capacity: Capacity): ReadonlyArray<number> => {
  const { words, blocks, checkWords } = capacity
  const data = dataWords(bytes, capacity)
  const factors = generator(checkWords)
  const shortBlocks = blocks - (words % blocks)
  const shortLength = Math.floor(words / blocks) - checkWords
  const parts: Array<{ readonly data: ReadonlyArray<number>; readonly check: ReadonlyArray<number> }> = []
  for (let block = 0, from = 0; block < blocks; block++) {
    const length = shortLength + (block < shortBlocks ? 0 : 1)
    const part = data.slice(from, from + length)
    parts.push({ data: part, check: checkWordsOf(part, factors) })
    from += length
  }
  const interleaved: Array<number> = []
  for (let at = 0; at <= shortLength; at++)
    for (const part of parts) if (at < part.data.length) interleaved.push(part.data[at] as number)
  for (let at = 0; at < checkWords; at++) for (const part of parts) interleaved.push(part.check[at] as number)
  return interleaved
}
