import { readChangelog, writeChangelog } from '@forgefold/core/domains/review/changelog'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Decoded,
  datetime,
  ok,
  optional,
  type Route,
  required,
  route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { callerOf, projectId } from '../../path-ids.js'
import { revision } from '../../revision.js'
import { nothing, record, text } from '../../shape.js'

const area = 'Repositories'
const path = '/projects/:id/repository/changelog'

const params = {
  id: projectId,
  version: required(string(), 'The version, as of Semantic Versioning'),
  from: optional(revision, 'The commit whose changes are told already; default: the tag of the version before'),
  to: optional(revision, 'The last commit; default: that of the default branch'),
  date: optional(datetime(), 'When the version came out; default: now'),
  trailer: withDefault(string(), 'Changelog', 'The trailer of commits that names the category'),
}

const rangeOf = ({ id: project, version, from, to, date, trailer }: Decoded<typeof params>) => ({
  ...{ project, version, from, to, date, trailer },
})

const read = route({
  method: 'GET',
  path,
  area,
  summary: 'Read the changes of a version, as commits name them',
  caller: 'anyone',
  params,
  success: { status: 200, description: 'The changes', schemaFor: record('Changelog', { notes: text }) },
  handler: async ({ forge, principal }, given) => {
    const notes = await readChangelog(forge, { principal }, rangeOf(given))
    return E.isLeft(notes) ? notes : ok({ notes: notes.right })
  },
})

const write = route({
  method: 'POST',
  path,
  area,
  summary: 'Write the changes of a version into a file',
  caller: 'user',
  params: {
    ...params,
    branch: optional(string(), 'The branch that is committed to; default: the default branch'),
    file: withDefault(string(), 'CHANGELOG.md', 'The file'),
    message: optional(string(), 'The message of the commit'),
  },
  success: { status: 200, description: 'Written', schemaFor: nothing },
  handler: async (context, given) => {
    const { branch, file, message } = given
    const done = await writeChangelog(context.forge, callerOf(context), { ...rangeOf(given), branch, file, message })
    return E.isLeft(done) ? done : ok(null)
  },
})

/** Changelogs (docs/reference/behaviour/review.md#changelogs). */
export const changelogRoutes: ReadonlyArray<Route> = [read, write]
