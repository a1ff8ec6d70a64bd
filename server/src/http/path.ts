/** Decodes one percent-encoded piece of a path; undefined where it is malformed or hides a NUL. */
export const decodePath = (raw: string): string | undefined => {
  if (!raw.includes('%')) return raw
  try {
    const text = decodeURIComponent(raw)
    return text.includes('\u0000') ? undefined : text
  } catch {
    return undefined
  }
}
