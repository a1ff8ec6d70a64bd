import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../../access/principal.js'
import type { Forge } from '../../../../app/forge.js'
import { wholeDescription } from '../../../issuable/description.js'
import { findIssue } from '../../../planning/issue/access.js'
import type { IssueRow } from '../../../planning/issue/queries.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import type { MergeRequestRow } from '../queries.js'
import {
  closingPatterns,
  closingReferences,
  hasClosingWord,
  type IssueReference,
  keyOf,
  MAX_CLOSED,
} from '../rules/closing-references.js'
import { commitsOf } from './changes.js'

/** An issue that merging would close; `reference` names it relative to the target project. */
type ClosedIssue =
  | { readonly kind: 'internal'; readonly issue: IssueRow; readonly reference: string }
  | { readonly kind: 'external'; readonly key: string }

const projectNamed = (forge: Forge, name: string | undefined, own: ProjectRow): ProjectRow | undefined => {
  if (name === undefined) return own
  return forge.read.projects.byFullPath(name.includes('/') ? name : `${own.namespace.fullPath}/${name}`)
}

/** How a reference names an issue relative to a project: `#1` within it, the project's name in the same namespace, else the full path. */
const referenceTo = (project: ProjectRow, iid: number, own: ProjectRow): string => {
  if (project.id === own.id) return `#${iid}`
  return `${project.namespaceId === own.namespaceId ? project.path : project.fullPath}#${iid}`
}

/** The issue that a closing word names, as a merge into the project closes it; undefined where it is left open. */
const closedBy = (
  forge: Forge,
  principal: Principal,
  own: ProjectRow,
  reference: IssueReference,
): ClosedIssue | undefined => {
  // Words such as UTF-8 look like keys of an external tracker; they count only in a project that has one.
  if (reference.kind === 'external') return (own.issueTracker ?? null) === null ? undefined : reference
  const project = projectNamed(forge, reference.project, own)
  if (project === undefined || !project.autocloseReferencedIssues) return undefined
  const issue = findIssue(forge, principal, { project: project.id, iid: reference.iid })
  if (E.isLeft(issue)) return undefined
  return { kind: 'internal', issue: issue.right.row, reference: referenceTo(project, reference.iid, own) }
}

/** Issues named with a closing word in title, description or commit messages, of those that the principal may read; none unless the target is the default branch (docs/reference/behaviour/review.md#issues-that-a-merge-closes). */
export const issuesClosedBy = async (
  forge: Forge,
  principal: Principal,
  row: MergeRequestRow,
): Promise<ReadonlyArray<ClosedIssue>> => {
  const own = forge.read.projects.byId(row.targetProjectId)
  if (own === undefined || own.defaultBranch !== row.targetBranch) return []
  const commits = await commitsOf(forge, row.targetProjectId, row.version)
  const description = await wholeDescription(forge, row.description)
  const texts = [row.title, description ?? '', ...commits.map(({ message }) => message)].filter(hasClosingWord)
  if (texts.length === 0) return []
  const found = new Map<string, ClosedIssue>()
  const { externalUrl } = forge.instance
  const patterns = closingPatterns(externalUrl)
  const named = new Map<string, IssueReference>()
  for (const text of texts)
    for (const reference of closingReferences(text, externalUrl, patterns))
      if (named.size < MAX_CLOSED) named.set(keyOf(reference), reference)
  for (const reference of named.values()) {
    const closed = closedBy(forge, principal, own, reference)
    if (closed !== undefined) found.set(closed.kind === 'external' ? closed.key : closed.reference, closed)
  }
  return [...found.values()]
}
