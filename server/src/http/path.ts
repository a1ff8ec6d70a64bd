/** Decodes one percent-encoded path segment; undefined where it is malformed or hides a NUL. */
export const decodeSegment = (raw: string): string | undefined => {
  if (!raw.includes('%')) return raw
  try {
    const text = decodeURIComponent(raw)
    return text.includes('\u0000') ? undefined : text
  } catch {
    return undefined
  }
}
