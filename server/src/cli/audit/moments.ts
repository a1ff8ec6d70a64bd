import type { DifferenceAnswer } from '../../audit/answers.js'
import type { Terminal } from '../command.js'
import { NOTHING, saying, withAuditor } from './asking.js'
import type { AuditQuestion } from './audit-question.js'
import { inline } from './columns.js'
import { thingNamed } from './looking.js'

export const show: AuditQuestion = {
  name: 'show',
  usage: 'show THING',
  summary: 'a thing as the API documents it, at a moment (--at)',
  run: (flags, rest, terminal) => {
    const thing = thingNamed(rest, 'show')
    return withAuditor(flags, terminal, (auditor) =>
      saying(terminal, auditor.show(thing, flags.text('at')), (past) => {
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

export const diff: AuditQuestion = {
  name: 'diff',
  usage: 'diff THING',
  summary: 'what differs in a thing between two moments (--from, --to); exits with 1 where something does',
  run: (flags, rest, terminal) => {
    const thing = thingNamed(rest, 'diff')
    return withAuditor(flags, terminal, (auditor) =>
      saying(terminal, auditor.diff(thing, flags.text('from'), flags.text('to')), (difference) =>
        sayDifference(difference, flags.isOn('json'), terminal),
      ),
    )
  },
}
