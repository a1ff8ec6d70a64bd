import { contributorsOf, languagesOf } from '@forgefold/core/domains/projects/repository'
import { listed, ok, oneOf, pageOf, pageRequest, paging, type Route, withDefault } from '../../../../http/index.js'
import { arrayOf, integer, mapOf, number, record, text } from '../../shape.js'
import { repositoryRoute } from './repository-route.js'

const contributorShape = record('Contributor', {
  name: text,
  email: text,
  commits: integer,
  additions: integer,
  deletions: integer,
})

const contributors = repositoryRoute({
  path: '/projects/:id/repository/contributors',
  area: 'Repositories',
  summary: 'List the authors of a repository',
  params: {
    order_by: withDefault(oneOf(['email', 'name', 'commits']), 'commits', 'What to sort by'),
    sort: withDefault(oneOf(['asc', 'desc']), 'asc', 'Which way'),
    ...paging,
  },
  success: { status: 200, description: 'The authors', schemaFor: arrayOf(contributorShape) },
  answer: async ({ project }, params, { forge }) => {
    const order = { by: params.order_by, sort: params.sort }
    const page = pageRequest(params)
    const found = await contributorsOf(forge, project.id, project.defaultBranch, order)
    // Lines are no longer counted, but the fields are still shown.
    return listed(pageOf(found, page), page, (one) => ({ ...one, additions: 0, deletions: 0 }))
  },
})

const languages = repositoryRoute({
  path: '/projects/:id/languages',
  area: 'Projects',
  summary: 'The programming languages of a project in percent',
  params: {},
  success: { status: 200, description: 'Percent by language', schemaFor: mapOf(number) },
  answer: async ({ git, commitAt }) => {
    const head = await commitAt(undefined)
    return ok(head === undefined ? {} : Object.fromEntries(await languagesOf(git, head)))
  },
})

/** Statistics of a repository. */
export const statisticsRoutes: ReadonlyArray<Route> = [contributors, languages]
