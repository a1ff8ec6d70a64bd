import { crc32, deflateRawSync } from 'node:zlib'

/** A file of an archive. */
export interface PackedFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly deflated: boolean
}

/** Numbers of so many bytes, the lowest first. */
export const littleEndian = (size: 2 | 4, ...values: ReadonlyArray<number>): Buffer => {
  const bytes = Buffer.alloc(size * values.length)
  for (const [index, value] of values.entries()) bytes.writeUIntLE(value, index * size, size)
  return bytes
}

/** A zip archive whose headers before the files say nothing of sizes, as streaming packers write them. */
export const zipOf = (files: ReadonlyArray<PackedFile>, comment = ''): Buffer => {
  const parts: Array<Buffer> = []
  const directory: Array<Buffer> = []
  let at = 0
  for (const { name, bytes, deflated } of files) {
    const [packed, title] = [deflated ? deflateRawSync(bytes) : Buffer.from(bytes), Buffer.from(name)]
    const common = [littleEndian(2, 20, 0x0808, deflated ? 8 : 0, 0, 0)]
    const sizes = littleEndian(4, crc32(bytes), packed.length, bytes.length)
    const local = [
      littleEndian(4, 0x04034b50),
      ...common,
      Buffer.alloc(12),
      littleEndian(2, title.length, 3),
      title,
      Buffer.from('xyz'),
    ]
    directory.push(
      littleEndian(4, 0x02014b50),
      littleEndian(2, 20),
      ...common,
      sizes,
      littleEndian(2, title.length, 0, 0, 0, 0),
    )
    directory.push(littleEndian(4, 0, at), title)
    const written = Buffer.concat([...local, packed, littleEndian(4, 0x08074b50), sizes])
    parts.push(written)
    at += written.length
  }
  const listed = Buffer.concat(directory)
  const counts = littleEndian(2, 0, 0, files.length, files.length)
  const end = [littleEndian(4, 0x06054b50), counts, littleEndian(4, listed.length, at), littleEndian(2, comment.length)]
  return Buffer.concat([...parts, listed, ...end, Buffer.from(comment)])
}
