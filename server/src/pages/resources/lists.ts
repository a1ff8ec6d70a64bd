import type { Json, Listed, Place } from './kind.js'

/** A segment of an address. */
export const id = encodeURIComponent
/** The path of the project in the API. */
export const project = ({ owner }: Place): string => `projects/${id(owner)}`
/** The path of the group in the API. */
export const group = ({ owner }: Place): string => `groups/${id(owner)}`
/** A captured part. */
export const part = ({ parts }: Place, index = 0): string => parts[index] ?? ''
/** The page of an entry, in a folder of the project's pages. */
export const below =
  (folder: string, field: string) =>
  ({ owner }: Place, entry: Json): string =>
    `/${owner}/-/${folder}/${entry[field]}`

/** The notes of a resource, oldest first. */
export const notes = (folder: string): Listed => ({
  title: 'History',
  path: (place) => `${project(place)}/${folder}/${part(place)}/notes?sort=asc&per_page=100`,
  name: 'author',
  facts: 'created_at',
  text: 'body',
})

/** Merge requests of a project. */
export const MERGE_REQUESTS: Listed = {
  title: 'Merge requests',
  path: (place) => `${project(place)}/merge_requests?per_page=20`,
  name: 'title',
  facts: 'state author updated_at',
}
/** Issues of a project. */
export const ISSUES: Listed = {
  title: 'Issues',
  path: (place) => `${project(place)}/issues?per_page=20`,
  name: 'title',
  facts: 'state author updated_at',
}
/** Pipelines of a project. */
export const PIPELINES: Listed = {
  title: 'Pipelines',
  path: (place) => `${project(place)}/pipelines?per_page=20`,
  name: 'id',
  facts: 'status ref created_at',
}
/** Environments of a project. */
export const ENVIRONMENTS: Listed = {
  title: 'Environments',
  path: (place) => `${project(place)}/environments?per_page=20`,
  name: 'name',
  facts: 'state tier',
  page: below('environments', 'id'),
}
/** Deployments of a project. */
export const DEPLOYMENTS: Listed = {
  title: 'Deployments',
  path: (place) => `${project(place)}/deployments?sort=desc&per_page=20`,
  name: 'id',
  facts: 'environment status ref created_at',
  page: below('deployments', 'id'),
}
/** Packages of a project. */
export const PACKAGES: Listed = {
  title: 'Packages',
  path: (place) => `${project(place)}/packages?per_page=20`,
  name: 'name',
  facts: 'version package_type created_at',
}
/** Branches of a project. */
export const BRANCHES: Listed = {
  title: 'Branches',
  path: (place) => `${project(place)}/repository/branches?per_page=20`,
  name: 'name',
  facts: 'commit protected',
}
/** Tags of a project. */
export const TAGS: Listed = {
  title: 'Tags',
  path: (place) => `${project(place)}/repository/tags?per_page=20`,
  name: 'name',
  facts: 'commit message',
  page: below('tags', 'name'),
}
/** Jobs of a project. */
export const JOBS: Listed = {
  title: 'Jobs',
  path: (place) => `${project(place)}/jobs?per_page=20`,
  name: 'name',
  facts: 'stage status started_at',
}
/** Milestones of a project. */
export const MILESTONES: Listed = {
  title: 'Milestones',
  path: (place) => `${project(place)}/milestones?per_page=20`,
  name: 'title',
  facts: 'state due_date',
}
/** Commits of a project. */
export const COMMITS: Listed = {
  title: 'Commits',
  path: (place) => `${project(place)}/repository/commits?per_page=20&ref_name=${id(part(place))}`,
  name: 'title',
  facts: 'short_id author_name committed_date',
}
/** Labels of a project. */
export const LABELS: Listed = {
  title: 'Labels',
  path: (place) => `${project(place)}/labels?per_page=20`,
  name: 'name',
  facts: 'color description',
}
/** Members of a project, inherited ones too. */
export const MEMBERS: Listed = {
  title: 'Members',
  path: (place) => `${project(place)}/members/all?per_page=20`,
  name: 'name',
  facts: 'username access_level expires_at',
}
/** CI variables of a project, without their values. */
export const VARIABLES: Listed = {
  title: 'Variables',
  path: (place) => `${project(place)}/variables?per_page=20`,
  name: 'key',
  facts: 'variable_type protected masked environment_scope',
}
/** Projects, as lists of the instance show them. */
export const PROJECTS = { title: 'Projects', name: 'name_with_namespace', facts: 'visibility last_activity_at' }
/** Groups, as lists of the instance show them. */
export const GROUPS = { title: 'Groups', name: 'full_name', facts: 'visibility created_at' }
