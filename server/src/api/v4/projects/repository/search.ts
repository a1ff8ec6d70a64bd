/** A part of the name; `^` at the front ties it to the beginning, `$` at the end to the end. */
export const matches = (name: string, search: string | undefined): boolean => {
  if (search === undefined || search === '') return true
  const front = search.startsWith('^')
  const back = search.endsWith('$')
  const text = search.slice(front ? 1 : 0, back ? -1 : undefined).toLowerCase()
  const lower = name.toLowerCase()
  if (front && back) return lower === text
  if (front) return lower.startsWith(text)
  return back ? lower.endsWith(text) : lower.includes(text)
}
