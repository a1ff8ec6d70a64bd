/** A resource with a file handle. */
export interface Closable {
  readonly close: () => void
}
