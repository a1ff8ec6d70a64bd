import type { FileChange, ObjectId } from '@forgefold/core/ports'
import { NO_OBJECT } from '@forgefold/core/ports'
import { sortedInTurns } from '../git-objects/in-turns.js'
import { decodeText } from '../git-objects/object-text.js'
import { shownKey } from '../git-objects/order.js'

const KINDS: Readonly<Record<string, FileChange['kind']>> = {
  A: 'added',
  D: 'deleted',
  M: 'modified',
  R: 'renamed',
}

const NO_MODE = '000000'

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
    const before = { oldMode, oldId: oldId as ObjectId }
    const after = { newMode, newId: newId as ObjectId }
    if (letter === 'T')
      // Git's patch has a section for each of the two.
      this.changes.push(
        { oldPath, newPath, ...before, newMode: NO_MODE, newId: NO_OBJECT, kind: 'deleted' },
        { oldPath, newPath, oldMode: NO_MODE, oldId: NO_OBJECT, ...after, kind: 'added' },
      )
    else this.changes.push({ oldPath, newPath, ...before, ...after, kind: KINDS[letter] ?? 'modified' })
    this.head = null
    this.paths = []
    return true
  }
}

/** The display order of changes: element n is the index of the n-th change shown. */
export const shownOrder = (changes: ReadonlyArray<FileChange>): Promise<ReadonlyArray<number>> =>
  sortedInTurns(changes.keys(), (index) => shownKey((changes[index] as FileChange).newPath))
