import type { BlamedLines, ObjectId, Repository } from '@forgefold/core/ports'
import { decodeText } from '../git-objects/object-text.js'
import { NEWLINE, pieces } from './lines.js'
import { GitFailed } from './program.js'
import type { RepositoryContext } from './repository-context.js'

const HEAD = /^([0-9a-f]{40}) \d+ \d+/
const TAB = 0x09

const readBlame = async (lines: AsyncIterable<Buffer>): Promise<ReadonlyArray<BlamedLines>> => {
  const found: Array<{ commit: ObjectId; lines: Array<string> }> = []
  let commit: ObjectId | undefined
  for await (const line of lines) {
    if (line[0] !== TAB) {
      const head = HEAD.exec(line.toString('latin1', 0, 60))
      if (head !== null) commit = head[1] as ObjectId
      continue
    }
    if (commit === undefined) continue
    const last = found.at(-1)
    const text = decodeText(line.subarray(1))
    if (last?.commit === commit) last.lines.push(text)
    else found.push({ commit, lines: [text] })
  }
  return found
}

/** Messages of git for a range past the last line, and for a path without a file. */
const NO_LINES = /has only \d+ lines?|no such path/

/** `git blame`: the commit that last changed each line. */
export const blameMethod =
  (context: RepositoryContext): Repository['blame'] =>
  async (commit, path, range) => {
    if (!(await context.present())) return undefined
    const part = range === undefined ? [] : ['-L', `${range.first},${range.last}`]
    try {
      const args = ['blame', '--porcelain', '--no-textconv', ...part, commit, '--', path]
      return await readBlame(pieces(context.stream(args), NEWLINE))
    } catch (error) {
      if (error instanceof GitFailed && NO_LINES.test(error.complaint)) return undefined
      throw error
    }
  }
