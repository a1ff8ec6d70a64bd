/** An upload as the read model keeps it. */
export interface UploadRow {
  readonly id: number
  readonly projectId: number
  readonly name: string
  readonly sha256: string
  readonly size: number
}

export interface UploadQueries {
  /** By the digest of the secret part of its URL. */
  readonly find: (projectId: number, secretDigest: string, name: string) => UploadRow | undefined
  /** The total size of the uploads of a project. */
  readonly bytesOf: (projectId: number) => number
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly uploads: UploadQueries
  }
}
