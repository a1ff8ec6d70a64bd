/** Protobuf wire types. */
const VARINT = 0
const FIXED_64 = 1
const BYTES = 2
const FIXED_32 = 5

/**
 * The fields of a protobuf message one by one, without allocating an object for each: a subscription reads about twenty per
 * record. Throws if the bytes are not a message.
 */
export class Fields {
  readonly #bytes: Buffer
  readonly #end: number
  #at: number
  /** Of the current field. */
  number = 0
  /** The value of a number; inexact beyond 2^53. */
  value = 0
  /** The offset of bytes, a string or a message. */
  from = 0
  to = 0

  constructor(bytes: Buffer, from = 0, to = bytes.length) {
    this.#bytes = bytes
    this.#at = from
    this.#end = to
  }

  /** Advances to the next field; false at the end. */
  next(): boolean {
    if (this.#at >= this.#end) return false
    const tag = this.#varint()
    this.number = Math.floor(tag / 8)
    switch (tag % 8) {
      case VARINT:
        this.value = this.#varint()
        break
      case BYTES: {
        const length = this.#varint()
        this.from = this.#at
        this.#at += length
        this.to = this.#at
        break
      }
      case FIXED_64:
        this.#at += 8
        break
      case FIXED_32:
        this.#at += 4
        break
      default:
        throw new RangeError(`a field of kind ${tag % 8}, which no server sends`)
    }
    if (this.#at > this.#end) throw new RangeError('a message that ends early')
    return true
  }

  /** The current field as a string. */
  text(): string {
    return this.#bytes.toString('utf8', this.from, this.to)
  }

  /** The current field as bytes. */
  bytes(): Buffer {
    return this.#bytes.subarray(this.from, this.to)
  }

  /** The current field as a message. */
  message(): Fields {
    return new Fields(this.#bytes, this.from, this.to)
  }

  #varint(): number {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw new RangeError('a message that ends early')
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }
}
