export interface LfsObjectQueries {
  /** The size in bytes of an object that the project itself holds. */
  readonly sizeOf: (projectId: number, oid: string) => number | undefined
  /** The total size of the objects of a project. */
  readonly bytesOf: (projectId: number) => number
  /** Whether a project holds these bytes. */
  readonly isReferenced: (sha256: string) => boolean
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly lfsObjects: LfsObjectQueries
  }
}
