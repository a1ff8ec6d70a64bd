import * as t from 'io-ts'
import { safeInteger } from '../../../../kernel/codecs.js'
import type { SuggestedBlock } from './suggested-blocks.js'

/** A suggestion of a note: replacements for its line, and for some lines above and below. */
export const suggestion = t.type({
  id: safeInteger,
  above: safeInteger,
  below: safeInteger,
  /** The original lines. */
  from: t.string,
  /** The replacement. */
  to: t.string,
})
export type Suggestion = Readonly<t.TypeOf<typeof suggestion>>

/** Why a suggestion cannot be applied. */
export type SuggestionObstacle =
  | 'FileMissing'
  | 'Applied'
  | 'Merged'
  | 'Closed'
  | 'BranchDeleted'
  | 'Outdated'
  | 'SameContent'

/** The lines of a file, both included. */
export interface LineRange {
  readonly first: number
  readonly last: number
}

/** The lines that a suggestion on this line replaces. */
export const linesAround = (line: number, { above, below }: Pick<SuggestedBlock, 'above' | 'below'>): LineRange => ({
  first: Math.max(1, line - above),
  last: line + below,
})

/** Whether two of the ranges have a line in common. */
export const haveOverlap = (ranges: ReadonlyArray<LineRange>): boolean => {
  const sorted = [...ranges].sort((one, other) => one.first - other.first)
  return sorted.some(({ first }, index) => index > 0 && first <= (sorted[index - 1] as LineRange).last)
}

/** The sentence of the documented API. */
export const obstacleSentence = (obstacle: SuggestionObstacle, { above, below }: Suggestion): string => {
  switch (obstacle) {
    case 'FileMissing':
      return 'A file was not found.'
    case 'Applied':
      return "Can't apply this suggestion."
    case 'Merged':
      return 'This merge request was merged. To apply this suggestion, edit this file directly.'
    case 'Closed':
      return 'This merge request is closed. To apply this suggestion, edit this file directly.'
    case 'BranchDeleted':
      return "Can't apply as the source branch was deleted."
    case 'Outdated':
      return `Can't apply as ${above + below === 0 ? 'this line was' : 'these lines were'} changed in a more recent version.`
    case 'SameContent':
      return 'This suggestion already matches its content.'
  }
}
