const EACH_UNSAFE = /[^\t\x20-\x7e\x80-\xff]/gu

const TAB = 9
const SPACE = 32
const DELETE = 127
const LAST_BYTE = 255

const isSafe = (value: string): boolean => {
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at)
    if ((code < SPACE && code !== TAB) || code === DELETE || code > LAST_BYTE) return false
  }
  return true
}

/** A header value without line ends and NUL, whatever its source. */
export const headerText = (value: string): string => (isSafe(value) ? value : value.replace(EACH_UNSAFE, '?'))
