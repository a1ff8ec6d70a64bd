import type { Forge } from '../../../../app/forge.js'
import { descriptionOf } from '../../../issuable/description.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import type { MergeRequestRow } from '../queries.js'
import { closingReferences } from '../rules/closing-references.js'
import { commitsOf } from './commits.js'

/** An issue that merging would close. */
export type ClosedIssue =
  | { readonly kind: 'internal'; readonly issueId: number; readonly projectId: number; readonly reference: string }
  | { readonly kind: 'external'; readonly key: string }

const projectNamed = (forge: Forge, name: string | undefined, own: ProjectRow): ProjectRow | undefined => {
  if (name === undefined) return own
  return forge.read.projects.byFullPath(name.includes('/') ? name : `${own.namespace.fullPath}/${name}`)
}

/** How an issue is named beside a project: `#1` in it, the project's name in the same place, else the full path. */
const referenceTo = (project: ProjectRow, iid: number, own: ProjectRow): string => {
  if (project.id === own.id) return `#${iid}`
  return `${project.namespaceId === own.namespaceId ? project.path : project.fullPath}#${iid}`
}

/** Issues named with a closing word in title, description or commit messages; none unless the target is the default branch (docs/reference/behaviour/review.md#issues-that-a-merge-closes). */
export const closedBy = async (forge: Forge, row: MergeRequestRow): Promise<ReadonlyArray<ClosedIssue>> => {
  const own = forge.read.projects.byId(row.targetProjectId)
  if (own === undefined || own.defaultBranch !== row.targetBranch) return []
  const commits = await commitsOf(forge, row.targetProjectId, row.version)
  const description = await descriptionOf(forge, row.description)
  const texts = [row.title, description ?? '', ...commits.map((commit) => commit.message)]
  const found = new Map<string, ClosedIssue>()
  for (const text of texts)
    for (const reference of closingReferences(text, forge.instance.externalUrl)) {
      if (reference.kind === 'external') {
        found.set(reference.key, reference)
        continue
      }
      const project = projectNamed(forge, reference.project, own)
      if (project === undefined || !project.autocloseReferencedIssues) continue
      const issueId = forge.read.issues.find(project.id, reference.iid)?.id
      if (issueId === undefined) continue
      const name = referenceTo(project, reference.iid, own)
      found.set(name, { kind: 'internal', issueId, projectId: project.id, reference: name })
    }
  return [...found.values()]
}
