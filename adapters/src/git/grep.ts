import type { Repository, TextMatch } from '@forgefold/core/ports'
import { decodeText } from '../git-objects/object-text.js'
import { NEWLINE, NUL, pieces } from './lines.js'
import type { RepositoryContext } from './repository-context.js'

/** In bytes: the longest pattern that git accepts. */
const MAX_PATTERN_LENGTH = 1024
/** The number of bytes shown of one line. */
const MAX_LINE_LENGTH = 10_000
/** The length of `<commit id>:` before each path. */
const BEFORE_PATH = 41

interface Line {
  readonly path: string
  readonly number: number
  readonly text: string
}

/** `<commit>:<path> NUL <number> NUL <text>`; undefined for the separator between two matches. */
const lineOf = (bytes: Buffer): Line | undefined => {
  const afterPath = bytes.indexOf(NUL)
  const afterNumber = bytes.indexOf(NUL, afterPath + 1)
  if (afterPath < 0 || afterNumber < 0) return undefined
  return {
    path: decodeText(bytes.subarray(BEFORE_PATH, afterPath)),
    number: Number(bytes.toString('latin1', afterPath + 1, afterNumber)),
    text: decodeText(bytes.subarray(afterNumber + 1, afterNumber + 1 + MAX_LINE_LENGTH)),
  }
}

const placeOf = (lines: ReadonlyArray<Line>): ReadonlyArray<TextMatch> => {
  const [first] = lines
  if (first === undefined) return []
  return [{ path: first.path, line: first.number, text: lines.map(({ text }) => `${text}\n`).join('') }]
}

/** `git grep` in the files of a commit. */
export const grepMethod = (context: RepositoryContext): Repository['grep'] =>
  async function* grep(commit, text) {
    if (text === '' || text.includes('\n') || Buffer.byteLength(text) > MAX_PATTERN_LENGTH) return
    if (!(await context.present())) return
    const args = ['grep', '-I', '-n', '-z', '-i', '-F', '-C2', '--no-color', '-e', text, commit, '--']
    let lines: Array<Line> = []
    for await (const bytes of pieces(context.stream(args, { accept: [0, 1] }), NEWLINE)) {
      const line = lineOf(bytes)
      if (line !== undefined && (lines.length === 0 || lines[0]?.path === line.path)) lines.push(line)
      else {
        yield* placeOf(lines)
        lines = line === undefined ? [] : [line]
      }
    }
    yield* placeOf(lines)
  }
