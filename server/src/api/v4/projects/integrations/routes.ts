import {
  changeProject,
  ISSUE_TRACKERS,
  type IssueTracker,
  type ProjectRow,
  projectFor,
} from '@forgefold/core/domains/projects/project'
import { badParameters, notFound, refuse } from '@forgefold/core/kernel'
import { type DeprecationNote, lifespanOf } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import {
  oneOf,
  optional,
  type Route,
  reject,
  required,
  respond,
  respondNoContent,
  route,
  string,
} from '../../../../http/index.js'
import { callerOf, projectId } from '../../path-ids.js'
import { issueTrackerShape } from './shape.js'

const area = 'Integrations'

const path = '/projects/:id/integrations/:slug'

/** The path of older releases, still accepted. */
const older = { path: '/projects/:id/services/:slug' }

type Place = Partial<DeprecationNote> & { readonly path: string }

/** The documented paths that this route serves: other integrations are not built. */
const narrower = ({ path }: Place): ReadonlyArray<string> => ISSUE_TRACKERS.map((slug) => path.replace(':slug', slug))

const TITLES: Readonly<Record<IssueTracker['slug'], string>> = {
  bugzilla: 'Bugzilla',
  'custom-issue-tracker': 'Custom issue tracker',
  ewm: 'EWM',
  jira: 'Jira',
  redmine: 'Redmine',
  youtrack: 'YouTrack',
}

const at = { id: projectId, slug: required(oneOf(ISSUE_TRACKERS), 'Which tracker') }

const present = ({ slug, url, issuesUrl, newIssueUrl }: IssueTracker) => ({
  title: TITLES[slug],
  slug,
  active: true,
  properties: slug === 'jira' ? { url } : { project_url: url, issues_url: issuesUrl, new_issue_url: newIssueUrl },
})

const trackerOf = ({ issueTracker }: ProjectRow, slug: IssueTracker['slug']): IssueTracker | undefined =>
  issueTracker?.slug === slug ? issueTracker : undefined

const missing = refuse(notFound('Integration'))

const read = (place: Place) =>
  route({
    method: 'GET',
    ...place,
    narrower: narrower(place),
    area,
    summary: 'Read where the issues of a project are tracked besides',
    caller: 'user',
    params: at,
    success: { status: 200, description: 'The tracker', schemaFor: issueTrackerShape },
    handler: ({ forge, principal }, { id, slug }) => {
      const found = projectFor(forge, principal, id, 'admin_project')
      if (E.isLeft(found)) return found
      const tracker = trackerOf(found.right.project, slug)
      return tracker === undefined ? missing : respond(present)(E.right(tracker))
    },
  })

const set = (place: Place) =>
  route({
    method: 'PUT',
    ...place,
    narrower: narrower(place),
    area,
    summary: 'Say where the issues of a project are tracked besides; one tracker takes the place of another',
    caller: 'user',
    params: {
      ...at,
      url: optional(string(), 'The address of Jira'),
      project_url: optional(string(), 'The address of the project there'),
      issues_url: optional(string(), 'The address of an issue, with :id in it'),
      new_issue_url: optional(string(), 'Where issues are made'),
    },
    success: { status: 200, description: 'The tracker', schemaFor: issueTrackerShape },
    handler: async (context, { id: ref, slug, ...given }) => {
      const [name, url] = slug === 'jira' ? ['url', given.url] : ['project_url', given.project_url]
      if (url === undefined) return reject(badParameters(`${name} is missing`))
      if (!/^https?:\/\/\S+$/i.test(url)) return reject(badParameters(`${name} is invalid`))
      const { issues_url: issuesUrl = null, new_issue_url: newIssueUrl = null } = given
      const issueTracker = { slug, url, issuesUrl, newIssueUrl }
      const done = await changeProject(context.forge, callerOf(context), {
        ref,
        changes: { issueTracker },
        defaultBranch: undefined,
      })
      return E.isLeft(done) ? done : respond(present)(E.right(issueTracker))
    },
  })

const remove = (place: Place) =>
  route({
    method: 'DELETE',
    ...place,
    narrower: narrower(place),
    area,
    summary: 'Say that the issues of a project are tracked nowhere else',
    caller: 'user',
    params: at,
    success: { status: 204, description: 'Gone' },
    handler: async (context, { id: ref, slug }) => {
      const found = projectFor(context.forge, context.principal, ref, 'admin_project')
      if (E.isLeft(found)) return found
      if (trackerOf(found.right.project, slug) === undefined) return missing
      const changes = { issueTracker: null }
      return respondNoContent(
        await changeProject(context.forge, callerOf(context), { ref, changes, defaultBranch: undefined }),
      )
    },
  })

/** External issue trackers (docs/reference/behaviour/projects.md#issue-trackers). */
export const integrationRoutes: ReadonlyArray<Route> = [
  read({ path, ...lifespanOf('integrations.read') }),
  remove({ path, ...lifespanOf('integrations.remove') }),
  set({ path, ...lifespanOf('integrations.set') }),
  read(older),
  remove(older),
  set(older),
]
