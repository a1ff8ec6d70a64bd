export interface LfsObjectQueries {
  /** The size in bytes of an object that the project itself holds. */
  readonly sizeOf: (projectId: number, oid: string) => number | undefined
  /** What the objects of a project take together. */
  readonly bytesOf: (projectId: number) => number
  /** Whether a project holds these bytes. */
  readonly isReferenced: (sha256: string) => boolean
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly lfsObjects: LfsObjectQueries
  }
}
