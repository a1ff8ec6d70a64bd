import type { ProjectRow } from '@forgefold/core/domains/projects/project'

/** Where a merge request is shown: among those of its own project, or elsewhere. */
export type Place = 'project' | 'elsewhere'

/** The ways to name a merge request (docs/reference/behaviour/review.md#references); the deprecated `reference` is that of the place. */
export const presentReferences = (project: Pick<ProjectRow, 'fullPath'>, iid: number, place: Place) => {
  const short = `!${iid}`
  const full = `${project.fullPath}${short}`
  const relative = place === 'project' ? short : full
  return { reference: relative, references: { short, relative, full } }
}
