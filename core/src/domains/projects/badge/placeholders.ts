import type { ProjectRow } from '../project/queries.js'

/** The values of placeholders in the URLs of badges; undefined outside of a project. */
export interface BadgePlaceholders {
  readonly project: Pick<ProjectRow, 'id' | 'path' | 'name' | 'fullPath' | 'defaultBranch' | 'namespace'> | undefined
  /** The commit at the tip of the default branch. */
  readonly sha: string | undefined
}

const placeholderValue = (name: string, { project, sha }: BadgePlaceholders): string | undefined => {
  switch (name) {
    case 'project_path':
      return project?.fullPath
    case 'project_title':
      return project?.name
    case 'project_name':
      return project?.path
    case 'project_id':
      return project === undefined ? undefined : String(project.id)
    case 'project_namespace':
      return project?.namespace.fullPath
    case 'default_branch':
      return project?.defaultBranch ?? undefined
    case 'commit_sha':
      return sha
    default:
      return undefined
  }
}

/** The URL of a badge with its placeholders (`%{project_path}`) replaced; those without a value stay. */
export const renderedAddress = (url: string, place: BadgePlaceholders): string =>
  url.replace(/%\{([a-z_]+)\}/g, (whole, name: string) => placeholderValue(name, place) ?? whole)
