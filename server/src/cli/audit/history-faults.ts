import type { RowCheck } from '@forgefold/adapters/read-model'
import type { HistoryFault } from '@forgefold/core/audit'

/** A fault as a sentence. */
export const sentenceOf = (fault: HistoryFault): string => {
  switch (fault.kind) {
    case 'Altered':
      return `event ${fault.index} (${fault.event.stream}@${fault.event.revision}) is not the one that the tree was made of`
    case 'CutShort':
      return `the history ends before event ${fault.index}; the tree has ${fault.treeSize}`
    case 'OutOfTurn':
      return `event ${fault.index} is ${fault.event.stream}@${fault.event.revision}; revision ${fault.expected} was expected there`
    case 'Undecodable':
      return `event ${fault.index} (${fault.problem.type}) cannot be read: ${fault.problem.problems.join(', ')}`
    case 'OtherHistory':
      return `the first ${fault.index} events are not those that were signed in a checkpoint`
    case 'ShorterThanCheckpoint':
      return `the history ends before event ${fault.index}; a checkpoint was signed over ${fault.checkpoint.size}`
    case 'Hole':
      return `event ${fault.index} stands at position ${fault.event.position}; ${fault.expected} was expected`
    case 'NumberTwice':
      return `event ${fault.index} (${fault.event.stream}) gives a number that was given before: its counter had come to ${fault.last}`
    case 'NumberNotGiven':
      return `event ${fault.index} begins ${fault.event.stream}; its counter had come to ${fault.last} only`
    case 'NameNotReserved':
      return `${fault.event.stream}, begun by event ${fault.index}, goes by a name (${fault.name}) that is reserved for ${fault.holder ?? 'no stream'}`
  }
}

/** The result of the check of rows as a sentence. */
export const sentenceOfRows = (check: RowCheck): string => {
  switch (check.kind) {
    case 'Agree':
      return `rows made anew up to position ${check.upTo} are those of the read model`
    case 'Differ':
      return `the read model has a row that its events do not make, or lacks one: ${check.table} ${check.key}`
    case 'NotComparable':
      return 'no rows to compare: the next start makes the read model anew'
  }
}
