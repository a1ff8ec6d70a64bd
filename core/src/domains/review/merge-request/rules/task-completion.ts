import { withoutCode } from './code-spans.js'

/** How many check boxes a text has and how many of them are ticked. */
export interface TaskCompletion {
  readonly count: number
  readonly completed: number
}

const ITEM = /^[ \t]*(?:>[ \t]*)*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)+\[([ \txX\u00a0])\][ \t]+\S/

/** Counts list items that begin with a check box and go on with text, line by line (docs/reference/behaviour/planning.md#task-completion). */
export const taskCompletion = (description: string | null): TaskCompletion => {
  let count = 0
  let completed = 0
  if (description === null || !description.includes('[')) return { count, completed }
  for (const line of withoutCode(description).split('\n')) {
    const box = ITEM.exec(line)?.[1]
    if (box === undefined) continue
    count++
    if (box === 'x' || box === 'X') completed++
  }
  return { count, completed }
}
