import { MAVEN_METADATA } from '@forgefold/core/domains/packages/package'

/** The parts of a path in a Maven repository. */
export interface MavenFile {
  /** `com/example/demo`: group and artifact. */
  readonly name: string
  /** Null for files of all versions. */
  readonly version: string | null
  readonly fileName: string
  /** The requested checksum, instead of the file. */
  readonly checksum: Checksum | undefined
}

const CHECKSUMS = ['md5', 'sha1', 'sha256', 'sha512'] as const
export type Checksum = (typeof CHECKSUMS)[number]

const SNAPSHOT = '-SNAPSHOT'

const checksumOf = (fileName: string): Checksum | undefined => CHECKSUMS.find((kind) => fileName.endsWith(`.${kind}`))

/**
 * Parses a path of Maven's layout: `group/artifact/version/file`. The version list of an artifact has no version in its path, that of a
 * snapshot's builds has. Undefined for a path that is too short.
 */
export const mavenFileAt = (path: string, requested: string): MavenFile | undefined => {
  const checksum = checksumOf(requested)
  const fileName = checksum === undefined ? requested : requested.slice(0, -checksum.length - 1)
  if (fileName === MAVEN_METADATA && !path.endsWith(SNAPSHOT)) return { name: path, version: null, fileName, checksum }
  const slash = path.lastIndexOf('/')
  if (slash <= 0) return undefined
  return { name: path.slice(0, slash), version: path.slice(slash + 1), fileName, checksum }
}
