import { badParameters, notFound, tooLarge } from '@forgefold/core/kernel'
import type { Commit } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import { integer, object, ok, optional, type Route, reject, required, route, string } from '../../../../http/index.js'
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
      const blamed = await opened.git.blame(commit, file.path, lines)
      if (blamed === undefined) return reject(notFound('Blame'))
      const ids = [...new Set(blamed.map((group) => group.commit))]
      const commits = new Map((await opened.git.commits(ids)).map((one) => [one.id, one]))
      return ok(
        blamed.map((group) => {
          const shown = presentCommit(context.forge, opened.project, commits.get(group.commit) as Commit)
          const { short_id: _, created_at: __, title: ___, trailers: ____, web_url: _____, ...told } = shown
          return { commit: told, lines: group.lines }
        }),
      )
    },
  }),
]
