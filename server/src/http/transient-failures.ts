const NO_ROOM = 'the disk of the server is full'
const NOT_WRITABLE = 'the disk of the server cannot be written'
const DAMAGED = 'a file of the server is damaged; the read model is made anew when the server starts again'
const GIT_LATE = 'git took too long'
const NO_RESOURCES = 'the server has too few resources at the moment'

/** Codes of temporary failures, with the reason for clients. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ...['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].map((code) => [code, NO_ROOM] as const),
  ...['EROFS', 'EIO', 'SQLITE_READONLY', 'SQLITE_IOERR', 'SQLITE_CANTOPEN'].map(
    (code) => [code, NOT_WRITABLE] as const,
  ),
  ...['SQLITE_CORRUPT', 'SQLITE_NOTADB'].map((code) => [code, DAMAGED] as const),
  ...['EAGAIN', 'EBUSY', 'EMFILE', 'ENFILE', 'ENOMEM', 'ETXTBSY', 'SQLITE_BUSY', 'SQLITE_LOCKED', 'SQLITE_NOMEM'].map(
    (code) => [code, NO_RESOURCES] as const,
  ),
  ['ETIME', GIT_LATE] as const,
])

/** Messages of programs and stores for the same causes, without a code. */
const WORDS: ReadonlyArray<readonly [RegExp, string]> = [
  [/no space left on device|disk quota exceeded|database or disk is full/i, NO_ROOM],
  [/read-only file system|input\/output error|readonly database|disk i\/o error/i, NOT_WRITABLE],
  [/cannot allocate memory|too many open files|resource temporarily unavailable/i, NO_RESOURCES],
]

/** The reasons for clients. */
export const TRANSIENT_REASONS: ReadonlyArray<string> = [NO_ROOM, NOT_WRITABLE, DAMAGED, NO_RESOURCES, GIT_LATE]

/** The reason in a message of a program or a store; undefined where there is none. */
export const transientReasonIn = (text: string): string | undefined => WORDS.find(([words]) => words.test(text))?.[1]

const textOf = (error: Error): string => {
  const { complaint } = error as { readonly complaint?: unknown }
  return typeof complaint === 'string' ? `${error.message}\n${complaint}` : error.message
}

/**
 * The reason of a temporary error: a full or read-only disk, too few descriptors or too little memory. Undefined for every other error.
 * SQLite's extended codes count as their base codes.
 */
export const transientReason = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined
  const { code, syscall } = error as { readonly code?: unknown; readonly syscall?: unknown }
  // Node reports a recursive mkdir on a read-only file system in this way.
  if (code === 'ENOENT' && syscall === 'mkdir') return NOT_WRITABLE
  const known = typeof code === 'string' ? REASONS.get(/^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code) : undefined
  return known ?? transientReasonIn(textOf(error)) ?? transientReason(error.cause)
}
