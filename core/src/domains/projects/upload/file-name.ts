/** Longer names are truncated. */
const MAX_LENGTH = 200

/** The name of a file in URLs: letters, digits, `_`, `-`, `.`; `file` where nothing is left. */
export const uploadedName = (given: string): string => {
  const last = given.slice(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1)
  const plain = last.normalize('NFC').replace(/[^\p{L}\p{N}._-]/gu, '_')
  const name = [...plain].slice(-MAX_LENGTH).join('')
  return /^\.*$/.test(name) ? 'file' : name
}

const IMAGES: Readonly<Record<string, string>> = {
  bmp: 'image/bmp',
  gif: 'image/gif',
  ico: 'image/vnd.microsoft.icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  tiff: 'image/tiff',
  webp: 'image/webp',
}

/** The media type of an image that pages may show; undefined for all others, including SVG, which may contain scripts. */
export const pictureType = (name: string): string | undefined => {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return Object.hasOwn(IMAGES, ending) ? IMAGES[ending] : undefined
}
