/** Codes of failures that end by themselves or when somebody makes room: the event or the request may be tried again. */
const PASSING_CODES: ReadonlySet<string> = new Set([
  'EAGAIN',
  'EBUSY',
  'ECONNREFUSED',
  'ECONNRESET',
  'EDQUOT',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENOMEM',
  'ENOSPC',
  'EPIPE',
  'EROFS',
  'ETIMEDOUT',
  'ETXTBSY',
])

const PASSING_SQLITE = /^SQLITE_(?:BUSY|CANTOPEN|FULL|IOERR|LOCKED|NOMEM|READONLY)/

/** What git says of the same causes; it has no codes for them. */
const PASSING_WORDS =
  /no space left on device|read-only file system|disk quota exceeded|cannot allocate memory|too many open files|resource temporarily unavailable|input\/output error|unable to write|\.lock': file exists/i

const textOf = (error: Error): string => {
  const { complaint } = error as { readonly complaint?: unknown }
  return typeof complaint === 'string' ? `${error.message}\n${complaint}` : error.message
}

/** Whether the cause of an error may pass without a change of the program: no room, no descriptors, a busy file, a machine that is away. */
export const mayPass = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code } = error as { readonly code?: unknown }
  if (typeof code === 'string' && (PASSING_CODES.has(code) || PASSING_SQLITE.test(code))) return true
  return PASSING_WORDS.test(textOf(error)) || (error.cause !== undefined && mayPass(error.cause))
}
