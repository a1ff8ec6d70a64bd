import { alignmentPlaces, type Capacity, capacityFor } from './capacity.js'
import { codeWords } from './code-words.js'

/** The dark modules of a symbol, row by row. */
export type Modules = ReadonlyArray<ReadonlyArray<boolean>>

const MASKS: ReadonlyArray<(x: number, y: number) => boolean> = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

class Canvas {
  readonly size: number
  readonly dark: Array<Array<boolean>>
  readonly #fixed: Array<Array<boolean>>
  readonly #version: number

  constructor({ size, version }: Capacity) {
    this.size = size
    this.#version = version
    this.dark = Array.from({ length: size }, () => new Array<boolean>(size).fill(false))
    this.#fixed = Array.from({ length: size }, () => new Array<boolean>(size).fill(false))
  }

  #set(x: number, y: number, dark: boolean): void {
    const row = this.dark[y]
    const fixed = this.#fixed[y]
    if (row === undefined || fixed === undefined || x < 0 || x >= this.size) return
    row[x] = dark
    fixed[x] = true
  }

  drawPatterns(): void {
    const last = this.size - 1
    for (let at = 0; at < this.size; at++) {
      this.#set(6, at, at % 2 === 0)
      this.#set(at, 6, at % 2 === 0)
    }
    for (const [x, y] of [
      [3, 3],
      [last - 3, 3],
      [3, last - 3],
    ] as const)
      this.#rings(x, y, 4, (ring) => ring !== 2 && ring !== 4)
    const places = alignmentPlaces(this.#version)
    const end = places[places.length - 1]
    for (const x of places)
      for (const y of places)
        if (!((x === 6 && y === 6) || (x === 6 && y === end) || (x === end && y === 6)))
          this.#rings(x, y, 2, (ring) => ring !== 1)
    this.drawFormat(0)
    this.#drawVersion()
  }

  #rings(x: number, y: number, radius: number, isDark: (ring: number) => boolean): void {
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++) this.#set(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))))
  }

  /** Error correction level M (00) and the mask, with their own check bits, twice. */
  drawFormat(mask: number): void {
    let rest = mask
    for (let round = 0; round < 10; round++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537)
    const bits = ((mask << 10) | rest) ^ 0x5412
    const bit = (at: number): boolean => ((bits >>> at) & 1) === 1
    for (let at = 0; at <= 5; at++) this.#set(8, at, bit(at))
    this.#set(8, 7, bit(6))
    this.#set(8, 8, bit(7))
    this.#set(7, 8, bit(8))
    for (let at = 9; at < 15; at++) this.#set(14 - at, 8, bit(at))
    for (let at = 0; at < 8; at++) this.#set(this.size - 1 - at, 8, bit(at))
    for (let at = 8; at < 15; at++) this.#set(8, this.size - 15 + at, bit(at))
    this.#set(8, this.size - 8, true)
  }

  #drawVersion(): void {
    if (this.#version < 7) return
    let rest = this.#version
    for (let round = 0; round < 12; round++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25)
    const bits = (this.#version << 12) | rest
    for (let at = 0; at < 18; at++) {
      const dark = ((bits >>> at) & 1) === 1
      const far = this.size - 11 + (at % 3)
      const near = Math.floor(at / 3)
      this.#set(far, near, dark)
      this.#set(near, far, dark)
    }
  }

  /** Upwards and downwards in pairs of columns, from the right. */
  drawWords(words: ReadonlyArray<number>): void {
    let at = 0
    for (let right = this.size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5
      const upwards = ((right + 1) & 2) === 0
      for (let step = 0; step < this.size; step++)
        for (const x of [right, right - 1]) {
          const y = upwards ? this.size - 1 - step : step
          if (this.#fixed[y]?.[x] === true || at >= words.length * 8) continue
          const row = this.dark[y] as Array<boolean>
          row[x] = (((words[at >>> 3] as number) >>> (7 - (at & 7))) & 1) === 1
          at++
        }
    }
  }

  /** Applying it twice undoes it. */
  mask(index: number): void {
    const inverts = MASKS[index] as (x: number, y: number) => boolean
    this.dark.forEach((row, y) => {
      row.forEach((dark, x) => {
        if (this.#fixed[y]?.[x] !== true && inverts(x, y)) row[x] = !dark
      })
    })
  }
}

const linePenalty = (line: ReadonlyArray<boolean>): number => {
  const text = line.map((dark) => (dark ? '1' : '0')).join('')
  const runs = [...text.matchAll(/0{5,}|1{5,}/g)].reduce((sum, [run]) => sum + run.length - 2, 0)
  const lookalikes = [...text.matchAll(/(?=10111010000|00001011101)/g)].length
  return runs + lookalikes * 40
}

/** How hard a symbol is to read, by the rules of the standard. */
const penaltyOf = (dark: Modules): number => {
  const size = dark.length
  const columns = Array.from({ length: size }, (_, x) => dark.map((row) => row[x] as boolean))
  let penalty = [...dark, ...columns].reduce((sum, line) => sum + linePenalty(line), 0)
  let darkCount = 0
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const here = dark[y]?.[x]
      if (here === true) darkCount++
      if (here === dark[y]?.[x + 1] && here === dark[y + 1]?.[x] && here === dark[y + 1]?.[x + 1]) penalty += 3
    }
  return penalty + Math.floor(Math.abs((darkCount * 20) / (size * size) - 10)) * 10
}

/** The QR code of a text: error correction level M, with the mask that reads best. Throws if the text is too long (about 330 bytes). */
export const qrModules = (text: string): Modules => {
  const bytes = new TextEncoder().encode(text)
  const capacity = capacityFor(bytes.length)
  const symbol = new Canvas(capacity)
  symbol.drawPatterns()
  symbol.drawWords(codeWords(bytes, capacity))
  const penalties = MASKS.map((_, index) => {
    symbol.mask(index)
    symbol.drawFormat(index)
    const penalty = penaltyOf(symbol.dark)
    symbol.mask(index)
    return penalty
  })
  const best = penalties.indexOf(Math.min(...penalties))
  symbol.mask(best)
  symbol.drawFormat(best)
  return symbol.dark
}
