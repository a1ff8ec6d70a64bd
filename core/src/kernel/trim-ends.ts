/** A text without the characters at its two ends that are among the given ones. Looks at each character once. */
export const trimEnds = (text: string, edges: string): string => {
  let from = 0
  const to = text.length
  while (from < to && edges.includes(text.charAt(from))) from++
  return text.slice(from, trimmedEnd(text, edges, from, to))
}

const trimmedEnd = (text: string, edges: string, from: number, end: number): number => {
  let to = end
  while (to > from && edges.includes(text.charAt(to - 1))) to--
  return to
}

/** A text without the characters at its end that are among the given ones. Looks at each character once. */
export const trimEnd = (text: string, edges: string): string => text.slice(0, trimmedEnd(text, edges, 0, text.length))
