/** Something with a file handle to give back. */
export interface Closable {
  readonly close: () => void
}
