import type { FileChange, FilePatch } from '@forgefold/core/ports'
import { decodeText } from '../git-objects/object-text.js'
import { NEWLINE } from './lines.js'

/** Collects the part of `git diff-tree -p` that belongs to one change, line by line. */
export class PatchText {
  private chunks: Array<Buffer> = []
  private bytes = 0
  private lines = 0
  private begun = false
  private binary = false

  constructor(
    private readonly change: FileChange,
    /** Texts of this many bytes or more are dropped. */
    private readonly limit: number,
  ) {}

  line(line: Buffer): void {
    if (!this.begun) {
      if (line[0] === 0x40 && line[1] === 0x40) this.begun = true
      else if (line[0] === 0x42 && line.subarray(0, 13).toString('latin1') === 'Binary files ') this.binary = true
    }
    if (!this.begun) return
    this.bytes += line.length + 1
    this.lines++
    if (this.bytes >= this.limit) this.chunks = []
    else this.chunks.push(line)
  }

  private binaryText(): string {
    const { kind, oldPath, newPath } = this.change
    const before = kind === 'added' ? '/dev/null' : `a/${oldPath}`
    const after = kind === 'deleted' ? '/dev/null' : `b/${newPath}`
    return `Binary files ${before} and ${after} differ\n`
  }

  /** The lines, each with its end. */
  private joined(): Buffer {
    const all = Buffer.allocUnsafe(this.bytes)
    let at = 0
    for (const line of this.chunks) {
      at += line.copy(all, at)
      all[at++] = NEWLINE
    }
    return all
  }

  finish(): FilePatch {
    const tooLarge = this.bytes >= this.limit
    if (this.binary && this.bytes === 0) {
      const text = this.binaryText()
      return { ...this.change, text, lines: 1, bytes: Buffer.byteLength(text), binary: true, tooLarge: false }
    }
    if (tooLarge) return { ...this.change, text: '', lines: 0, bytes: 0, binary: false, tooLarge }
    const text = this.chunks.length === 0 ? '' : decodeText(this.joined())
    return { ...this.change, text, lines: this.lines, bytes: this.bytes, binary: false, tooLarge }
  }
}
