/** Smaller parts are copied together, in bytes: what is kept for each part is a hundred bytes and more. */
const SMALL = 1024
/** The memory that small parts are copied into. */
const BLOCK = 16 * 1024
const NONE = Buffer.alloc(0)

/**
 * The parts of a body, in the order in which they came. A client may send a mebibyte in a million parts: those are kept in few, so that they take
 * about as much memory and time as their bytes do.
 */
export class BodyParts {
  #parts: Array<Uint8Array> = []
  /** Small parts after those; what follows them is free. */
  #block: Buffer = NONE
  #filled = 0
  #size = 0

  /** In bytes. */
  get size(): number {
    return this.#size
  }

  add(part: Uint8Array): void {
    // What comes alone is most often whole: it is not copied.
    if (this.#size === 0 || part.byteLength >= SMALL) {
      this.#close()
      this.#parts.push(part)
    } else {
      if (this.#block.length - this.#filled < part.byteLength) this.#begin()
      this.#block.set(part, this.#filled)
      this.#filled += part.byteLength
    }
    this.#size += part.byteLength
  }

  /** The first part; undefined where there is none. */
  take(): Uint8Array | undefined {
    if (this.#parts.length === 0) this.#close()
    const part = this.#parts.shift()
    this.#size -= part?.byteLength ?? 0
    return part
  }

  /** Takes everything in one piece. */
  takeAll(): Uint8Array {
    this.#close()
    const [first] = this.#parts
    const all = this.#parts.length === 1 && first !== undefined ? first : Buffer.concat(this.#parts, this.#size)
    this.clear()
    return all
  }

  clear(): void {
    this.#parts = []
    this.#block = NONE
    this.#filled = 0
    this.#size = 0
  }

  #begin(): void {
    this.#close()
    this.#block = Buffer.allocUnsafeSlow(BLOCK)
  }

  /** What was copied is a part of its own; what is left of the memory serves for the next. */
  #close(): void {
    if (this.#filled === 0) return
    this.#parts.push(this.#block.subarray(0, this.#filled))
    this.#block = this.#block.subarray(this.#filled)
    this.#filled = 0
  }
}
