/** The first line of a commit's message. */
export const titleOf = (message: string): string => {
  const start = message.replace(/^\s+/, '')
  const end = start.indexOf('\n')
  return (end < 0 ? start : start.slice(0, end)).trimEnd()
}

const TRAILER = /^([A-Za-z0-9][A-Za-z0-9-]*)\s*:\s*(.*)$/s

/** The trailers (`Key: value`) of the last paragraph, as `git interpret-trailers` finds them; the last of equal keys wins. */
export const trailersOf = (message: string): Readonly<Record<string, string>> => {
  const paragraphs = message.trim().split(/\n[ \t]*\n/)
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
