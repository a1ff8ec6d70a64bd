/** A position in a seed: names and indices, from the top. */
export type SeedPath = ReadonlyArray<string | number>

const pathText = (path: SeedPath): string =>
  path.map((part, at) => (typeof part === 'number' ? `[${part}]` : at === 0 ? part : `.${part}`)).join('')

/** An invalid seed: the position, and the reason. */
export class SeedRefused extends Error {
  readonly path: SeedPath
  readonly reason: string

  constructor(path: SeedPath, reason: string, place?: string) {
    super([place ?? 'seed', pathText(path), reason].filter((part) => part !== '').join(': '))
    this.name = 'SeedRefused'
    this.path = path
    this.reason = reason
  }

  /** The same with the file and line. */
  at(place: string): SeedRefused {
    return new SeedRefused(this.path, this.reason, place)
  }
}
