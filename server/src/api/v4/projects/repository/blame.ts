import { LONGEST_SHOWN } from '@forgefold/core/domains/projects/repository'
import { badParameters, notFound, tooLarge } from '@forgefold/core/kernel'
import type { BlamedLines, BlobHandle, Cancellation } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import {
  answer,
  integer,
  listOfTexts,
  object,
  optional,
  type Route,
  reject,
  required,
  route,
  string,
} from '../../../../http/index.js'
import { projectId } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { isTooLarge } from './blob-content.js'
import { presentCommit } from './commit-presenter.js'
import { FILE, FILES, filePath, findFile } from './found-file.js'
import { blameShape } from './shape.js'

const range = object({
  start: required(integer(), 'The first line'),
  end: required(integer(), 'The last line'),
})

/** Git takes a second for half a million short lines, and each is an object here. */
const MOST_LINES = 300_000

const NEWLINE = 10

/** Whether a file has more lines than can be answered for. */
const hasTooManyLines = async (file: BlobHandle, signal: Cancellation): Promise<boolean> => {
  if (file.size <= MOST_LINES) return false
  let lines = 0
  for await (const part of file.content(signal)) {
    for (let at = part.indexOf(NEWLINE); at !== -1; at = part.indexOf(NEWLINE, at + 1)) lines++
    if (lines > MOST_LINES) return true
  }
  return false
}

const commitText = (commit: ReturnType<typeof presentCommit>): string => {
  const { short_id: _, created_at: __, title: ___, trailers: ____, web_url: _____, ...told } = commit
  return JSON.stringify(told)
}

/** Each commit is written once: thousands of groups may have the same one, with a long message. */
function* groupTexts(blamed: ReadonlyArray<BlamedLines>, told: ReadonlyMap<string, string>): Generator<string> {
  for (const { commit, lines } of blamed) yield `{"commit":${told.get(commit)},"lines":${JSON.stringify(lines)}}`
}

/** The commits that last changed the lines of a file (docs/reference/behaviour/git.md#blame). */
export const blameRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: `${FILE}/blame`,
    area: FILES,
    summary: 'Who last wrote which lines of a file',
    caller: 'anyone',
    scopes: ['read_repository'],
    params: {
      id: projectId,
      file_path: filePath,
      ref: required(string(), 'A branch, a tag or a commit'),
      range: optional(range, 'Only these lines'),
    },
    success: { status: 200, description: 'The lines, with the commit of each group', schemaFor: arrayOf(blameShape) },
    handler: async (context, params) => {
      const found = await findFile(context, params)
      if (E.isLeft(found)) return found
      const { opened, commit, file } = found.right
      if (isTooLarge(file)) return reject(tooLarge)
      const lines = params.range === undefined ? undefined : { first: params.range.start, last: params.range.end }
      if (lines !== undefined && (lines.first < 1 || lines.last < lines.first))
        return reject(badParameters('range[start] has to be 1 or more, range[end] no less than range[start]'))
      const isBounded = lines !== undefined && lines.last - lines.first < MOST_LINES
      if (!isBounded && (await hasTooManyLines(file, context.request.signal))) return reject(tooLarge)
      const blamed = await opened.git.blame(commit, file.path, lines)
      if (blamed === undefined) return reject(notFound('Blame'))
      const commits = await opened.git.commits([...new Set(blamed.map((group) => group.commit))])
      const told = new Map(
        commits.map((one) => [
          one.id,
          commitText(presentCommit(context.forge, opened.project, one, false, LONGEST_SHOWN.alone)),
        ]),
      )
      const text = listOfTexts(groupTexts(blamed, told))
      return text === undefined ? reject(tooLarge) : answer({ status: 200, ready: text })
    },
  }),
]
