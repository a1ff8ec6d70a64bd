import type { FileChange, ObjectId } from '@forgefold/core/ports'
import { decodeText } from '../git-objects/object-text.js'
import { foldersFirst } from '../git-objects/order.js'

const KINDS: Readonly<Record<string, FileChange['kind']>> = {
  A: 'added',
  D: 'deleted',
  M: 'modified',
  R: 'renamed',
  T: 'type-changed',
}

const HEAD = /^:(\d{6}) (\d{6}) ([0-9a-f]{40}) ([0-9a-f]{40}) ([A-Z])\d*$/

/** Reads the NUL-separated records of `git diff-tree --raw -z` one field at a time. */
export class RawChanges {
  readonly changes: Array<FileChange> = []
  private head: RegExpExecArray | null = null
  private paths: Array<string> = []

  /** Takes one field; false after the last record. */
  take(field: Buffer): boolean {
    if (this.head === null) {
      this.head = HEAD.exec(field.toString('latin1'))
      return this.head !== null
    }
    this.paths.push(decodeText(field))
    if (this.head[5] === 'R' && this.paths.length < 2) return true
    const [, oldMode = '', newMode = '', oldId = '', newId = '', letter = ''] = this.head
    const [oldPath = '', newPath = oldPath] = this.paths
    this.changes.push({
      oldPath,
      newPath,
      oldMode,
      newMode,
      oldId: oldId as ObjectId,
      newId: newId as ObjectId,
      kind: KINDS[letter] ?? 'modified',
    })
    this.head = null
    this.paths = []
    return true
  }
}

/** The display order of changes: element n is the index of the n-th change shown. */
export const shownOrder = (changes: ReadonlyArray<FileChange>): ReadonlyArray<number> =>
  changes
    .map((_, index) => index)
    .sort((a, b) => foldersFirst((changes[a] as FileChange).newPath, (changes[b] as FileChange).newPath))
