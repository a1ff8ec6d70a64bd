/** Protobuf wire types. */
const VARINT = 0
const BYTES = 2

/** Room for the tag and the length of a field. */
export const FIELD_OVERHEAD = 16

/**
 * A protobuf message, written from its end to its beginning: the length of what a field holds is then known when its turn comes, so nothing is
 * measured beforehand or copied. Hence the last field is written first.
 */
export class BackwardsWriter {
  readonly #bytes: Buffer
  #at: number

  /** `room`: an upper bound of the bytes to be written. */
  constructor(room: number) {
    this.#bytes = Buffer.allocUnsafe(room)
    this.#at = room
  }

  /** A number below 2^53, or a boolean. */
  number(field: number, value: number): void {
    this.#varint(value)
    this.#varint(field * 8 + VARINT)
  }

  bytes(field: number, value: Uint8Array): void {
    this.#at -= value.length
    this.#bytes.set(value, this.#at)
    this.#head(field, value.length)
  }

  text(field: number, value: string): void {
    const length = Buffer.byteLength(value)
    this.#at -= length
    this.#bytes.write(value, this.#at, 'utf8')
    this.#head(field, length)
  }

  /** A message; without `fields` an empty one. */
  message(field: number, fields?: () => void): void {
    const end = this.#at
    fields?.()
    this.#head(field, end - this.#at)
  }

  /** All bytes written. */
  written(): Buffer {
    return this.#bytes.subarray(this.#at)
  }

  #head(field: number, length: number): void {
    this.#varint(length)
    this.#varint(field * 8 + BYTES)
  }

  #varint(value: number): void {
    let size = 1
    for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) size++
    this.#at -= size
    let at = this.#at
    let rest = value
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.#bytes[at++] = (rest % 128) + 128
    this.#bytes[at] = rest
  }
}
