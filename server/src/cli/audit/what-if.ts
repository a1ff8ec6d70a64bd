import { pause } from '@forgefold/adapters/clock'
import { entryOf, type OtherDecision, positionAt, readWhatIf, whatIf, whatIfPolicies } from '@forgefold/core/audit'
import * as E from 'fp-ts/lib/Either.js'
import type { Terminal } from '../command.js'
import { type Flag, type Flags, UsageError } from '../flags.js'
import { withHistory } from '../history-reader.js'
import { NOTHING, saying } from './asking.js'
import type { AuditQuestion } from './audit-question.js'
import { entryLines } from './event-table.js'

export const WHAT_IF_FLAGS: ReadonlyArray<Flag> = [
  {
    name: 'set',
    value: 'RULE=VALUE',
    fallback: undefined,
    summary: 'what-if: another value of a rule, as in approvals_required=2',
  },
]

const sayDecision = ({ event, verdict, followed }: OtherDecision, flags: Flags, terminal: Terminal): void => {
  if (flags.isOn('json')) {
    terminal.say(JSON.stringify({ verdict, event: entryOf(event), followed: followed.map((one) => entryOf(one)) }))
    return
  }
  const [, line = ''] = entryLines([entryOf(event)])
  terminal.say(`${verdict}  ${line}`)
  for (const one of entryLines(followed.map((consequence) => entryOf(consequence))).slice(1))
    terminal.say(`    followed by  ${one}`)
}

/** Decides again what was decided, under another rule. */
export const whatIfQuestion: AuditQuestion = {
  name: 'what-if',
  usage: 'what-if --set RULE=VALUE',
  summary: 'what would have been refused or allowed under another rule, and what followed from it (--from, --to)',
  run: async (flags, rest, terminal) => {
    const text = flags.text('set')
    if (rest.length > 0 || text === undefined)
      throw new UsageError(
        `audit what-if takes --set RULE=VALUE; rules: ${whatIfPolicies.map(({ name, summary }) => `${name} (${summary})`).join('; ')}`,
      )
    if (flags.text('server') !== undefined)
      throw new UsageError('audit what-if decides a whole history again: give it a folder or an event store')
    const change = readWhatIf(text)
    if (E.isLeft(change)) return saying(terminal, Promise.resolve(change), () => 0)
    return withHistory(flags, terminal, async (events) => {
      const history = { events, pause }
      const moment = (name: string) => {
        const given = flags.text(name)
        return given === undefined ? Promise.resolve(E.right(undefined)) : positionAt(history, given)
      }
      const [after, upTo] = [await moment('from'), await moment('to')]
      if (E.isLeft(after)) return saying(terminal, Promise.resolve(after), () => 0)
      if (E.isLeft(upTo)) return saying(terminal, Promise.resolve(upTo), () => 0)
      const range = { after: after.right, upTo: upTo.right }
      return saying(terminal, whatIf(history, change.right, range), (decisions: ReadonlyArray<OtherDecision>) => {
        for (const decision of decisions) sayDecision(decision, flags, terminal)
        terminal.tell(`${decisions.length} decisions would have been others`)
        return decisions.length === 0 ? 0 : NOTHING
      })
    })
  },
}
