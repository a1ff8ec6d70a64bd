import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../../access/principal.js'
import type { AsyncQuery, Forge } from '../../../../app/forge.js'
import { stripCode } from '../../../issuable/code-spans.js'
import { wholeDescription } from '../../../issuable/description.js'
import { PROJECT_PATH } from '../../../issuable/references.js'
import type { IssueRow } from '../../../planning/issue/queries.js'
import { findIssue } from '../../../planning/issue/use-cases/read.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import type { MergeRequestRow } from '../queries.js'
import { commitsOf } from '../steps/changes.js'
import { findMergeRequest, type MergeRequestRef } from './find.js'

/** An issue that a text says it closes. */
export type IssueReference =
  /** `project`: a full path, a name beside the project itself, or undefined for the project itself. */
  | { readonly kind: 'internal'; readonly project: string | undefined; readonly iid: number }
  /** A key of another tracker: `ABC-123`. */
  | { readonly kind: 'external'; readonly key: string }

const KEYWORD = '(?:[Cc]los(?:e[sd]?|ing)|[Ff]ix(?:e[sd]|ing)?|[Rr]esolv(?:e[sd]?|ing)|[Ii]mplement(?:s|ed|ing)?)'

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

interface ClosingPatterns {
  readonly closing: RegExp
  readonly reference: RegExp
}

/** How closing words and references are recognised in an instance with this URL. */
const closingPatterns = (externalUrl: string): ClosingPatterns => {
  const url = `${escaped(externalUrl)}/(${PROJECT_PATH})/-/issues/(\\d{1,15})`
  const reference = `(?:${url}|(${PROJECT_PATH})?#(\\d{1,15})|([A-Z][A-Z0-9_]{1,50}-\\d{1,15}))(?![\\w-])`
  const plain = reference.replace(/\((?!\?)/g, '(?:')
  return {
    closing: new RegExp(
      `(?<![\\w-])${KEYWORD}:? +(?:issues? +)?(${plain}(?:(?: *, *(?:and +)?| +and +| +)${plain})*)`,
      'g',
    ),
    reference: new RegExp(reference, 'g'),
  }
}

const keyOf = (reference: IssueReference): string =>
  reference.kind === 'external' ? reference.key : `${reference.project ?? ''}#${reference.iid}`

/** The issues that a text closes by a keyword, in order, each once; references in code do not count (docs/reference/behaviour/review.md#issues-that-a-merge-closes). */
export const closingReferences = (
  text: string,
  externalUrl: string,
  { closing, reference }: ClosingPatterns = closingPatterns(externalUrl),
): ReadonlyArray<IssueReference> => {
  const found = new Map<string, IssueReference>()
  for (const [, list] of stripCode(text).matchAll(closing)) {
    for (const [, urlPath, urlIid, path, iid, key] of (list ?? '').matchAll(reference)) {
      const one: IssueReference =
        key === undefined
          ? { kind: 'internal', project: urlPath ?? path, iid: Number(urlIid ?? iid) }
          : { kind: 'external', key }
      if (!found.has(keyOf(one))) found.set(keyOf(one), one)
    }
  }
  return [...found.values()]
}

/** An issue that merging would close; `reference` is its name beside the target project. */
type ClosedIssue =
  | { readonly kind: 'internal'; readonly issue: IssueRow; readonly reference: string }
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

/** Issues named with a closing word in title, description or commit messages, of those that somebody may read; none unless the target is the default branch (docs/reference/behaviour/review.md#issues-that-a-merge-closes). */
export const issuesClosedBy = async (
  forge: Forge,
  principal: Principal,
  row: MergeRequestRow,
): Promise<ReadonlyArray<ClosedIssue>> => {
  const own = forge.read.projects.byId(row.targetProjectId)
  if (own === undefined || own.defaultBranch !== row.targetBranch) return []
  const commits = await commitsOf(forge, row.targetProjectId, row.version)
  const description = await wholeDescription(forge, row.description)
  const texts = [row.title, description ?? '', ...commits.map((commit) => commit.message)]
  const found = new Map<string, ClosedIssue>()
  const { externalUrl } = forge.instance
  const patterns = closingPatterns(externalUrl)
  const hasTracker = (own.issueTracker ?? null) !== null
  for (const text of texts)
    for (const reference of closingReferences(text, externalUrl, patterns)) {
      if (reference.kind === 'external') {
        // Words such as UTF-8 look like keys; only a project that has such a tracker means them.
        if (hasTracker) found.set(reference.key, reference)
        continue
      }
      const project = projectNamed(forge, reference.project, own)
      if (project === undefined || !project.autocloseReferencedIssues) continue
      const issue = findIssue(forge, principal, { project: project.id, iid: reference.iid })
      if (E.isLeft(issue)) continue
      const name = referenceTo(project, reference.iid, own)
      found.set(name, { kind: 'internal', issue: issue.right.row, reference: name })
    }
  return [...found.values()]
}

/** An issue that merging would close, as its list shows it: with the number of files that would change with it. */
export type ListedClosedIssue =
  | {
      readonly kind: 'internal'
      readonly issue: IssueRow
      readonly project: ProjectRow
      /** It is in the project that the merge request goes into. */
      readonly isInTarget: boolean
      readonly changes: string | null
    }
  | { readonly kind: 'external'; readonly key: string }

/**
 * The issues that merging would close: those of the forge that the caller may read, then those of another tracker.
 * Rejections: `NotFound` (Project), `RecordNotFound`, `Forbidden`.
 */
export const listClosedIssues: AsyncQuery<MergeRequestRef, ReadonlyArray<ListedClosedIssue>> = async (
  forge,
  { principal },
  ref,
) => {
  const found = findMergeRequest(forge, { principal }, { mergeRequest: ref, hiddenAs: 'refused' })
  if (E.isLeft(found)) return found
  const { row } = found.right
  const internal: Array<ListedClosedIssue> = []
  const external: Array<ListedClosedIssue> = []
  for (const closed of await issuesClosedBy(forge, principal, row)) {
    if (closed.kind === 'external') {
      external.push(closed)
      continue
    }
    const { issue } = closed
    const project = forge.read.projects.byId(issue.projectId)
    if (project === undefined) continue
    const isInTarget = project.id === row.targetProjectId
    internal.push({ kind: 'internal', issue, project, isInTarget, changes: row.version.realSize })
  }
  return E.right([...internal, ...external])
}
