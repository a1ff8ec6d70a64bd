const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const latin1 = new TextDecoder('latin1')

/** Text of unknown encoding: UTF-8 if it is valid, else Latin-1, so that no byte is lost. */
export const decodeText = (bytes: Uint8Array, label?: string): string => {
  if (label !== undefined) {
    try {
      return new TextDecoder(label).decode(bytes)
    } catch {
      // An unknown encoding: the bytes are guessed below.
    }
  }
  try {
    return utf8.decode(bytes)
  } catch {
    return latin1.decode(bytes)
  }
}
