import type { Kind } from './kind.js'
import { BRANCHES, ENVIRONMENTS, group, ISSUES, id, MERGE_REQUESTS, PACKAGES, PIPELINES, project } from './lists.js'

/** Owners: users, groups and projects. The first that the API finds is shown. */
export const OWNERS = {
  user: {
    noun: 'User',
    history: 'user',
    pattern: /^[^/]+$/,
    of: 'owner',
    path: ({ owner }) => `users?username=${id(owner)}`,
    title: 'name username',
    lead: 'username state created_at',
    lists: [
      {
        title: 'Projects',
        path: (_, thing) => `users/${thing['id']}/projects?per_page=20`,
        name: 'name_with_namespace',
        facts: 'visibility last_activity_at',
      },
    ],
  },
  group: {
    noun: 'Group',
    history: 'group',
    pattern: /^.+$/,
    of: 'owner',
    path: (place) => `${group(place)}?with_projects=false`,
    title: 'full_name',
    lead: 'full_path visibility created_at',
    text: 'description',
    lists: [
      {
        title: 'Projects',
        path: (place) => `${group(place)}/projects?per_page=20`,
        name: 'name',
        facts: 'visibility last_activity_at',
      },
      {
        title: 'Subgroups',
        path: (place) => `${group(place)}/subgroups?per_page=20`,
        name: 'name',
        facts: 'visibility created_at',
      },
    ],
  },
  project: {
    noun: 'Project',
    history: 'project',
    pattern: /^.+\/.+$/,
    of: 'owner',
    path: project,
    title: 'name_with_namespace',
    lead: 'visibility default_branch namespace http_url_to_repo created_at last_activity_at',
    text: 'description',
    lists: [MERGE_REQUESTS, ISSUES, BRANCHES, PIPELINES, ENVIRONMENTS, PACKAGES].map((listed) => ({
      ...listed,
      path: (place, thing, query) => listed.path(place, thing, query).replace('per_page=20', 'per_page=5'),
    })),
  },
} as const satisfies Readonly<Record<string, Kind>>
