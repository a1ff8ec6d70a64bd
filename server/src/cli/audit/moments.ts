import type { DifferenceAnswer } from '../../audit/audit-answers.js'
import type { Terminal } from '../command.js'
import { type Flags, refuseWithoutEffect } from '../flags.js'
import type { AuditQuestion } from './audit-question.js'
import { inline } from './columns.js'
import { numberFlag } from './query-flags.js'
import { thingNamed } from './questions.js'
import { answerOrExplain, NOTHING, withAuditor } from './with-auditor.js'

export const show: AuditQuestion = {
  name: 'show',
  usage: 'show THING',
  summary: 'a thing as the API documents it, at a moment (--at)',
  flags: ['at'],
  run: (flags, rest, terminal) => {
    const thing = thingNamed(rest, 'show')
    return withAuditor(flags, terminal, (auditor) =>
      answerOrExplain(terminal, auditor.show(thing, flags.text('at')), (past) => {
        terminal.say(flags.isOn('json') ? JSON.stringify(past) : JSON.stringify(past.document, undefined, 2))
        return 0
      }),
    )
  },
}

const RED = '\u001b[31m'
const GREEN = '\u001b[32m'
const PLAIN = '\u001b[0m'

const differenceLines = ({ path, changes }: DifferenceAnswer, coloured: boolean): ReadonlyArray<string> => {
  const painted = (colour: string, line: string): string => (coloured ? `${colour}${line}${PLAIN}` : line)
  return [
    path,
    ...changes.flatMap(({ field, from, to }) => [
      ...(from === null ? [] : [painted(RED, `- ${field}: ${inline(from)}`)]),
      ...(to === null ? [] : [painted(GREEN, `+ ${field}: ${inline(to)}`)]),
    ]),
  ]
}

const sayDifference = (difference: DifferenceAnswer, asJson: boolean, terminal: Terminal): number => {
  if (asJson) terminal.say(JSON.stringify(difference))
  else if (difference.changes.length > 0)
    for (const line of differenceLines(difference, terminal.screen?.colours === true)) terminal.say(line)
  return difference.changes.length === 0 ? 0 : NOTHING
}

const MAX_RESOURCES = 100

/** Prints all differences as they are found. */
const sayAllDifferences = (flags: Flags, terminal: Terminal): Promise<number> =>
  withAuditor(flags, terminal, async (auditor) => {
    const moments = { from: flags.text('from'), to: flags.text('to') }
    let isOther = false
    for (let after = numberFlag(flags, 'after'); ; ) {
      let next: number | null = null
      const code = await answerOrExplain(
        terminal,
        auditor.differences({ ...moments, after, limit: MAX_RESOURCES }),
        (page) => {
          for (const one of page.differences) sayDifference(one, flags.isOn('json'), terminal)
          isOther ||= page.differences.length > 0
          next = page.next
          return 0
        },
      )
      if (code !== 0) return code
      if (next === null) return isOther ? NOTHING : 0
      after = next
      terminal.progress(`things that began up to position ${after}`)
    }
  })

export const diff: AuditQuestion = {
  name: 'diff',
  usage: 'diff [THING]',
  summary:
    'what differs in a thing, or in everything, between two moments (--from, --to); exits with 1 where something does',
  flags: ['from', 'to', 'after'],
  run: (flags, rest, terminal) => {
    if (rest.length === 0) return sayAllDifferences(flags, terminal)
    const thing = thingNamed(rest, 'diff')
    refuseWithoutEffect(flags, ['after'], 'with a thing; it continues a list of all differences')
    return withAuditor(flags, terminal, (auditor) =>
      answerOrExplain(terminal, auditor.diff(thing, flags.text('from'), flags.text('to')), (difference) =>
        sayDifference(difference, flags.isOn('json'), terminal),
      ),
    )
  },
}
