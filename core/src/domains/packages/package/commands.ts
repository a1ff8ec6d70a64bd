import type { PackageStatus, PackageType } from './package-type.js'

/** A file whose bytes are stored, with their fingerprints. */
export interface NewFile {
  readonly fileId: number
  readonly name: string
  readonly size: number
  readonly sha256: string
  readonly sha1: string
  readonly md5: string
  readonly pipelineId: number | null
  /** For a file of a Conan binary package: its reference. */
  readonly packageReference: string | null
}

/** The metadata that a package's protocol needs; a long document is stored as a blob, of which this is the digest. */
export interface PackageMetadata {
  readonly metadata: Readonly<Record<string, unknown>>
  readonly blob: string | null
}

/** For a Conan recipe: its user and channel. */
export interface ConanOwner {
  readonly username: string
  readonly channel: string
}

/** What happens where a file of that name exists: both are kept, it is replaced, or the new one is refused. */
export type SameName = 'keep' | 'replace' | 'refuse'

export type PackageCommand =
  | {
      readonly type: 'Publish'
      readonly projectId: number
      readonly packageType: PackageType
      readonly name: string
      readonly version: string | null
      readonly conan: ConanOwner | null
      /** The top-level namespace in which the name is also unique (npm names under their scope); null for others. */
      readonly scopeId: number | null
      readonly status: PackageStatus
      readonly creatorId: number | null
      readonly pipelineId: number | null
      /** The initial file and metadata, which are recorded together with the package. */
      readonly file: NewFile | null
      readonly metadata: PackageMetadata | null
    }
  | ({ readonly type: 'AddFile'; readonly sameName: SameName } & NewFile)
  | { readonly type: 'DeleteFile'; readonly fileId: number }
  | { readonly type: 'ChangeStatus'; readonly status: PackageStatus }
  | { readonly type: 'NoteBuild'; readonly pipelineId: number }
  | ({ readonly type: 'SetMetadata' } & PackageMetadata)
  /** Deletes a package that is marked for destruction. */
  | { readonly type: 'Delete' }
