/** The document of one version that an npm client sends; its content is chosen by the publisher. */
export type VersionDocument = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What `npm publish`, `npm deprecate` and `npm unpublish` send. */
export interface Publication {
  readonly name: string
  readonly versions: ReadonlyMap<string, VersionDocument>
  readonly tags: ReadonlyMap<string, string>
  /** Names of the attached archives with their declared sizes. */
  readonly attachments: ReadonlyMap<string, number | undefined>
}

const entriesOf = (value: unknown): ReadonlyArray<readonly [string, unknown]> =>
  isRecord(value) ? Object.entries(value) : []

const lengthOf = (value: unknown): number | undefined => {
  const length = isRecord(value) ? value['length'] : undefined
  return typeof length === 'number' ? length : undefined
}

/** Reads a publication; undefined for a malformed document. */
export const readPublication = (document: unknown): Publication | undefined => {
  if (!isRecord(document) || typeof document['name'] !== 'string') return undefined
  const versions = entriesOf(document['versions'])
  const tags = entriesOf(document['dist-tags'])
  if (!versions.every((entry): entry is readonly [string, VersionDocument] => isRecord(entry[1]))) return undefined
  if (!tags.every((entry): entry is readonly [string, string] => typeof entry[1] === 'string')) return undefined
  return {
    name: document['name'],
    versions: new Map(versions),
    tags: new Map(tags),
    attachments: new Map(entriesOf(document['_attachments']).map(([name, file]) => [name, lengthOf(file)])),
  }
}

/** The base name of a file: clients put the scope before it. */
export const baseNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

const SHA512 = /(?:^|\s)sha512-([A-Za-z0-9+/]{86}==)/

/** The SHA-512 in base64 that the client declares for its file; undefined where it declares none. */
export const statedDigest = (document: VersionDocument): string | undefined => {
  const dist = document['dist']
  const integrity = isRecord(dist) ? dist['integrity'] : undefined
  return typeof integrity === 'string' ? SHA512.exec(integrity)?.[1] : undefined
}

/** The stored part of a version's document, without the fields that the server computes. */
export const keptDocument = (document: VersionDocument, sha512: string): VersionDocument => {
  const { dist, name: _name, version: _version, readme: _readme, ...rest } = document
  const { shasum: _shasum, tarball: _tarball, integrity: _integrity, ...packed } = isRecord(dist) ? dist : {}
  return { ...rest, dist: { ...packed, integrity: `sha512-${sha512}` } }
}
