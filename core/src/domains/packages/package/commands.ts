import type { PackageStatus, PackageType } from './package-type.js'

/** A file whose bytes are kept already, with their fingerprints. */
export interface NewFile {
  readonly fileId: number
  readonly name: string
  readonly size: number
  readonly sha256: string
  readonly sha1: string
  readonly md5: string
  readonly pipelineId: number | null
  /** Of a file of a built Conan package: which build it belongs to. */
  readonly packageReference: string | null
}

/** What a package's own protocol needs besides its files; a long one is kept as a blob, of which this is the digest. */
export interface PackageMetadata {
  readonly metadata: Readonly<Record<string, unknown>>
  readonly blob: string | null
}

/** Of a Conan recipe: who keeps it, and in which state of ripeness. */
export interface ConanOwner {
  readonly username: string
  readonly channel: string
}

/** What happens where a file of that name is there: it stays beside the new one, is replaced, or refuses it. */
export type SameName = 'keep' | 'replace' | 'refuse'

export type PackageCommand =
  | {
      readonly type: 'Publish'
      readonly projectId: number
      readonly packageType: PackageType
      readonly name: string
      readonly version: string | null
      readonly conan: ConanOwner | null
      /** The top namespace in which the name is taken too (npm names under their scope); null elsewhere. */
      readonly scopeId: number | null
      readonly status: PackageStatus
      readonly creatorId: number | null
      readonly pipelineId: number | null
      /** What it comes with: all of it is there at once or none. */
      readonly file: NewFile | null
      readonly metadata: PackageMetadata | null
    }
  | ({ readonly type: 'AddFile'; readonly sameName: SameName } & NewFile)
  | { readonly type: 'DeleteFile'; readonly fileId: number }
  | { readonly type: 'ChangeStatus'; readonly status: PackageStatus }
  | { readonly type: 'NoteBuild'; readonly pipelineId: number }
  | ({ readonly type: 'SetMetadata' } & PackageMetadata)
  /** Ends a package that waits for its destruction. */
  | { readonly type: 'Delete' }
