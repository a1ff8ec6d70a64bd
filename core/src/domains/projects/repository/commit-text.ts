/** The first line of a commit's message. */
export const titleOf = (message: string): string => {
  const start = message.replace(/^\s+/, '')
  const end = start.indexOf('\n')
  return (end < 0 ? start : start.slice(0, end)).trimEnd()
}

/** The longest message that is shown alone, and among others, in letters: a page of the longest is still an answer. */
export const LONGEST_SHOWN = { alone: 10 * 1024 * 1024, amongOthers: 48 * 1024 } as const

/** Of a message that is too long; the documented implementation shows as much of the first line. */
const LONGEST_TITLE = 10 * 1024

/** The message of a commit or tag as it is shown: of one that is too long the first line alone, and that it is. */
export const shownMessage = (
  message: string,
  longest: number = LONGEST_SHOWN.amongOthers,
  noun: 'commit' | 'tag' = 'commit',
): string =>
  message.length <= longest
    ? message
    : `${titleOf(message.slice(0, LONGEST_TITLE))}\n\n--${noun} message is too big`.trim()

const TRAILER = /^([A-Za-z0-9][A-Za-z0-9-]*)\s*:\s*(.*)$/s

/** A longer last paragraph, in letters, is text. */
const LONGEST_TRAILERS = 64 * 1024

/** The trailers (`Key: value`) of the last paragraph, as `git interpret-trailers` finds them; the last of equal keys wins. */
export const trailersOf = (message: string): Readonly<Record<string, string>> => {
  const paragraphs = message
    .trim()
    .slice(-LONGEST_TRAILERS)
    .split(/\n[ \t]*\n/)
  if (paragraphs.length < 2) return {}
  const trailers: Record<string, string> = Object.create(null) as Record<string, string>
  let key: string | undefined
  for (const line of (paragraphs.at(-1) as string).split('\n')) {
    const found = TRAILER.exec(line)
    if (found !== null) {
      key = found[1] as string
      trailers[key] = (found[2] as string).trim()
    } else if (key !== undefined && /^\s/.test(line)) trailers[key] = `${trailers[key]} ${line.trim()}`
    else return {}
  }
  return trailers
}
