import { closeSync, existsSync, openSync, readSync } from 'node:fs'

/** The content of a file with an interrupted export. */
export interface InterruptedExport {
  /** Its first line; undefined where that is incomplete. */
  readonly head: string | undefined
  /** The index of its last complete entry; -1 where there is none. */
  readonly last: number
  /** The size of its complete lines in bytes. */
  readonly bytes: number
}

const CHUNK = 1 << 20
const END_OF_LINE = 0x0a

const indexIn = (line: string): number => {
  try {
    const { index } = JSON.parse(line) as { readonly index?: unknown }
    return typeof index === 'number' ? index : -1
  } catch {
    return -1
  }
}

/** Reads how far an export came, one chunk of the file at a time. */
export const readInterrupted = (file: string): InterruptedExport => {
  if (!existsSync(file)) return { head: undefined, last: -1, bytes: 0 }
  const descriptor = openSync(file, 'r')
  try {
    let head: string | undefined
    let line = Buffer.alloc(0)
    let bytes = 0
    let open = Buffer.alloc(0)
    for (const chunk = Buffer.alloc(CHUNK); ; ) {
      const read = readSync(descriptor, chunk)
      if (read === 0) break
      open = Buffer.concat([open, chunk.subarray(0, read)])
      for (let end = open.indexOf(END_OF_LINE); end >= 0; end = open.indexOf(END_OF_LINE)) {
        line = open.subarray(0, end)
        head ??= line.toString('utf8')
        bytes += end + 1
        open = open.subarray(end + 1)
      }
    }
    return { head, last: indexIn(line.toString('utf8')), bytes }
  } finally {
    closeSync(descriptor)
  }
}
