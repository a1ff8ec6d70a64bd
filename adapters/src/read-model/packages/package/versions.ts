import type { InstallableVersion, PackageMetadata } from '@forgefold/core/domains/packages/package'

/** The versions of packages with what their protocols need. */
export const VERSION = `SELECT k.id, k.name, k.version, k.created_at AS createdAt, coalesce(m.metadata, '{}') AS metadata, m.blob
  FROM packages k LEFT JOIN package_metadata m ON m.package_id = k.id`
/** Statuses that package managers see. */
export const INSTALLABLE = "k.status IN ('default', 'hidden') AND k.version IS NOT NULL"

/** Protocol metadata as stored. */
export interface StoredMetadata {
  readonly metadata: string
  readonly blob: string | null
}
/** A version as stored. */
export type StoredVersion = Omit<InstallableVersion, 'metadata'> & StoredMetadata

/** Parses stored protocol metadata. */
export const readMetadata = (stored: StoredMetadata): PackageMetadata => ({
  metadata: JSON.parse(stored.metadata) as PackageMetadata['metadata'],
  blob: stored.blob,
})

/** A stored version. Its document is parsed where it is asked for: most readers of a thousand versions ask for none. */
export const versionOf = ({ metadata, ...row }: StoredVersion): InstallableVersion => ({
  ...row,
  get metadata() {
    return readMetadata({ metadata, blob: row.blob }).metadata
  },
})
