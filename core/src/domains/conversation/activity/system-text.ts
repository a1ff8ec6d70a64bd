import type { Day } from '../../../kernel/index.js'
import { humanDuration } from '../../issuable/duration.js'
import type { IssuableType } from '../../issuable/event-fields.js'
import type { SystemNote } from './activity.js'

/** A commit as a note lists it. */
export interface ListedCommit {
  readonly id: string
  readonly title: string
}

/** What the text of a system note needs besides the note. */
export interface SystemTextFacts {
  readonly noteable: IssuableType
  /** The reference to a user. */
  readonly nameOf: (userId: number) => string
  readonly hoursAtMost: boolean
  /** The pushed commits, oldest first. */
  readonly commits: ReadonlyArray<ListedCommit>
  /** The project of the other issuable as references name it; empty within the same project. */
  readonly projectName: string
  /** The URL that compares the two versions. */
  readonly comparison: string
}

const NOUNS: Readonly<Record<IssuableType, string>> = { MergeRequest: 'merge request', Issue: 'issue' }
const SIGILS: Readonly<Record<IssuableType, string>> = { MergeRequest: '!', Issue: '#' }

/** `a`, `a and b`, `a, b, and c`. */
const sentence = (words: ReadonlyArray<string>): string => {
  if (words.length < 3) return words.join(' and ')
  return `${words.slice(0, -1).join(', ')}, and ${words[words.length - 1]}`
}

const people = (
  { nameOf }: SystemTextFacts,
  came: string,
  added: ReadonlyArray<number>,
  went: string,
  removed: ReadonlyArray<number>,
): string => {
  const parts = [
    ...(added.length === 0 ? [] : [`${came} ${sentence(added.map(nameOf))}`]),
    ...(removed.length === 0 ? [] : [`${went} ${sentence(removed.map(nameOf))}`]),
  ]
  return parts.join(' and ')
}

const commonStart = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): number => {
  let length = 0
  while (length < one.length && length < other.length && one[length] === other[length]) length++
  return length
}

/** Both titles with the differences marked. */
const marked = (from: string, to: string): readonly [string, string] => {
  const [before, after] = [[...from], [...to]]
  const start = commonStart(before, after)
  const end = commonStart(before.slice(start).reverse(), after.slice(start).reverse())
  const mark = (letters: ReadonlyArray<string>, sign: string): string => {
    const middle = letters.slice(start, letters.length - end).join('')
    const [head, tail] = [letters.slice(0, start).join(''), letters.slice(letters.length - end).join('')]
    return middle === '' ? letters.join('') : `${head}{${sign}${middle}${sign}}${tail}`
  }
  return [mark(before, '-'), mark(after, '+')]
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

const longDay = (day: Day): string => {
  const [year, month, date] = day.split('-')
  return `${MONTHS[Number(month) - 1]} ${date}, ${year}`
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)

const commitsText = ({ commits, comparison }: SystemTextFacts): string => {
  const items = commits.map(({ id, title }) => `<li>${id.slice(0, 8)} - ${escaped(title)}</li>`)
  const list = items.length === 0 ? '' : `\n\n<ul>${items.join('')}</ul>`
  const count = `${commits.length} commit${commits.length === 1 ? '' : 's'}`
  return `added ${count}${list}\n\n[Compare with previous version](${comparison})`
}

const duration = (seconds: number, { hoursAtMost }: SystemTextFacts): string =>
  humanDuration(Math.abs(seconds), hoursAtMost) ?? '0m'

/** The text of a system note, as the documented API has it. */
export const systemText = (note: SystemNote, facts: SystemTextFacts): string => {
  switch (note.kind) {
    case 'assignees':
      return people(facts, 'assigned to', note.added, 'unassigned', note.removed)
    case 'reviewers':
      return people(facts, 'requested review from', note.added, 'removed review request for', note.removed)
    case 'title': {
      const [from, to] = marked(note.from, note.to)
      return `changed title from **${from}** to **${to}**`
    }
    case 'draft':
      return `marked this merge request as **${note.draft ? 'draft' : 'ready'}**`
    case 'description':
      return 'changed the description'
    case 'locked':
      return `${note.locked ? 'locked' : 'unlocked'} this ${NOUNS[facts.noteable]}`
    case 'confidential':
      return note.confidential ? 'made the issue confidential' : 'made the issue visible to everyone'
    case 'due_date':
      return note.day === null ? 'removed due date' : `changed due date to ${longDay(note.day)}`
    case 'target_branch':
      return `changed target branch from \`${note.from}\` to \`${note.to}\``
    case 'source_deleted':
      return `deleted source branch \`${note.branch}\``
    case 'commits':
      return commitsText(facts)
    case 'approved':
      return `${note.approved ? 'approved' : 'unapproved'} this merge request`
    case 'auto_merge_enabled':
      return `enabled an automatic merge when the pipeline for ${note.sha} succeeds`
    case 'auto_merge_ended':
      return note.reason === undefined
        ? 'canceled the automatic merge'
        : `aborted the automatic merge because ${note.reason}`
    case 'time_estimate':
      return note.seconds === 0 ? 'removed time estimate' : `changed time estimate to ${duration(note.seconds, facts)}`
    case 'time_spent':
      return `${note.seconds < 0 ? 'subtracted' : 'added'} ${duration(note.seconds, facts)} of time spent`
    case 'time_reset':
      return 'removed time spent'
    case 'duplicate_of':
      return `marked this issue as a duplicate of ${facts.projectName}#${note.iid}`
    case 'has_duplicate':
      return `marked ${facts.projectName}#${note.iid} as a duplicate of this issue`
    case 'moved_to':
    case 'moved_from':
    case 'cloned_to':
    case 'cloned_from':
      return `${note.kind.replace('_', ' ')} ${facts.projectName}#${note.iid}`
    case 'mentioned':
      return `mentioned in ${NOUNS[note.by]} ${facts.projectName}${SIGILS[note.by]}${note.iid}`
  }
}
