/** The names that are protected in one project. */
export interface ProtectedTagState {
  readonly names: ReadonlyArray<string>
}
