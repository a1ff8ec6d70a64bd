/** A longer pattern fits nothing: no name is as long. */
const LONGEST_PATTERN = 1024

/** Whether a text is what a pattern says, in which each `*` stands for any text. Takes time in proportion to the text. */
export const fitsStars = (pattern: string, text: string): boolean => {
  if (pattern.length > LONGEST_PATTERN) return false
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return text === first
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false
  const end = text.length - last.length
  let at = first.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found < 0 || found + part.length > end) return false
    at = found + part.length
  }
  return true
}
