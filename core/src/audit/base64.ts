const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/**
 * Bytes as base64 with padding (RFC 4648 §4).
 *
 * @example
 * assert.equal(base64Of(Uint8Array.of(1, 2, 3)), 'AQID')
 */
export const base64Of = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3)
    const group = (a << 16) | (b << 8) | c
    const digits = [18, 12, 6, 0].map((shift) => DIGITS[(group >> shift) & 63])
    const known = Math.min(bytes.length - at, 3) + 1
    text += digits.slice(0, known).join('').padEnd(4, '=')
  }
  return text
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/**
 * The bytes of base64 with padding; undefined where the text is none, or another text stands for the same bytes.
 *
 * @example
 * assert.deepEqual(bytesOfBase64('AQID'), Uint8Array.of(1, 2, 3))
 */
export const bytesOfBase64 = (text: string): Uint8Array | undefined => {
  if (!BASE64.test(text)) return undefined
  const digits = text.replace(/=+$/, '')
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4))
  let [held, bits, at] = [0, 0, 0]
  for (const digit of digits) {
    held = ((held << 6) | DIGITS.indexOf(digit)) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[at++] = (held >> bits) & 255
  }
  return base64Of(bytes) === text ? bytes : undefined
}
