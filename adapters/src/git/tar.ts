const BLOCK = 512
/** Two empty blocks end an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK)

/** A file of an archive; a folder where the name ends with a slash. */
export interface TarEntry {
  /** At most 100 bytes, in ASCII. */
  readonly name: string
  readonly size: number
  /** Seconds since 1970. */
  readonly modified: number
}

const octal = (value: number, width: number): string => `${Math.floor(value).toString(8).padStart(width, '0')}\0`

const SUM_AT = 148
const SUM_WIDTH = 8

/** The header before the bytes of a file (POSIX.1-1988, ustar Interchange Format). Sizes from 8 GiB on are in base 256, as GNU tar and libarchive read them. */
export const tarHeader = ({ name, size, modified }: TarEntry): Buffer => {
  const isFolder = name.endsWith('/')
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0, 'latin1')
  header.write(octal(isFolder ? 0o755 : 0o644, 7), 100, 'latin1')
  header.write(octal(0, 7), 108, 'latin1')
  header.write(octal(0, 7), 116, 'latin1')
  if (size < 8 ** 11) header.write(octal(size, 11), 124, 'latin1')
  else {
    header[124] = 0x80
    header.writeBigUInt64BE(BigInt(size), 128)
  }
  header.write(octal(modified, 11), 136, 'latin1')
  header.write(isFolder ? '5' : '0', 156, 'latin1')
  header.write('ustar\x0000', 257, 'latin1')
  header.fill(' ', SUM_AT, SUM_AT + SUM_WIDTH)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 6)} `, SUM_AT, 'latin1')
  return header
}

/** What fills the last block of a file of so many bytes. */
export const tarPadding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)
