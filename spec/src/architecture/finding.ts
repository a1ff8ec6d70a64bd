import type { Workspace } from './workspace.js'

/** What a rule has to say about one place. An `error` fails the check; a `note` is only printed. */
export interface Finding {
  readonly grade: 'error' | 'note'
  readonly path: string
  readonly line?: number
  readonly message: string
}

/** A rule reads the workspace and reports; it never changes anything. */
export type Rule = (workspace: Workspace) => ReadonlyArray<Finding>

/** One line for people and editors: `path:line: message`. */
export const print = (finding: Finding): string =>
  `${finding.path}${finding.line === undefined ? '' : `:${finding.line}`}: ${finding.message}`
