import type { SeedContent } from './document.js'

/** A change of one file in a commit, as `POST /projects/:id/repository/commits` takes it. */
export type FileAction = Readonly<Record<string, string | boolean>>

/** The content of a file, as file actions take it. */
const contentOf = (content: SeedContent) =>
  typeof content === 'string' ? { content } : { content: content.base64, encoding: 'base64' }

/** A file that a commit writes; null deletes it. */
export interface CommittedFile {
  readonly path: string
  readonly content: SeedContent | null
  readonly executable?: boolean
}

/** The file paths on each branch, to tell which files a commit creates and which it updates. */
export class SeedTrees {
  readonly #branches = new Map<string, Set<string>>()
  readonly #load: (branch: string) => Promise<ReadonlyArray<string>>
  readonly #unread: Set<string>

  /** The branches that exist already; their files are read when needed. */
  constructor(there: ReadonlyArray<string>, load: (branch: string) => Promise<ReadonlyArray<string>>) {
    this.#unread = new Set(there)
    this.#load = load
  }

  has(branch: string): boolean {
    return this.#branches.has(branch) || this.#unread.has(branch)
  }

  get isEmpty(): boolean {
    return this.#branches.size + this.#unread.size === 0
  }

  async #of(branch: string): Promise<Set<string>> {
    const known = this.#branches.get(branch) ?? new Set(this.#unread.has(branch) ? await this.#load(branch) : [])
    this.#branches.set(branch, known)
    return known
  }

  async begin(branch: string, from: string): Promise<void> {
    this.#branches.set(branch, new Set(await this.#of(from)))
  }

  async actions(branch: string, files: ReadonlyArray<CommittedFile>): Promise<ReadonlyArray<FileAction>> {
    const known = await this.#of(branch)
    return files.map(({ path: file_path, content, executable }) => {
      if (content === null) {
        known.delete(file_path)
        return { action: 'delete', file_path }
      }
      const action = known.has(file_path) ? 'update' : 'create'
      known.add(file_path)
      const mode = executable === true ? { execute_filemode: true } : {}
      return { action, file_path, ...contentOf(content), ...mode }
    })
  }
}
