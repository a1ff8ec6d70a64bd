import type { FieldErrors } from '../kernel/index.js'
import type { Forge } from './forge.js'

/** An avatar as a client sends it for a user, a project or a group. */
export interface AvatarFile {
  readonly filename: string
  readonly bytes: Uint8Array
}

/** A new avatar; null removes the present one, undefined leaves it. */
export type AvatarChange = AvatarFile | null | undefined

const MAX_BYTES = 200 * 1024

/** The media types of pictures by file extension. */
const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
  tiff: 'image/tiff',
  ico: 'image/vnd.microsoft.icon',
  webp: 'image/webp',
}

const endingOf = (filename: string): string => /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? ''

const plainName = (filename: string): string =>
  (filename.split(/[\\/]/).at(-1) ?? '').slice(-200).replace(/[^a-zA-Z0-9.+_-]/g, '_')

/**
 * The validation errors of a new avatar; undefined where there are none, or no avatar is given.
 *
 * @example
 * assert.equal(avatarErrors(undefined), undefined)
 */
export const avatarErrors = (change: AvatarChange): FieldErrors | undefined => {
  if (change === undefined || change === null) return undefined
  const found = [
    ...(change.bytes.length > MAX_BYTES ? ['is too big (should be at most 200 KiB)'] : []),
    ...(TYPES[endingOf(plainName(change.filename))] === undefined
      ? [
          `file format is not supported. Please try one of the following supported formats: ${Object.keys(TYPES).join(', ')}`,
        ]
      : []),
  ]
  return found.length === 0 ? undefined : { avatar: found }
}

/**
 * Stores an avatar that `avatarErrors` accepts; returns the text that states and rows keep for it, empty for none.
 *
 * @example
 * import { makeMemoryBlobs } from '@forgefold/adapters/memory'
 * assert.equal(await storeAvatar({ blobs: makeMemoryBlobs() }, null), '')
 */
export const storeAvatar = async ({ blobs }: Pick<Forge, 'blobs'>, change: AvatarFile | null): Promise<string> => {
  if (change === null) return ''
  const { bytes, filename } = change
  const written = await blobs.put(
    (async function* () {
      yield bytes
    })(),
  )
  return written.kind === 'Stored' ? `${written.digest.sha256}/${plainName(filename)}` : ''
}

/** A stored avatar: the SHA-256 of its bytes, its name and its media type. */
export interface StoredAvatar {
  readonly sha256: string
  readonly filename: string
  readonly mediaType: string
}

/**
 * Reads the text that `storeAvatar` returned; undefined where there is no avatar.
 *
 * @example
 * assert.equal(storedAvatar(null), undefined)
 */
export const storedAvatar = (kept: string | null | undefined): StoredAvatar | undefined => {
  const slash = kept?.indexOf('/') ?? -1
  if (kept === null || kept === undefined || slash < 0) return undefined
  const filename = kept.slice(slash + 1)
  return { sha256: kept.slice(0, slash), filename, mediaType: TYPES[endingOf(filename)] ?? 'application/octet-stream' }
}
