import { countAssociations, countOwn, readStatistics } from '@forgefold/core/domains/conversation/usage'
import { lifespanOf } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import { integer, ok, type Route, required, route } from '../../../../http/index.js'
import { integer as number, record, text } from '../../shape.js'

const NAMES = {
  forks: 'forks',
  issues: 'issues',
  merge_requests: 'mergeRequests',
  notes: 'notes',
  ssh_keys: 'sshKeys',
  milestones: 'milestones',
  users: 'users',
  groups: 'groups',
  projects: 'projects',
  active_users: 'activeUsers',
} as const

const statisticsShape = record('InstanceStatistics', {
  ...Object.fromEntries(Object.keys(NAMES).map((name) => [name, text])),
  snippets: text,
})

/** `1,234`: the format of large numbers. */
const grouped = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')

/** Routes of application statistics: how many projects, users and other objects there are. */
export const usageRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: '/application/statistics',
    area: 'Instance',
    summary: 'Count what there is in the instance; large counts are close, as on the original',
    caller: 'admin',
    params: {},
    success: { status: 200, schemaFor: statisticsShape },
    handler: ({ forge, principal }) => {
      const counted = readStatistics(forge, { principal }, undefined)
      if (E.isLeft(counted)) return counted
      const counts = Object.entries(NAMES).map(([name, field]) => [name, grouped(counted.right[field])])
      return ok({ ...Object.fromEntries(counts), snippets: '0' })
    },
  }),
  route({
    method: 'GET',
    path: '/users/:id/associations_count',
    area: 'Users',
    summary: 'Count the memberships of a user, and what they wrote',
    caller: 'user',
    ...lifespanOf('users.associations_count'),
    params: { id: required(integer(), 'The user') },
    success: {
      status: 200,
      schemaFor: record('UserAssociations', {
        groups_count: number,
        projects_count: number,
        issues_count: number,
        merge_requests_count: number,
      }),
    },
    handler: ({ forge, principal }, { id }) => {
      const counted = countAssociations(forge, { principal }, id)
      if (E.isLeft(counted)) return counted
      const { groups, projects, issues, mergeRequests } = counted.right
      return ok({
        groups_count: groups,
        projects_count: projects,
        issues_count: issues,
        merge_requests_count: mergeRequests,
      })
    },
  }),
  route({
    method: 'GET',
    path: '/user_counts',
    area: 'Users',
    summary: 'Count what waits for the caller',
    caller: 'user',
    params: {},
    success: {
      status: 200,
      schemaFor: record('UserCounts', {
        merge_requests: number,
        assigned_issues: number,
        assigned_merge_requests: number,
        review_requested_merge_requests: number,
        todos: number,
      }),
    },
    handler: ({ forge, principal }) => {
      const counted = countOwn(forge, { principal }, undefined)
      if (E.isLeft(counted)) return counted
      const { assignedIssues, assignedMergeRequests, reviewRequests, todos } = counted.right
      return ok({
        merge_requests: assignedMergeRequests,
        assigned_issues: assignedIssues,
        assigned_merge_requests: assignedMergeRequests,
        review_requested_merge_requests: reviewRequests,
        todos,
      })
    },
  }),
]
